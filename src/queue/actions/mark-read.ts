import { itemAction } from '../action.ts'
import { stateOf } from '../item.ts'

export const markRead = itemAction({
  name: 'mark-read',
  title: 'Mark as read',
  method: 'PUT',
  fields: {},
  offered: (item) => stateOf(item) === 'unread',
  change: (item, _, { now }) => ({ ...item, readAt: now }),
})
