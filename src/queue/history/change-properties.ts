import type { Actor } from '../model/actor.ts'
import { changedProperties } from '../model/item-properties.ts'
import type { Change, RecordedItem } from './change.ts'

/** A change as recorded, without anything that depends on later changes. */
export function changeProperties(change: Change, title: string): Record<string, unknown> {
  return {
    sequence: change.sequence,
    act: change.act,
    at: new Date(change.at).toISOString(),
    actor: actorOf(change.actor),
    action: change.action,
    itemId: change.search ? null : change.itemId,
    title,
    ...statesOf(change),
    reason: change.after?.reason ?? null,
    undoes: change.undoes,
    afterReading: change.afterReading,
    acceptedAt: change.acceptedAt === null ? null : new Date(change.acceptedAt).toISOString(),
  }
}

/** What an item or a saved search was and became. */
function statesOf({ search, before, after }: Change): Record<'before' | 'after', unknown> {
  if (search) return search
  return { before: before && propertiesOfState(before), after: after && propertiesOfState(after) }
}

/** The changed fields, and of the changed highlights those that there were then. */
function propertiesOfState({ highlights, ...fields }: Partial<RecordedItem>): Record<string, unknown> {
  const properties = changedProperties(fields)
  if (!highlights) return properties
  const entries = Object.entries(highlights).flatMap(([id, highlight]) =>
    highlight ? [{ id, exact: highlight.exact, note: highlight.note, colour: highlight.colour }] : [],
  )
  return { ...properties, highlights: entries }
}

function actorOf({ kind, agent }: Actor): Record<string, string> {
  return { kind, ...agent }
}
