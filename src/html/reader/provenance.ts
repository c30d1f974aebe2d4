import { html } from '../html.ts'
import type { Item } from '../../queue/model/item.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { agentAvatar } from '../parts/agent-avatar.ts'
import { agentName } from '../parts/agent-name.ts'
import { instant } from '../parts/instant.ts'
import { ownBrowser } from '../parts/own-browser.ts'
import { sourceText } from '../parts/source-text.ts'

const messages = allMessages.reader

/** When the item was saved and by whom. */
export function savedNote({ savedAt, savedBy }: Item, now: number): Fragment {
  const browser = savedBy && ownBrowser(savedBy)
  if (browser) return html`<span>${messages.savedFrom(browser, instant(savedAt, now))}</span>`
  const who = savedBy
    ? html`<span class="agent saver"
        >${agentAvatar(savedBy.name)}<span class="visually-hidden">${allMessages.shell.agent} </span
        >${agentName(savedBy.name)}</span
      >`
    : allMessages.shell.you
  return html`<span>${messages.savedBy(who, instant(savedAt, now))}</span>`
}

/** Which agent wrote the title, and whose copy of the page is shown. */
export function provenanceNotes({ titleBy, snapshot, site }: Item): Fragment[] {
  return [
    titleBy && html`<span class="provenance agent">${messages.titleBy(agentName(titleBy.name))}</span>`,
    snapshot && html`<span class="provenance">${sourceText(snapshot.source, site)}</span>`,
  ].filter((note) => note instanceof Object)
}
