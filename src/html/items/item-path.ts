import type { ItemId } from '../../ids.ts'

/**
 * The path of an item's page. `list` is the query of the list's page that it is opened from, where the page leads back to;
 * empty for the queue itself.
 */
export function itemPath(itemId: ItemId, list = ''): string {
  const path = `/queue/items/${itemId}`
  return list === '' ? path : `${path}?${new URLSearchParams({ list }).toString()}`
}

/** The query of a path, without its question mark. */
export function queryOf(path: string): string {
  return path.split('?')[1] ?? ''
}
