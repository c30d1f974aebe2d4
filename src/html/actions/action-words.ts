import type { Changes, Saved } from '../../queue/actions/action.ts'
import { ALREADY_APPLIED } from '../../queue/actions/refusal.ts'
import type { Item } from '../../queue/model/item.ts'
import { allWords } from '../words/words.ts'

const words = allWords.actions
const { bulk } = allWords.queue

/** Whether an item is already as an action would leave it; what is not here says so itself. */
const ALREADY: Record<string, (item: Item) => boolean> = {
  'mark-read': ({ readAt, removedAt }) => readAt !== null && removedAt === null,
  'mark-unread': ({ readAt, removedAt }) => readAt === null && removedAt === null,
  'favourite-item': ({ favouritedAt, removedAt }) => favouritedAt !== null && removedAt === null,
  'unfavourite-item': ({ favouritedAt, removedAt }) => favouritedAt === null && removedAt === null,
  'unsnooze-item': ({ snoozedUntil, removedAt }) => snoozedUntil === null && removedAt === null,
  'remove-item': ({ removedAt }) => removedAt !== null,
  'restore-item': ({ removedAt }) => removedAt === null,
}

/** What the web app says once an action is done. */
export function doneWords(actionName: string): string {
  return words.done[actionName] ?? words.otherwiseDone
}

/** What came of saving links. */
export function savedWords(saved: Saved[]): string {
  return words.saved(saved.length, saved.filter(({ isNew }) => !isNew).length)
}

/** What came of changing several items. */
export function changesWords({ action, changed, skipped }: Changes): string {
  const already = skipped.filter(
    ({ item, reason }) => reason === ALREADY_APPLIED || ALREADY[action.name]?.(item),
  ).length
  const impossible = skipped.length - already
  const parts = [
    changed.length > 0 ? (bulk.done[action.name]?.(changed.length) ?? String(changed.length)) : bulk.nothing,
    already > 0 && bulk.already(already),
    impossible > 0 && bulk.impossible(impossible),
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
