import type { Actor, Item } from '../item.ts'
import { MAX_TAGS, uniteTags } from '../tag.ts'
import type { Entry } from './entry.ts'
import { saidIn, tagsOf, touchedBy } from './touch.ts'

/** What taking back a line would come to. */
export type UndoPlan =
  | { kind: 'possible'; after: Item }
  /** There is nothing to do, and nothing in the way. */
  | { kind: 'nothing'; because: string }
  /** `by`: the line that stands in the way. */
  | { kind: 'refused'; because: string; by: Entry | null }

export const GONE = 'The item is gone for good.'

/**
 * Plans to take back one line of an item's ledger. `standing` are the later lines of the item that count: lines
 * are compared by their history, never by value, so what went to and fro since is in the way as well.
 */
export function planUndo(entry: Entry, standing: Entry[], item: Item | undefined, now: number): UndoPlan {
  if (!item) return refused(GONE)
  if (entry.actor.kind === 'service') return nothing('What the service does by itself is not undone.')
  return entry.before === null
    ? planUndoOfCreation(entry, standing, item, now)
    : planUndoOfFields(entry, standing, item, now)
}

/** What was made goes into the trash, unless somebody else took it up. */
function planUndoOfCreation(entry: Entry, standing: Entry[], item: Item, now: number): UndoPlan {
  const other = standing.find(({ actor, action }) => !isSame(actor, entry.actor) && action !== 'set-progress')
  if (other) return refused(`${nameOf(other)} has changed the item since.`, other)
  return item.removedAt === null
    ? { kind: 'possible', after: { ...item, removedAt: now } }
    : nothing('The item is in the trash.')
}

function planUndoOfFields(entry: Entry, standing: Entry[], item: Item, now: number): UndoPlan {
  const touched = new Set(touchedBy(entry))
  if (touched.size === 0) return nothing('There is nothing of it to take back.')
  for (const later of standing) {
    const same = touchedBy(later).find((what) => touched.has(what))
    if (same) return refused(`${nameOf(later)} has changed ${same} since.`, later)
  }
  const { added, taken } = tagsOf(entry)
  const kept = item.tags.filter((tag) => !added.includes(tag))
  if (new Set([...kept, ...taken]).size > MAX_TAGS) return refused(`An item takes at most ${MAX_TAGS} tags.`)
  const fields = Object.fromEntries(saidIn(entry).map((name) => [name, entry.before![name]]))
  const restored: Item = { ...item, ...fields, tags: uniteTags(kept, taken) }
  const after: Item = {
    ...restored,
    // Its 30 days in the trash begin anew, and a time that has come meanwhile is over.
    removedAt: restored.removedAt === null ? null : (item.removedAt ?? now),
    snoozedUntil:
      restored.snoozedUntil !== null && restored.snoozedUntil <= now ? null : restored.snoozedUntil,
  }
  const isSo = saidIn(entry).every((name) => JSON.stringify(after[name]) === JSON.stringify(item[name]))
  return isSo ? nothing('The item is so again already.') : { kind: 'possible', after }
}

function nothing(because: string): UndoPlan {
  return { kind: 'nothing', because }
}

function refused(because: string, by: Entry | null = null): UndoPlan {
  return { kind: 'refused', because, by }
}

function isSame(one: Actor, other: Actor): boolean {
  return one.kind === other.kind && one.agent?.id === other.agent?.id
}

/** Who made a line, at the beginning of a sentence. */
function nameOf({ actor }: Entry): string {
  return actor.agent
    ? `The agent “${actor.agent.name}”`
    : actor.kind === 'person'
      ? 'The person'
      : 'The service'
}
