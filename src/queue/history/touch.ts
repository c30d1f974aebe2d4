import { entryOf, FIELD_NAMES, ITEM_FIELDS, type UserField } from '../model/fields.ts'
import { isSameValue, type Change, type RecordedItem } from './change.ts'

const USER_FIELDS = FIELD_NAMES.filter((name): name is UserField => entryOf(name).undo !== undefined)

/** The fields of a change that can be undone. */
export function undoableFieldsOf({ before, after }: Change): UserField[] {
  if (before === null || after === null) return []
  return USER_FIELDS.filter((name) => name in after)
}

/** The tags that a change added and removed. */
export function tagsOf({ before, after }: Change): { added: string[]; removed: string[] } {
  const [was, is] = [before?.tags ?? [], after?.tags ?? []]
  return { added: is.filter((tag) => !was.includes(tag)), removed: was.filter((tag) => !is.includes(tag)) }
}

/** One thing that a change touched; `what` names it, to compare changes and for people. Each tag counts separately. */
export type Touch = {
  what: string
  isEqual(one: Partial<RecordedItem>, other: Partial<RecordedItem>): boolean
}

export function touchesOf(change: Change): Touch[] {
  const names = undoableFieldsOf(change).filter((name) => name !== 'tags')
  const fields = [...Map.groupBy(names, (name) => ITEM_FIELDS[name].undo)].map(([what, names]): Touch => ({
    what,
    isEqual: (one, other) => names.every((name) => isSameValue(one[name], other[name])),
  }))
  const { added, removed } = tagsOf(change)
  const tags = [...added, ...removed].map((tag): Touch => ({
    what: `the tag “${tag}”`,
    isEqual: (one, other) => one.tags?.includes(tag) === other.tags?.includes(tag),
  }))
  return [...fields, ...tags]
}
