import { invalidField } from '../../failure.ts'
import { DAY } from '../../ports/clock.ts'
import { itemAction } from './action.ts'
import { stateOf } from '../model/states.ts'

const MAX_SNOOZE = 3660 * DAY

/** Hides the item from the unread list until the given time, when it returns by itself. */
export const snoozeItem = itemAction({
  name: 'snooze-item',
  title: 'Snooze',
  description: 'Take an unread item out of the unread list until a time; then it comes back by itself.',
  method: 'PUT',
  fields: {
    until: {
      kind: 'instant',
      isAhead: true,
      title: 'Until',
      hint: 'When it comes back: tomorrow, monday, 7d, 2026-12-24 (all in UTC), or an RFC 3339 instant',
      required: true,
    },
  },
  isOffered: (item) => stateOf(item) === 'unread' || stateOf(item) === 'snoozed',
  change(item, { until }, { now }) {
    if (until <= now) throw invalidField('until', 'That time has passed. Choose a later one.')
    if (until > now + MAX_SNOOZE) throw invalidField('until', 'An item can be snoozed for ten years at most.')
    return until === item.snoozedUntil ? item : { ...item, snoozedUntil: until }
  },
})
