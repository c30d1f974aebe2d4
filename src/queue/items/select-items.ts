import type { Connection, Queries, Value } from '../../database/database.ts'
import { FIELD_NAMES, type FieldName } from '../model/fields.ts'
import type { Item } from '../model/item.ts'
import { itemColumns } from './item-columns.ts'

/** Reads items, or some of their fields; `from` is what follows FROM in the SELECT, and may name more tables. */
export type Select<T> = (db: Pick<Queries, 'tuples'>, from: string, ...values: Value[]) => Promise<T[]>

/** Creates the Select of some fields. */
export function selectFields<N extends FieldName>(names: readonly N[]): Select<Pick<Item, N>> {
  const selected = itemColumns.filter(({ name }) => names.includes(name as N))
  const sql = `SELECT ${selected.flatMap(({ columns }) => columns).join(', ')} FROM`
  let width = 0
  const fields = selected.map(({ name, columns, read }) => {
    const first = width
    width += columns.length
    return { name, read, first }
  })
  // Filling in an object that has all its properties is faster than adding them one by one.
  const blank = Object.fromEntries(fields.map(({ name }) => [name, null])) as Record<FieldName, unknown>
  return async (db, from, ...values) =>
    (await db.tuples(`${sql} ${from}`, ...values)).map((row) => {
      const item = { ...blank }
      for (const { name, read, first } of fields) item[name] = read(row, first)
      return item as Pick<Item, N>
    })
}

export const selectItemsFrom: Select<Item> = selectFields(FIELD_NAMES)

/** Enough to position an item in a list, and to tell whether it has changed. */
export const KEY_FIELDS = ['id', 'version', 'savedAt', 'wordCount', 'highlightCount'] as const
export type ItemSummary = Pick<Item, (typeof KEY_FIELDS)[number]>
export const selectItemKeysFrom: Select<ItemSummary> = selectFields(KEY_FIELDS)

export function selectItems(db: Connection, where: string, ...values: Value[]): Promise<Item[]> {
  return selectItemsFrom(db, `items WHERE ${where}`, ...values)
}
