import { itemAction } from './action.ts'

export const favouriteItem = itemAction({
  name: 'favourite-item',
  title: 'Favourite',
  description: 'Make an item a favourite.',
  method: 'PUT',
  fields: {},
  offered: (item) => item.removedAt === null && item.favouritedAt === null,
  isDone: (item) => item.removedAt === null && item.favouritedAt !== null,
  change: (item, _, { now }) => ({ ...item, favouritedAt: now }),
})
