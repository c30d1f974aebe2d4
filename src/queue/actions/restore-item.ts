import { itemAction } from './action.ts'

/** Moves the item out of the trash, into the state it had when it was removed. */
export const restoreItem = itemAction({
  name: 'restore-item',
  title: 'Restore',
  description: 'Take an item out of the trash, as it was when it was removed.',
  method: 'PUT',
  fields: {},
  isOffered: (item) => item.removedAt !== null,
  isAlreadyApplied: (item) => item.removedAt === null,
  change: (item, _, { now }) => ({
    ...item,
    removedAt: null,
    // The snooze may have expired meanwhile.
    snoozedUntil: item.snoozedUntil !== null && item.snoozedUntil <= now ? null : item.snoozedUntil,
  }),
})
