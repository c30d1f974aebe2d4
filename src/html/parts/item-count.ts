import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

/** How many items a row stands for, at its end: a number that a screen reader says with its noun. Counted up to `most`. */
export function itemCount(count: number, most = Infinity): Fragment {
  const { formats, tags } = allMessages
  const shown = count > most ? `${formats.count(most)}+` : formats.count(count)
  return html`<span class="item-count"
    ><span aria-hidden="true">${shown}</span
    ><span class="visually-hidden">${tags.items(shown, count)}</span></span
  >`
}
