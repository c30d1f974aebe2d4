import type { Changes, Saved } from '../../queue/actions/action.ts'
import { ALREADY_APPLIED } from '../../queue/actions/refusal.ts'
import type { Item } from '../../queue/model/item.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.actions
const { bulk } = allMessages.queue

/** The notice after an action; `item` is the item as it is then. */
export function doneMessage(actionName: string, { snoozedUntil }: Item): string {
  if (actionName === 'snooze-item' && snoozedUntil !== null)
    return messages.snoozedUntil(allMessages.formats.day(snoozedUntil))
  return messages.done[actionName] ?? messages.otherwiseDone
}

/** The notice after saving links. */
export function savedMessage(saved: Saved[]): string {
  return messages.saved(saved.length, saved.filter(({ isNew }) => !isNew).length)
}

/** The notice after changing several items. */
export function changesMessage({ actions: [action], changed, skipped }: Changes): string {
  const already = skipped.filter(({ reason }) => reason === ALREADY_APPLIED).length
  const impossible = skipped.length - already
  const parts = [
    changed.length > 0
      ? (bulk.done[action?.name ?? '']?.(changed.length) ?? String(changed.length))
      : bulk.nothing,
    already > 0 && bulk.already(already),
    impossible > 0 && bulk.impossible(impossible),
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
