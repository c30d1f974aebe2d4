import { LINK_FIELDS } from '../input/field.ts'
import { authorOf } from '../model/actor.ts'
import { agentRequestStateOf } from '../model/agent-request.ts'
import { itemAction } from './action.ts'

/** Only the first answer counts, so that of several agents none replaces the words of another. */
export const answerRequest = itemAction({
  name: 'answer-request',
  title: 'Answer the request',
  description: 'Answer the request of an item, which closes it. The person sees the answer and who gave it.',
  method: 'PUT',
  fields: {
    answer: {
      kind: 'text',
      title: 'Answer',
      hint: 'What you found or did, for the person',
      required: true,
      maxLength: LINK_FIELDS.note.maxLength,
    },
  },
  isOffered: (item) => item.removedAt === null && agentRequestStateOf(item) === 'asked',
  unavailableReason: (item) =>
    item.request === null
      ? 'nothing is asked of agents about the item. Items with a request are found by is:asked'
      : 'its request has been answered',
  isAlreadyApplied: (item, { answer }) => item.removedAt === null && item.answer === answer,
  change: (item, { answer }, { actor, now }) => ({
    ...item,
    answer,
    answerBy: authorOf(actor),
    answeredAt: now,
  }),
})
