import { itemAction } from './action.ts'
import { stateOf } from '../model/states.ts'

export const markUnread = itemAction({
  name: 'mark-unread',
  title: 'Mark as unread',
  description: 'Mark a read item as unread, so that it is in the unread list again.',
  method: 'PUT',
  fields: {},
  isOffered: (item) => stateOf(item) === 'read',
  isAlreadyApplied: (item) => stateOf(item) === 'unread',
  unavailableReason: () => 'the item is snoozed. To bring it back now, use unsnooze-item',
  change: (item) => ({ ...item, readAt: null }),
})
