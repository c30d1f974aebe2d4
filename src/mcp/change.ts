import type { Snapshot } from '../queue/item.ts'
import type { Entry } from '../queue/ledger/entry.ts'
import { sourceText } from './item.ts'
import { type JsonSchema, objectOf } from './schema.ts'

const text: JsonSchema = { type: 'string' }

/** Texts of what became of an item are cut here: get_item has them whole. */
const MAX_TOLD_TEXT = 200

export const listedChangeSchema = objectOf(
  {
    change: { type: 'integer' },
    act: { type: 'integer' },
    at: text,
    by: text,
    action: text,
    id: text,
    title: text,
    before: objectOf({}),
    after: objectOf({}),
    undone: { type: 'boolean' },
  },
  ['change', 'at', 'by', 'action', 'id'],
)

/** A change in a list; a new item is told by its title and id alone. */
export function listedChange(entry: Entry, title: string): Record<string, unknown> {
  const { before, after, actor } = entry
  return {
    change: entry.sequence,
    ...(entry.act === entry.sequence ? {} : { act: entry.act }),
    at: new Date(entry.at).toISOString(),
    by: actor.agent?.name ?? actor.kind,
    action: entry.action,
    id: entry.itemId,
    title: shorten(title),
    ...(before && after ? { before: toldFields(before), after: toldFields(after) } : {}),
    ...(entry.undoneBy === null ? {} : { undone: true }),
  }
}

function toldFields(fields: object): Record<string, unknown> {
  const told = Object.entries(fields).map(([name, value]) => [
    name === 'givenTitle' ? 'title' : name,
    toldValue(name, value),
  ])
  return Object.fromEntries(told)
}

function toldValue(name: string, value: unknown): unknown {
  if (name === 'snapshot' && value) return sourceText((value as Snapshot).source)
  if (typeof value === 'string') return shorten(value)
  const isInstant = typeof value === 'number' && (name.endsWith('At') || name === 'snoozedUntil')
  return isInstant ? new Date(value).toISOString() : value
}

function shorten(value: string): string {
  return value.length > MAX_TOLD_TEXT ? `${value.slice(0, MAX_TOLD_TEXT).toWellFormed()}…` : value
}
