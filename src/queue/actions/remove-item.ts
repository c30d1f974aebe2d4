import { itemAction } from './action.ts'

/** Puts the item into the trash, from where it can be restored. */
export const removeItem = itemAction({
  name: 'remove-item',
  title: 'Remove',
  description: 'Put an item into the trash, where it can be restored for 30 days.',
  destroys: true,
  method: 'DELETE',
  path: '',
  fields: {},
  isOffered: (item) => item.removedAt === null,
  isAlreadyApplied: (item) => item.removedAt !== null,
  change: (item, _, { now }) => ({ ...item, removedAt: now }),
})
