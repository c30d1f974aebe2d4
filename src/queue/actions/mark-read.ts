import { itemAction } from './action.ts'
import { stateOf } from '../model/states.ts'

export const markRead = itemAction({
  name: 'mark-read',
  title: 'Mark as read',
  description: 'Mark an item as read. It leaves the unread list.',
  method: 'PUT',
  fields: {},
  isOffered: (item) => stateOf(item) === 'unread' || stateOf(item) === 'snoozed',
  isAlreadyApplied: (item) => stateOf(item) === 'read',
  change: (item, _, { now }) => ({ ...item, readAt: now, snoozedUntil: null }),
})
