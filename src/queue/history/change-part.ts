import { entryOf, FIELD_NAMES, ITEM_FIELDS, propertyOf, type UserField } from '../model/fields.ts'
import type { HighlightedItem } from '../highlights/highlights.ts'
import { type HighlightPart, highlightKey, highlightParts, isSameHighlightPart } from './highlight-part.ts'
import { isSameValue, type Change, type RecordedItem } from './change.ts'

const USER_FIELDS = FIELD_NAMES.filter((name): name is UserField => entryOf(name).undo !== undefined)

/** Fields that are undone together, by the name of what they are. */
const GROUPS = Map.groupBy(USER_FIELDS, (name) => ITEM_FIELDS[name].undo)

/** The fields of a change that can be undone. */
export function undoableFieldsOf({ before, after }: Pick<Change, 'before' | 'after'>): UserField[] {
  if (before === null || after === null) return []
  return USER_FIELDS.filter((name) => name in after)
}

/** The tags that a change added and removed. */
export function tagsOf({ before, after }: Change): { added: string[]; removed: string[] } {
  const [tagsBefore, tagsAfter] = [before?.tags ?? [], after?.tags ?? []]
  return {
    added: tagsAfter.filter((tag) => !tagsBefore.includes(tag)),
    removed: tagsBefore.filter((tag) => !tagsAfter.includes(tag)),
  }
}

/** A part of a change that is undone or left by itself: fields that go together, or one tag. */
export type ChangePart = {
  /** Names it, to compare changes and for the middle of a sentence. */
  what: string
  /** The fields of it that the change touched. */
  names: UserField[]
  /** The one tag, where `names` is the tags. */
  tag?: string
  /** The highlight, or the field of one, where `names` is empty. */
  highlight?: HighlightPart
}

/** The parts of a change; none if the item was created or permanently deleted. */
export function partsOf(change: Change): ChangePart[] {
  const names = undoableFieldsOf(change).filter((name) => name !== 'tags')
  const groups = [...Map.groupBy(names, (name) => ITEM_FIELDS[name].undo)]
  const { added, removed } = tagsOf(change)
  return [
    ...groups.map(([what, names]) => ({ what, names })),
    ...[...added, ...removed].map((tag) => ({ what: `the tag “${tag}”`, names: ['tags' as const], tag })),
    ...highlightParts(change).map((part) => ({ ...part, names: [] })),
  ]
}

/** The keys of a part in `UndoneFields`. */
export function keysOf({ names, tag, highlight }: ChangePart): string[] {
  if (highlight) return [highlightKey(highlight)]
  return tag === undefined ? names : [`tags/${tag}`]
}

/** The names of a part in the API. */
export function propertiesOf({ names, highlight }: ChangePart): string[] {
  return highlight ? ['highlights'] : names.map(propertyOf)
}

/** Whether a part is the same in two states of an item. */
export function isSamePart(
  { names, tag, highlight }: ChangePart,
  one: Partial<RecordedItem>,
  other: Partial<RecordedItem>,
): boolean {
  if (highlight) return isSameHighlightPart(highlight, one.highlights, other.highlights)
  if (tag !== undefined) return one.tags?.includes(tag) === other.tags?.includes(tag)
  return names.every((name) => isSameValue(one[name], other[name]))
}

/** The item of a change as it is now, and its later changes. */
export type ItemSince = { later: readonly Change[]; item: HighlightedItem }

/** Whether the fields of a part have the values that the change left in them, also if they were changed and changed back. */
export function isAsLeftBy(change: Change, part: ChangePart, since: ItemSince): boolean {
  const { item } = since
  if (part.tag !== undefined || part.highlight) return isSamePart(part, change.after ?? {}, item)
  return GROUPS.get(part.what as (typeof ITEM_FIELDS)[UserField]['undo'])!.every((name) =>
    isSameValue(item[name], valueLeftBy(change, name, since)),
  )
}

/** Whether two parts have something in common, such as a removed highlight and its note. */
export function overlaps(one: ChangePart, other: ChangePart): boolean {
  if (!one.highlight || !other.highlight) return one.what === other.what
  const { id, field } = one.highlight
  const isOfBoth =
    field === other.highlight.field || field === undefined || other.highlight.field === undefined
  return id === other.highlight.id && isOfBoth
}

/** The value that a field had after a change. If the change did not touch it, the next one that did recorded it. */
function valueLeftBy({ after }: Change, name: UserField, { later, item }: ItemSince): unknown {
  const from: Partial<RecordedItem> =
    [after, ...later.map(({ before }) => before)].find((fields) => fields && name in fields) ?? item
  return from[name]
}
