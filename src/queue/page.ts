import type { Connection, Value } from '../database/database.ts'
import type { Item } from './item.ts'
import { selectItems } from './item-row.ts'

export const STATES = ['unread', 'read', 'snoozed', 'favourite', 'all', 'removed'] as const
export type State = (typeof STATES)[number]

/** Which items of a queue; each member narrows. */
export type Filter = {
  state: State
  tag?: string | undefined
  site?: string | undefined
  /** Words as `foldText` gives them, that must all occur. */
  words?: string[] | undefined
}

/** A place between items, newest saved first: the page that lies after or before this item. */
export type Position = { direction: 'after' | 'before'; savedAt: number; id: string }

/** Items newest saved first, and where to go on. */
export type Page = { items: Item[]; next: Position | undefined; previous: Position | undefined }

export const MAX_PAGE = 100
export const DEFAULT_PAGE = 25

// Each is the predicate of a partial index, word for word.
const CONDITIONS: Record<State, string> = {
  unread: 'removed_at IS NULL AND read_at IS NULL AND snoozed_until IS NULL',
  snoozed: 'removed_at IS NULL AND read_at IS NULL AND snoozed_until IS NOT NULL',
  read: 'removed_at IS NULL AND read_at IS NOT NULL',
  favourite: 'removed_at IS NULL AND favourited_at IS NOT NULL',
  all: 'removed_at IS NULL',
  removed: 'removed_at IS NOT NULL',
}

/** Reads one page by key, so that items saved or removed meanwhile neither repeat nor hide others. */
export async function readPage(
  db: Connection,
  accountId: string,
  filter: Filter,
  limit: number,
  position?: Position,
): Promise<Page> {
  const isBackwards = position?.direction === 'before'
  const conditions = ['account_id = ?', CONDITIONS[filter.state]]
  const values: Value[] = [accountId]
  if (filter.tag !== undefined) {
    conditions.push('id IN (SELECT item_id FROM item_tags WHERE account_id = ? AND tag = ?)')
    values.push(accountId, filter.tag)
  }
  if (filter.site !== undefined) {
    conditions.push('site = ?')
    values.push(filter.site)
  }
  // Not LIKE: its wildcards make some texts take seconds to be found missing.
  for (const word of filter.words ?? []) {
    conditions.push(`${db.dialect.position}(search_text, ?) > 0`)
    values.push(word)
  }
  if (position) {
    conditions.push(`(saved_at, id) ${isBackwards ? '>' : '<'} (?, ?)`)
    values.push(position.savedAt, position.id)
  }
  const order = isBackwards ? 'ORDER BY saved_at, id' : 'ORDER BY saved_at DESC, id DESC'
  // One more than asked for tells whether the way goes on.
  const found = await selectItems(db, `${conditions.join(' AND ')} ${order} LIMIT ?`, ...values, limit + 1)
  const goesOn = found.length > limit
  const items = found.slice(0, limit)
  if (isBackwards) items.reverse()

  const [firstItem, lastItem] = [items[0], items.at(-1)]
  const hasNext = isBackwards ? items.length > 0 : goesOn
  const hasPrevious = isBackwards ? goesOn : position !== undefined
  return {
    items,
    next:
      hasNext && lastItem ? { direction: 'after', savedAt: lastItem.savedAt, id: lastItem.id } : undefined,
    previous:
      hasPrevious && firstItem
        ? { direction: 'before', savedAt: firstItem.savedAt, id: firstItem.id }
        : undefined,
  }
}
