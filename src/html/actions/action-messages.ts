import type { Changes, Saved, SearchOutcome } from '../../queue/actions/action.ts'
import { ALREADY_APPLIED } from '../../queue/actions/refusal.ts'
import type { Item } from '../../queue/model/item.ts'
import type { TimeZone } from '../../text/time-zone.ts'
import { snoozeDayText } from './snooze-presets.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.actions
const { bulk } = allMessages.queue

/** The notice after an action; `item` is the item as it is then. */
export function doneMessage(actionName: string, { snoozedUntil }: Item, zone?: TimeZone): string {
  if (actionName === 'snooze-item' && snoozedUntil !== null)
    return messages.snoozedUntil(snoozeDayText(snoozedUntil, zone))
  return messages.done[actionName] ?? messages.otherwiseDone
}

/** The notice after saving links. */
export function savedMessage(saved: Saved[]): string {
  const outcome = messages.saved(saved.length, saved.filter(({ isNew }) => !isNew).length)
  const [only] = saved
  const effects = saved.length === 1 && only && !only.isNew ? only.effects : []
  return [outcome, ...effects.map((effect) => messages.savedAgain[effect])].join(' ')
}

/** The notice after an action on a saved search. */
export function searchMessage({ search, isNew, isRemoved, act }: SearchOutcome): string {
  const { done } = allMessages.searches
  if (act === null) return done.same
  return (isRemoved ? done.removed : isNew ? done.saved : done.changed)(search.name)
}

/** The notice after changing several items. */
export function changesMessage({ actions: [action], changed, skipped }: Changes): string {
  const already = skipped.filter(({ reason }) => reason === ALREADY_APPLIED).length
  const impossible = skipped.length - already
  const parts = [
    changed.length > 0 ? (bulk.done[action?.name ?? ''] ?? bulk.otherwiseDone)(changed.length) : bulk.nothing,
    already > 0 && bulk.alreadyApplied(already),
    impossible > 0 && bulk.impossible(impossible),
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
