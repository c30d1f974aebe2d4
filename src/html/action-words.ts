import type { Changes, Saved } from '../queue/action.ts'
import { itemActions } from '../queue/catalogue.ts'
import { english } from './words/english.ts'

/** What the web app says once an action is done, and which action takes it back. */
const WORDS: Record<string, { done: string; undo?: string }> = {
  'mark-read': { done: 'Marked as read.', undo: 'mark-unread' },
  'mark-unread': { done: 'Marked as unread.', undo: 'mark-read' },
  'favourite-item': { done: 'Added to your favourites.', undo: 'unfavourite-item' },
  'unfavourite-item': { done: 'Taken out of your favourites.', undo: 'favourite-item' },
  'snooze-item': { done: 'Snoozed. It comes back by itself.', undo: 'unsnooze-item' },
  'unsnooze-item': { done: 'Back in your unread list.' },
  'tag-item': { done: 'Tagged.' },
  'untag-item': { done: 'Tag removed.' },
  'edit-item': { done: 'Your changes are saved.' },
  'set-progress': { done: 'Your place is kept.' },
  'refetch-item': { done: 'The page is being fetched again.' },
  'remove-item': { done: 'Moved to the trash.', undo: 'restore-item' },
  'restore-item': { done: 'Restored from the trash.', undo: 'remove-item' },
}

export function doneWords(actionName: string): { done: string; undo?: string } {
  return WORDS[actionName] ?? { done: 'Done.' }
}

/** What came of saving links. */
export function savedWords(saved: Saved[]): string {
  const known = saved.filter(({ isNew }) => !isNew).length
  if (saved.length === 1) {
    return known === 0 ? 'Saved.' : 'You had saved this already; it is at the top again.'
  }
  if (known === 0) return `Saved ${saved.length} links.`
  if (known === saved.length) return `You had saved all ${known} already; they are at the top again.`
  const again = known === 1 ? 'it is' : 'they are'
  return `Saved ${saved.length} links. ${known} of them you had already; ${again} at the top again.`
}

const { bulk } = english.queue

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
  return actionName === 'tag-item'
    ? 'untag-item'
    : actionName === 'untag-item'
      ? 'tag-item'
      : WORDS[actionName]?.undo
}
