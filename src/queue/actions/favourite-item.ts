import { itemAction } from './action.ts'

export const favouriteItem = itemAction({
  name: 'favourite-item',
  title: 'Favourite',
  description: 'Make an item a favourite.',
  method: 'PUT',
  fields: {},
  isOffered: (item) => item.removedAt === null && item.favouritedAt === null,
  isAlreadyApplied: (item) => item.removedAt === null && item.favouritedAt !== null,
  change: (item, _, { now }) => ({ ...item, favouritedAt: now }),
})
