import { itemAction } from '../action.ts'

export const unfavouriteItem = itemAction({
  name: 'unfavourite-item',
  title: 'Remove from favourites',
  method: 'PUT',
  fields: {},
  offered: (item) => item.removedAt === null && item.favouritedAt !== null,
  change: (item) => ({ ...item, favouritedAt: null }),
})
