import { itemAction } from './action.ts'

/** Fetches the page again. The stored copy is replaced only by one that is at least as good. */
export const refetchItem = itemAction({
  name: 'refetch-item',
  title: 'Fetch again',
  description: 'Fetch the page of an item again. What is kept of it stays unless the new copy is as good.',
  asksWeb: true,
  method: 'PUT',
  fields: {},
  offered: (item) => item.removedAt === null && item.content.status !== 'pending',
  isDone: (item) => item.removedAt === null && item.content.status === 'pending',
  change: (item) => ({ ...item, content: { ...item.content, status: 'pending', reason: null } }),
})
