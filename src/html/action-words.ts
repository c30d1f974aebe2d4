import type { Changes, Saved } from '../queue/action.ts'
import { itemActions } from '../queue/catalogue.ts'
import { allWords } from './words/words.ts'

const words = allWords.actions
const { bulk } = allWords.queue

/** Which action takes back another, where the same is done to several items. */
const UNDO: Record<string, string> = {
  'tag-item': 'untag-item',
  'untag-item': 'tag-item',
  'mark-read': 'mark-unread',
  'mark-unread': 'mark-read',
  'favourite-item': 'unfavourite-item',
  'unfavourite-item': 'favourite-item',
  'snooze-item': 'unsnooze-item',
  'remove-item': 'restore-item',
  'restore-item': 'remove-item',
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
  const undo = itemActions.find(({ name }) => name === undoOfMany(action.name))
  // What could be undone has been done before.
  const already = skipped.filter(({ item }) => undo?.offered(item)).length
  const impossible = skipped.length - already
  const parts = [
    changed.length > 0 ? (bulk.done[action.name]?.(changed.length) ?? String(changed.length)) : bulk.nothing,
    already > 0 && bulk.already(already),
    impossible > 0 && bulk.impossible(impossible),
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

/** The action that takes back what was done to several items, all of which it changed. */
export function undoOfMany(actionName: string): string | undefined {
  return UNDO[actionName]
}
