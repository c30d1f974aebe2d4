import type { Value } from '../../database/database.ts'
import { FIELD_NAMES, type FieldName, ITEM_FIELDS, type TypeName, typeOf } from '../model/fields.ts'

/** A row of `items`, by column name. */
export type Row = Record<string, Value>

/** How a field is stored: its columns, and the conversion from and to them. */
export type ItemColumns = {
  name: FieldName
  columns: string[]
  read(row: Row): unknown
  write(value: unknown): Value[]
}

type Codec = (column: string) => Omit<ItemColumns, 'name'>

const plain: Codec = (column) => ({
  columns: [column],
  read: (row) => row[column],
  write: (value) => [value as Value],
})

const json: Codec = (column) => ({
  columns: [column],
  read: (row) => (row[column] === null ? null : JSON.parse(row[column] as string)),
  write: (value) => [value === null ? null : JSON.stringify(value)],
})

/** One column per property; if the first is null, the whole value is null. */
function members(...names: string[]): Codec {
  return (column) => {
    const columns = names.map((name) => `${column}_${name}`)
    return {
      columns,
      read: (row) =>
        row[columns[0]!] === null
          ? null
          : Object.fromEntries(names.map((name, at) => [name, row[columns[at]!]])),
      write: (value) => names.map((name) => (value as Record<string, Value> | null)?.[name] ?? null),
    }
  }
}

const CODECS: Record<TypeName, Codec> = {
  text: plain,
  integer: plain,
  fraction: plain,
  instant: plain,
  tags: json,
  agent: members('id', 'name'),
  content: members('status', 'reason', 'type'),
  snapshot: json,
}

/** How each field of an item is stored in its row. */
export const itemColumns: ItemColumns[] = FIELD_NAMES.map((name) => ({
  name,
  ...CODECS[typeOf(name)](ITEM_FIELDS[name].column),
}))
