import { itemAction } from './action.ts'

export const unfavouriteItem = itemAction({
  name: 'unfavourite-item',
  title: 'Remove from favourites',
  description: 'Make an item no favourite any more. The item stays.',
  method: 'PUT',
  fields: {},
  isOffered: (item) => item.removedAt === null && item.favouritedAt !== null,
  isAlreadyApplied: (item) => item.removedAt === null && item.favouritedAt === null,
  change: (item) => ({ ...item, favouritedAt: null }),
})
