import type { FieldValues } from './fields.ts'

/** A saved link. What it holds is said in `ITEM_FIELDS`; a state that does not hold is null. */
export type Item = FieldValues

/** In UTF-16 units. */
export const MAX_TITLE_LENGTH = 500

/** What to call an item: the given title, the page's, or its address without the scheme. */
export function titleOf(item: Pick<Item, 'givenTitle' | 'pageTitle' | 'url'>): string {
  return item.givenTitle ?? item.pageTitle ?? titleOfAddress(item.url)
}

function titleOfAddress(url: string): string {
  return url
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/\/$/, '')
    .slice(0, MAX_TITLE_LENGTH)
}
