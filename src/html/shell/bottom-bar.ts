import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { type PageName, SAVE_ID, SEARCH_ID, SIDEBAR_ID } from './sidebar.ts'

const messages = allMessages.shell.menu

/** The navigation of narrow screens; the rest of it is in the sidebar, which it opens. */
export function bottomBar(current: PageName | undefined, suggestions = 0): Fragment {
  const isCurrent = (name: PageName) => attributes({ 'aria-current': name === current ? 'page' : undefined })
  const isInMenu = attributes({
    'aria-current': current !== undefined && current !== 'queue' && current !== 'agents' ? 'true' : undefined,
  })
  return html`<nav class="bottom-bar" aria-label="${messages.short}">
    <a class="icon-inbox" href="/queue" ${isCurrent('queue')}>${messages.queue}</a>
    <button class="icon-search" type="button" popovertarget="${SEARCH_ID}">${messages.search}</button>
    <button class="save-open icon-plus" type="button" aria-keyshortcuts="c" popovertarget="${SAVE_ID}">
      ${messages.save}
    </button>
    <a class="icon-agents" href="/agents" ${isCurrent('agents')}
      >${messages.agents}${suggestions > 0 && html` <span class="badge">${allMessages.formats.count(suggestions)}</span>`}</a
    >
    <button class="icon-menu" type="button" popovertarget="${SIDEBAR_ID}" ${isInMenu}>
      ${messages.more}
    </button>
  </nav>`
}
