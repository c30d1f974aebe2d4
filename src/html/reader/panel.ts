import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { icon, type IconName } from '../parts/icon.ts'

type Panel = {
  id: string
  title: Fragment | string
  content: Fragment
  /** Whether something in it was filled in wrongly: it is then a part of the page, which nothing closes. */
  isWrong?: boolean
}

/** What a button of the toolbar opens in place; browsers do so without a script. */
export function panel({ id, title, content, isWrong = false }: Panel): Fragment {
  return html`<div
    class="tool-panel"
    id="${id}"
    role="dialog"
    aria-labelledby="${id}-title"
    ${attributes({ popover: isWrong ? undefined : true })}
  >
    <h2 id="${id}-title">${title}</h2>
    ${content} ${!isWrong && closeButton(id)}
  </div>`
}

/** On phones: it is where the thumb opened the panel, and keeps what removes away from there. */
function closeButton(panelId: string): Fragment {
  return html`<button class="button quiet close" type="button" popovertarget="${panelId}">
    ${allMessages.shell.close}
  </button>`
}

/** The button that opens a panel. */
export function panelButton(
  panelId: string,
  { name, label, key, className = '' }: { name: IconName; label: string; key?: string; className?: string },
): Fragment {
  return html`<button
    class="${`button tool ${className}`.trim()}"
    type="button"
    popovertarget="${panelId}"
    title="${label}"
    ${attributes({ 'aria-keyshortcuts': key })}
  >
    ${iconAndLabel(name, label)}
  </button>`
}

export function iconAndLabel(name: IconName, label: string, isFilled = false): Fragment {
  return html`${icon(name, isFilled)}<span class="label">${label}</span>`
}
