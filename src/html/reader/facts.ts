import { html } from 'hono/html'
import type { Item } from '../../queue/item.ts'
import type { Fragment } from '../fragment.ts'
import { saverOf } from '../item-facts.ts'
import { instant } from '../parts/instant.ts'

/** All that is known of an item, as a table of names and values. */
export function facts(item: Item, now: number): Fragment {
  const rows: [name: string, value: Fragment | string | null][] = [
    ['Address', html`<a href="${item.url}" rel="noopener noreferrer" dir="ltr">${item.url}</a>`],
    ['Site', item.siteName === null ? item.site : html`<bdi>${item.siteName}</bdi> (${item.site})`],
    ['Author', item.author === null ? null : html`<bdi>${item.author}</bdi>`],
    ['Published', when(item.publishedAt, now)],
    ['Words', item.wordCount === null ? null : String(item.wordCount)],
    ['Saved', html`${instant(item.savedAt, now)} by ${saverOf(item)}`],
    ['Read', when(item.readAt, now)],
    ['Favourite', when(item.favouritedAt, now)],
    ['Removed', when(item.removedAt, now)],
    ['Last changed', instant(item.updatedAt, now)],
  ]
  return html`<dl class="facts">
    ${rows
      .filter(([, value]) => value !== null)
      .map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`
}

function when(at: number | null, now: number): Fragment | null {
  return at === null ? null : instant(at, now)
}
