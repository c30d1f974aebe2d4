import type { FieldValues } from './fields.ts'
import type { ItemId } from '../../ids.ts'
import type { ExtractionChoice } from '../../settings/extraction-choice.ts'

/** A saved link. `ITEM_FIELDS` describes its fields; the timestamp of a state that does not apply is null. */
export type Item = FieldValues & { id: ItemId }

/** In UTF-16 units. */
export const MAX_TITLE_LENGTH = 500

/** The title to show: the given one, the page's, or the address without its scheme. */
export function titleOf(item: Pick<Item, 'givenTitle' | 'pageTitle' | 'url'>): string {
  return item.givenTitle ?? item.pageTitle ?? titleOfAddress(item.url)
}

function titleOfAddress(url: string): string {
  return url
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/\/$/, '')
    .slice(0, MAX_TITLE_LENGTH)
}

/** How the shown copy was chosen to be extracted; undefined without one. */
export function shownExtractionOf({ snapshot }: Item): ExtractionChoice | undefined {
  return snapshot ? (snapshot.choice ?? 'automatic') : undefined
}
