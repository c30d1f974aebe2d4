import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'

/** The icons in `assets/icons`; the class `icon-NAME` draws one before an element's text. */
export type IconName =
  | 'activity'
  | 'agents'
  | 'alert'
  | 'all'
  | 'answered'
  | 'asked'
  | 'back'
  | 'bookmark'
  | 'check'
  | 'chevron'
  | 'circle'
  | 'clock'
  | 'copy'
  | 'headphones'
  | 'highlighter'
  | 'inbox'
  | 'leave'
  | 'link'
  | 'more'
  | 'note'
  | 'read'
  | 'search'
  | 'settings'
  | 'star'
  | 'stats'
  | 'tag'
  | 'text'
  | 'trash'

/** A decorative icon beside its label. */
export function icon(name: IconName, isFilled = false): Fragment {
  return html`<span class="icon icon-${name}${isFilled ? '-filled' : ''}" aria-hidden="true"></span>`
}
