import type { Changes, Outcomes, Saved, Skipped, Undone } from '../queue/actions/action.ts'
import type { Item } from '../queue/model/item.ts'
import { stateOf } from '../queue/model/states.ts'
import { listedItem, listedItemSchema } from './item.ts'
import { type JsonSchema, objectOf, type ObjectSchema } from './schema.ts'

const text: JsonSchema = { type: 'string' }
const act: JsonSchema = { type: 'integer' }
const named = { id: text, title: text, state: text }
const some: JsonSchema = { type: 'array', items: objectOf({}) }
const changed: JsonSchema = { type: 'array', items: objectOf(named, ['id', 'title', 'state']) }
const skipped: JsonSchema = {
  type: 'array',
  items: objectOf({ ...named, reason: text }, ['id', 'title', 'state', 'reason']),
}

/** The output schema of each kind of queue action. */
export const outcomeSchemas: Record<keyof Outcomes, ObjectSchema> = {
  saved: objectOf(
    {
      act,
      saved: {
        type: 'array',
        items: objectOf(
          {
            created: { type: 'boolean' },
            did: { type: 'array', items: text },
            kept: { type: 'array', items: text },
            replacedReason: text,
            item: listedItemSchema,
          },
          ['created', 'item'],
        ),
      },
    },
    ['saved'],
  ),
  changes: objectOf(
    {
      act,
      changed,
      skipped,
    },
    ['changed', 'skipped'],
  ),
  undone: objectOf({ act, words: text, changed: some, skipped: some }, ['changed']),
}

export function savedOutcome(saved: Saved[]): Record<string, unknown> {
  return {
    ...actIn(saved[0]?.act),
    saved: saved.map(({ isNew, effects, kept, replacedReason, item }) => ({
      created: isNew,
      ...(effects.length > 0 ? { did: effects } : {}),
      ...(kept.length > 0 ? { kept } : {}),
      ...(replacedReason === null ? {} : { replacedReason }),
      item: listedItem(item),
    })),
  }
}

/** Enough to report what was done; get_item returns the rest. */
export function changesOutcome({
  act,
  changed,
  skipped,
}: Pick<Changes, 'act' | 'changed' | 'skipped'>): Record<string, unknown> {
  const skippedItem = ({ item, reason }: Skipped) => ({ ...nameOf(item), reason })
  return { ...actIn(act), changed: changed.map(nameOf), skipped: skipped.map(skippedItem) }
}

/** A changed item says what of it was left as it is, and why. */
export function undoneOutcome({ kept, ...undone }: Undone): Record<string, unknown> {
  const changedItem = (item: Item) => {
    const own = kept.get(item.id) ?? []
    return { ...nameOf(item), ...(own.length > 0 && { kept: own }) }
  }
  return { ...changesOutcome(undone), changed: undone.changed.map(changedItem), words: undone.words }
}

/** The number by which the changes can be undone, if any can. */
export function actIn(act: number | null | undefined): { act?: number } {
  return typeof act === 'number' ? { act } : {}
}

function nameOf(item: Item): Record<string, string> {
  return { id: item.id, title: listedItem(item).title, state: stateOf(item) }
}
