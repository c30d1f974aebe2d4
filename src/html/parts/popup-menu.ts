import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from './attributes.ts'

type PopupMenu = {
  /** Of the menu, unique on its page. */
  id: string
  /** What the button shows, or says of itself where it is an icon. */
  label: Fragment | string
  buttonClass: string
  title?: string | undefined
  /** Links and buttons. */
  entries: Fragment
}

/** A button and the menu that it opens below itself; browsers open and close it without a script. */
export function popupMenu({ id, label, buttonClass, title, entries }: PopupMenu): Fragment {
  return html`<button${attributes({ class: buttonClass, type: 'button', popovertarget: id, title })}>${label}</button>
    <div class="popup-menu" id="${id}" popover>${entries}</div>`
}
