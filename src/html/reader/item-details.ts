import { html } from 'hono/html'
import type { Item } from '../../queue/model/item.ts'
import type { Fragment } from '../fragment.ts'
import { saverOf } from '../items/item-parts.ts'
import { instant } from '../parts/instant.ts'
import { allWords } from '../words/words.ts'

const words = allWords.reader.about

/** The details of an item, as names and values. */
export function itemDetails(item: Item, now: number): Fragment {
  const rows: [name: string, value: Fragment | string | null][] = [
    [words.address, html`<a href="${item.url}" rel="noopener noreferrer" dir="ltr">${item.url}</a>`],
    [words.site, item.siteName === null ? item.site : html`<bdi>${item.siteName}</bdi> (${item.site})`],
    [words.author, item.author === null ? null : html`<bdi>${item.author}</bdi>`],
    [words.published, instantOrNull(item.publishedAt, now)],
    [words.words, item.wordCount === null ? null : allWords.formats.count(item.wordCount)],
    [words.saved, words.savedBy(instant(item.savedAt, now), saverOf(item))],
    [words.read, instantOrNull(item.readAt, now)],
    [words.favourite, instantOrNull(item.favouritedAt, now)],
    [words.removed, instantOrNull(item.removedAt, now)],
    [words.changed, instant(item.updatedAt, now)],
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

function instantOrNull(at: number | null, now: number): Fragment | null {
  return at === null ? null : instant(at, now)
}
