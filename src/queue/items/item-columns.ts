import type { Value } from '../../database/database.ts'
import type { TypeName } from '../model/field.ts'
import { FIELD_NAMES, type FieldName, ITEM_FIELDS, typeOf } from '../model/fields.ts'

/** How a field is stored: its columns, and the conversion from and to them. */
export type ItemColumns = {
  name: FieldName
  columns: string[]
  /** Its value, from a row in which its columns begin at an index. */
  read(values: Value[], first: number): unknown
  write(value: unknown): Value[]
}

type Codec = (column: string) => Omit<ItemColumns, 'name'>

const plain: Codec = (column) => ({
  columns: [column],
  read: (values, first) => values[first],
  write: (value) => [value as Value],
})

const json: Codec = (column) => ({
  columns: [column],
  read: (values, first) => (values[first] === null ? null : JSON.parse(values[first] as string)),
  write: (value) => [value === null ? null : JSON.stringify(value)],
})

/** One column per property; if the first is null, the whole value is null. */
function members(...names: string[]): Codec {
  return (column) => ({
    columns: names.map((name) => `${column}_${name}`),
    read(values, first) {
      if (values[first] === null) return null
      const value: Record<string, unknown> = {}
      for (const [index, name] of names.entries()) value[name] = values[first + index]
      return value
    },
    write: (value) => names.map((name) => (value as Record<string, Value> | null)?.[name] ?? null),
  })
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
  extraction: plain,
}

/** How each field of an item is stored in its row. */
export const itemColumns: ItemColumns[] = FIELD_NAMES.map((name) => ({
  name,
  ...CODECS[typeOf(name)](ITEM_FIELDS[name].column),
}))
