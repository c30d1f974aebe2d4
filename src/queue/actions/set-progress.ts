import { itemAction } from './action.ts'

/** Sets the reading progress; marking as read is a separate action. */
export const setProgress = itemAction({
  name: 'set-progress',
  title: 'Set the progress',
  description: 'Note how far an item has been read. It stays unread or read as it is.',
  method: 'PUT',
  fields: {
    progress: {
      kind: 'fraction',
      title: 'How far, from 0 to 1',
      hint: 'How much has been read: 0 is nothing, 0.5 half, 1 all',
      required: true,
    },
  },
  isOffered: (item) => item.removedAt === null,
  defaults: (item) => ({ progress: String(item.progress) }),
  change: (item, { progress }) => (progress === item.progress ? item : { ...item, progress }),
})
