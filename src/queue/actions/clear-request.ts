import { itemAction } from './action.ts'

/** For a request that is no longer needed, and for an answer that was read. */
export const clearRequest = itemAction({
  name: 'clear-request',
  title: 'Clear the request',
  description: 'Take the request off an item, with its answer if there is one.',
  method: 'PUT',
  fields: {},
  isOffered: (item) => item.removedAt === null && item.request !== null,
  isAlreadyApplied: (item) => item.removedAt === null && item.request === null,
  change: (item) => ({
    ...item,
    request: null,
    requestBy: null,
    requestedAt: null,
    answer: null,
    answerBy: null,
    answeredAt: null,
  }),
})
