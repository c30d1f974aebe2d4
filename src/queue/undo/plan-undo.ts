import type { Item } from '../model/item.ts'
import type { Actor } from '../model/actor.ts'
import { versionKey } from '../content/page-versions.ts'
import { entryOf, FIELD_NAMES, type FieldLike } from '../model/fields.ts'
import { MAX_TAGS, uniteTags } from '../model/tag.ts'
import { isSameValue, type Change, type RecordedItem } from '../history/change.ts'
import { undoableFieldsOf, tagsOf, touchesOf } from '../history/touch.ts'

/** The result that undoing one change would have. */
export type UndoPlan =
  | { kind: 'possible'; after: Item }
  /** There is nothing to undo, and no conflict. */
  | { kind: 'nothing'; because: string }
  /** `by` is the conflicting change. */
  | { kind: 'refused'; because: string; by: Change | null }

/** `versions` holds the `versionKey` of each stored page version. */
export type UndoMoment = { now: number; versions: ReadonlySet<string> }

const PAGE_DELETED = 'The page from before is not kept any more.'
const GONE = 'The item is gone for good.'

/**
 * Plans the undo of one change. `laterChanges` are the item's later changes that are still in effect: one that touches
 * the same field is a conflict, unless the field has again the value that the change gave it.
 */
export function planUndo(
  change: Change,
  laterChanges: Change[],
  item: Item | undefined,
  { now, versions }: UndoMoment,
): UndoPlan {
  if (!item) return refused(GONE)
  if (change.actor.kind === 'service') return nothing('What the service does by itself is not undone.')
  return change.before === null
    ? planUndoOfCreation(change, laterChanges, item, now)
    : planUndoOfFields(change, laterChanges, item, { now, versions })
}

/** Undoing the creation of an item moves it to the trash, unless a change by somebody else is still visible on it. */
function planUndoOfCreation(change: Change, laterChanges: Change[], item: Item, now: number): UndoPlan {
  const [own, others] = partition(laterChanges, ({ actor }) => isSame(actor, change.actor))
  const left = stateLeftBy(change, own)
  const other = others.findLast(
    (later) =>
      later.action !== 'set-progress' && touchesOf(later).some(({ isEqual }) => !isEqual(left, item)),
  )
  if (other) return refused(`${nameOf(other)} has changed the item since.`, other)
  return item.removedAt === null
    ? { kind: 'possible', after: { ...item, removedAt: now } }
    : nothing('The item is in the trash.')
}

function planUndoOfFields(
  change: Change,
  laterChanges: Change[],
  item: Item,
  { now, versions }: UndoMoment,
): UndoPlan {
  const touches = touchesOf(change)
  if (touches.length === 0) return nothing('There is nothing of it to take back.')
  for (const { what } of touches.filter(({ isEqual }) => !isEqual(change.after ?? {}, item))) {
    const later = laterChanges.findLast((later) => touchesOf(later).some((touch) => touch.what === what))
    if (later) return refused(`${nameOf(later)} has changed ${what} since.`, later)
  }
  const copy = change.before?.snapshot
  if (copy && copy.id !== item.snapshot?.id && !versions.has(versionKey(item.id, copy.id)))
    return refused(PAGE_DELETED)
  const { added, removed } = tagsOf(change)
  const remaining = item.tags.filter((tag) => !added.includes(tag))
  if (new Set([...remaining, ...removed]).size > MAX_TAGS)
    return refused(`An item takes at most ${MAX_TAGS} tags.`)
  const fields = Object.fromEntries(undoableFieldsOf(change).map((name) => [name, change.before![name]]))
  const restored: Item = {
    ...item,
    ...pageBefore(change, item),
    ...fields,
    tags: uniteTags(remaining, removed),
  }
  const after: Item = {
    ...restored,
    // The 30 days in the trash start again, and a snooze that has expired meanwhile is not restored.
    removedAt: restored.removedAt === null ? null : (item.removedAt ?? now),
    snoozedUntil:
      restored.snoozedUntil !== null && restored.snoozedUntil <= now ? null : restored.snoozedUntil,
  }
  const alreadyApplied = undoableFieldsOf(change).every((name) => isSameValue(after[name], item[name]))
  return alreadyApplied ? nothing('The item is so again already.') : { kind: 'possible', after }
}

/** The fields that are extracted from the page. */
const PAGE_FIELDS = FIELD_NAMES.filter((name): name is PageField => entryOf(name).from === 'page')
type PageField = FieldLike<{ from: 'page' }>

/** The previous page's fields, if the change replaced the page. Without a previous page, the item is fetched again. */
function pageBefore({ before }: Change, item: Item): Partial<Item> {
  if (!before || !('snapshot' in before)) return {}
  const facts = Object.fromEntries(
    PAGE_FIELDS.filter((name) => name in before).map((name) => [name, before[name]]),
  )
  const type = before.content?.type ?? item.content.type
  const content = before.snapshot
    ? { status: 'ready' as const, reason: null, type }
    : { status: 'pending' as const, reason: null, type: null }
  return { ...facts, content }
}

/** The item as its creator last left it, without the changes that others made. */
function stateLeftBy(change: Change, own: Change[]): Partial<RecordedItem> {
  const left: Partial<RecordedItem> = { ...change.after }
  for (const later of own) {
    const { tags = [] } = left
    const { added, removed } = tagsOf(later)
    Object.assign(left, later.after, { tags: [...tags.filter((tag) => !removed.includes(tag)), ...added] })
  }
  return left
}

function partition<T>(values: T[], test: (value: T) => boolean): [yes: T[], no: T[]] {
  return [values.filter(test), values.filter((value) => !test(value))]
}

function nothing(because: string): UndoPlan {
  return { kind: 'nothing', because }
}

function refused(because: string, by: Change | null = null): UndoPlan {
  return { kind: 'refused', because, by }
}

function isSame(one: Actor, other: Actor): boolean {
  return one.kind === other.kind && one.agent?.id === other.agent?.id
}

/** Who made a change, for the beginning of a sentence. */
function nameOf({ actor }: Change): string {
  return actor.agent
    ? `The agent “${actor.agent.name}”`
    : actor.kind === 'person'
      ? 'The person'
      : 'The service'
}
