import { itemAction } from './action.ts'
import { stateOf } from '../model/states.ts'

export const unsnoozeItem = itemAction({
  name: 'unsnooze-item',
  title: 'Unsnooze',
  description: 'Bring a snoozed item back into the unread list now.',
  method: 'PUT',
  fields: {},
  isOffered: (item) => stateOf(item) === 'snoozed',
  isAlreadyApplied: (item) => item.removedAt === null && item.snoozedUntil === null,
  change: (item) => ({ ...item, snoozedUntil: null }),
})
