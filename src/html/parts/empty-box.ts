import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { icon, type IconName } from './icon.ts'

type EmptyBoxOptions = {
  icon: IconName
  /** A label, without a full stop. */
  title: Fragment | string
  hint?: Fragment | string | undefined
  /** The one thing to do next, a link or a button. */
  next?: Fragment | undefined
}

/** What stands where a list is empty. */
export function emptyBox({ icon: name, title, hint, next }: EmptyBoxOptions): Fragment {
  return html`<div class="empty">
    ${icon(name)}
    <p class="first">${title}</p>
    ${hint && html`<p>${hint}</p>`} ${next && html`<p>${next}</p>`}
  </div>`
}

/** The next step of an empty list, as a link. */
export function nextStep(href: string, label: string): Fragment {
  return html`<a class="button quiet" href="${href}">${label}</a>`
}
