import { html } from '../html.ts'
import type { Item } from '../../queue/model/item.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { agentAvatar } from '../parts/agent-avatar.ts'
import { agentName } from '../parts/agent-name.ts'
import { relativeTime } from '../parts/instant.ts'
import { ownBrowser } from '../parts/own-browser.ts'
import { sourceText } from '../parts/source-text.ts'

const messages = allMessages.reader

/** When the item was saved and by whom, and whether its title is theirs too. */
export function savedNote({ savedAt, savedBy, titleBy }: Item, now: number): Fragment {
  const browser = savedBy && ownBrowser(savedBy)
  if (browser) return html`<span>${messages.savedFrom(browser, relativeTime(savedAt, now))}</span>`
  const who = savedBy
    ? html`<span class="agent saver"
        >${agentAvatar(savedBy.name)}<span class="visually-hidden">${allMessages.shell.agent} </span
        >${agentName(savedBy.name)}</span
      >`
    : allMessages.shell.you
  const note = savedBy && savedBy.id === titleBy?.id ? messages.savedAndTitledBy : messages.savedBy
  return html`<span>${note(who, relativeTime(savedAt, now))}</span>`
}

/** Which other agent wrote the title, and whose copy of the page is shown. */
export function provenanceNotes({ savedBy, titleBy, snapshot, site }: Item): Fragment[] {
  const titler = titleBy?.id === savedBy?.id ? null : titleBy
  return [
    titler && html`<span class="provenance agent">${messages.titleBy(agentName(titler.name))}</span>`,
    snapshot && html`<span class="provenance">${sourceText(snapshot.source, site)}</span>`,
  ].filter((note) => note instanceof Object)
}
