import type { Changes, Outcomes, Saved, Skipped, Undone } from '../queue/action.ts'
import { type Item, stateOf } from '../queue/item.ts'
import { listedItem, listedItemSchema } from './item.ts'
import { type JsonSchema, objectOf, type ObjectSchema } from './schema.ts'

const text: JsonSchema = { type: 'string' }
const named = { id: text, title: text, state: text }

/** The shape of what each kind of queue action gives. */
export const outcomeSchemas: Record<keyof Outcomes, ObjectSchema> = {
  saved: objectOf(
    {
      saved: {
        type: 'array',
        items: objectOf({ created: { type: 'boolean' }, item: listedItemSchema }, ['created', 'item']),
      },
    },
    ['saved'],
  ),
  changes: objectOf(
    {
      changed: { type: 'array', items: objectOf(named, ['id', 'title', 'state']) },
      skipped: {
        type: 'array',
        items: objectOf({ ...named, reason: text }, ['id', 'title', 'state', 'reason']),
      },
    },
    ['changed', 'skipped'],
  ),
  undone: objectOf({ changed: { type: 'boolean' }, words: text, item: objectOf(named) }, ['changed', 'item']),
}

export function savedOutcome(saved: Saved[]): Record<string, unknown> {
  return { saved: saved.map(({ isNew, item }) => ({ created: isNew, item: listedItem(item) })) }
}

/** Enough to tell a person what was done; get_item has the rest. */
export function changesOutcome({ changed, skipped }: Changes): Record<string, unknown> {
  const told = ({ item, reason }: Skipped) => ({ ...nameOf(item), reason })
  return { changed: changed.map(nameOf), skipped: skipped.map(told) }
}

export function undoneOutcome({ isChanged, words, item }: Undone): Record<string, unknown> {
  return { changed: isChanged, words, item: nameOf(item) }
}

function nameOf(item: Item): Record<string, string> {
  return { id: item.id, title: listedItem(item).title, state: stateOf(item) }
}
