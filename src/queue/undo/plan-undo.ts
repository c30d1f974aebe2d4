import type { HighlightedItem } from '../highlights/highlights.ts'
import type { Item } from '../model/item.ts'
import type { Actor } from '../model/actor.ts'
import { MAX_HIGHLIGHTS } from '../highlights/highlight.ts'
import { versionKey } from '../content/page-versions.ts'
import { entryOf, FIELD_NAMES, type FieldLike } from '../model/fields.ts'
import { MAX_TAGS, uniteTags } from '../model/tag.ts'
import type { Change, RecordedItem } from '../history/change.ts'
import {
  overlaps,
  isSamePart,
  type ChangePart,
  partsOf,
  type ItemSince,
  isAsLeftBy,
  tagsOf,
} from '../history/change-part.ts'
import { isReadingProgress } from '../history/reading-progress.ts'
import { isUndone } from '../history/undone.ts'
import { hasNoRoomFor, restoreHighlights, withRecorded } from './plan-highlight-undo.ts'
import { explainConflicts, reasonOfItem, type UndoConflict, whoChanged } from './undo-conflict.ts'

/** The result that undoing one change would have. `conflicts` are the parts of it that are left as they are. */
export type UndoPlan<After = unknown> =
  | { kind: 'possible'; after: After; parts: ChangePart[]; conflicts: UndoConflict[] }
  /** There is nothing to undo, and no conflict. */
  | { kind: 'nothing'; because: string }
  /** `by` is the conflicting change, the last if there are several. */
  | { kind: 'refused'; because: string; by: Change | null; conflicts: UndoConflict[] }

/** `versions` holds the `versionKey` of each stored page version. */
export type UndoMoment = { now: number; versions: ReadonlySet<string> }

const PAGE_DELETED = 'The previous page is no longer kept.'
const TOO_MANY_TAGS = `An item takes at most ${MAX_TAGS} tags.`
const TOO_MANY_HIGHLIGHTS = `An item takes at most ${MAX_HIGHLIGHTS} highlights.`
const GONE = 'The item was permanently deleted.'

/**
 * Plans the undo of one change, part by part. `later` are the item's later changes: a part that one of them has changed
 * and that is not undone stays, unless the item has again what the change left.
 */
export function planUndo(
  change: Change,
  { later, item }: { later: Change[]; item: HighlightedItem | undefined },
  moment: UndoMoment,
): UndoPlan<HighlightedItem> {
  if (!item) return refused(GONE)
  if (change.actor.kind === 'service') return nothing('What the service does by itself can’t be undone.')
  return change.before === null
    ? planUndoOfCreation(change, { later, item }, moment.now)
    : planUndoOfParts(change, { later, item }, moment)
}

/** Undoing the creation of an item moves it to the trash, unless a change by somebody else is still visible on it. */
function planUndoOfCreation(
  change: Change,
  { later: laterChanges, item }: ItemSince,
  now: number,
): UndoPlan<HighlightedItem> {
  const [own, others] = partition(laterChanges, ({ actor }) => isSame(actor, change.actor))
  const left = stateLeftBy(change, own)
  const other = others.findLast(
    (later) =>
      !isReadingProgress(later.action) &&
      partsOf(later).some((part) => !isUndone(later, part) && !isSamePart(part, left, item)),
  )
  if (other) return refused(reasonOfItem(other), other)
  return item.removedAt === null
    ? { kind: 'possible', after: { ...item, removedAt: now }, parts: [], conflicts: [] }
    : nothing('The item is in the trash.')
}

function planUndoOfParts(
  change: Change,
  { later, item }: ItemSince,
  moment: UndoMoment,
): UndoPlan<HighlightedItem> {
  const parts = partsOf(change).filter((part) => !isUndone(change, part))
  if (parts.length === 0) return nothing('Nothing is left to undo.')
  const { removed } = tagsOf(change)
  const reverted: ChangePart[] = []
  const conflicts: UndoConflict[] = []
  // Tags that the change added come first, which may make room for those that it removed.
  for (const part of parts.toSorted((one, other) => Number(isRestored(one)) - Number(isRestored(other)))) {
    const conflict =
      conflictOf(change, part, { later, item }) ?? obstacleOf(change, part, { item, moment, reverted })
    if (conflict) conflicts.push(conflict)
    else reverted.push(part)
  }
  const after = withoutParts(change, reverted, { item, now: moment.now })
  const alreadyApplied = reverted.every((part) => isSamePart(part, after, item))
  if (!alreadyApplied) return { kind: 'possible', after, parts: reverted, conflicts }
  if (conflicts.length === 0) return nothing('The item is already as it was before.')
  return {
    kind: 'refused',
    because: explainConflicts(conflicts),
    by: conflicts.findLast(({ by }) => by)?.by ?? null,
    conflicts,
  }

  function isRestored({ tag }: ChangePart): boolean {
    return tag !== undefined && removed.includes(tag)
  }
}

/** The last later change that is in the way of a part. */
function conflictOf(
  change: Change,
  part: ChangePart,
  { later: laterChanges, item }: ItemSince,
): UndoConflict | undefined {
  const later = laterChanges.filter((later) =>
    partsOf(later).some((other) => overlaps(part, other) && !isUndone(later, other)),
  )
  const by = later.at(-1)
  if (!by || isAsLeftBy(change, part, { later, item })) return undefined
  return { part, by, because: `${whoChanged(by)} ${part.what} since.` }
}

/** Why a part can't go back although nobody has changed it since. `reverted` are the other parts that go back. */
function obstacleOf(
  change: Change,
  part: ChangePart,
  { item, moment: { versions }, reverted }: { item: Item; moment: UndoMoment; reverted: ChangePart[] },
): UndoConflict | undefined {
  const copy = part.names.includes('snapshot') ? change.before?.snapshot : undefined
  if (copy && copy.id !== item.snapshot?.id && !versions.has(versionKey(item.id, copy.id)))
    return { part, by: null, because: PAGE_DELETED }
  if (part.tag !== undefined && tagsWithout(change, [...reverted, part], item).length > MAX_TAGS)
    return { part, by: null, because: TOO_MANY_TAGS }
  if (part.highlight && hasNoRoomFor([...reverted, part], change, item))
    return { part, by: null, because: TOO_MANY_HIGHLIGHTS }
  return undefined
}

/** The item with these parts of a change as they were before it. */
function withoutParts(
  change: Change,
  parts: ChangePart[],
  { item, now }: { item: HighlightedItem; now: number },
): HighlightedItem {
  const names = parts.flatMap(({ names, tag }) => (tag === undefined ? names : []))
  const restored: HighlightedItem = {
    ...item,
    ...(names.includes('snapshot') && pageBefore(change, item)),
    ...Object.fromEntries(names.map((name) => [name, change.before![name]])),
    tags: tagsWithout(change, parts, item),
    ...(item.highlights && { highlights: restoreHighlights(change, parts, item) }),
  }
  const { removedAt, snoozedUntil } = restored
  return {
    ...restored,
    // The 30 days in the trash start again, and a snooze that has expired meanwhile is not restored.
    ...(names.includes('removedAt') && { removedAt: removedAt === null ? null : (item.removedAt ?? now) }),
    ...(names.includes('snoozedUntil') &&
      snoozedUntil !== null &&
      snoozedUntil <= now && { snoozedUntil: null }),
  }
}

function tagsWithout(change: Change, parts: ChangePart[], item: Item): string[] {
  const { added, removed } = tagsOf(change)
  const isReverted = (tag: string) => parts.some((part) => part.tag === tag)
  const remaining = item.tags.filter((tag) => !(added.includes(tag) && isReverted(tag)))
  return uniteTags(remaining, removed.filter(isReverted))
}

/** The fields that are extracted from the page. */
const PAGE_FIELDS = FIELD_NAMES.filter((name): name is PageField => entryOf(name).from === 'page')
type PageField = FieldLike<{ from: 'page' }>

/** The previous page's fields, of a change that replaced the page. Without a previous page, the item is fetched again. */
function pageBefore({ before }: Change, item: Item): Partial<Item> {
  if (!before) return {}
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
    for (const part of partsOf(later).filter((part) => !isUndone(later, part))) {
      const { names, tag, highlight } = part
      if (highlight) left.highlights = withRecorded(left.highlights, highlight, later.after?.highlights)
      else if (tag === undefined)
        Object.assign(left, ...names.map((name) => ({ [name]: later.after?.[name] })))
      else
        left.tags = later.after?.tags?.includes(tag)
          ? uniteTags(left.tags ?? [], [tag])
          : (left.tags ?? []).filter((other) => other !== tag)
    }
  }
  return left
}

function partition<T>(values: readonly T[], test: (value: T) => boolean): [yes: T[], no: T[]] {
  return [values.filter(test), values.filter((value) => !test(value))]
}

export function nothing(because: string): UndoPlan<never> {
  return { kind: 'nothing', because }
}

export function refused(because: string, by: Change | null = null): UndoPlan<never> {
  return { kind: 'refused', because, by, conflicts: [] }
}

function isSame(one: Actor, other: Actor): boolean {
  return one.kind === other.kind && one.agent?.id === other.agent?.id
}
