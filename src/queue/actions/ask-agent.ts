import { authorOf } from '../model/actor.ts'
import { MAX_AGENT_REQUEST_LENGTH, agentRequestStateOf } from '../model/agent-request.ts'
import { itemAction } from './action.ts'

/** Takes the place of an earlier request, whose answer goes with it. */
export const askAgent = itemAction({
  name: 'ask-agent',
  title: 'Ask an agent',
  description: 'Leave a request about an item, which any agent may answer. It replaces an earlier one.',
  method: 'PUT',
  fields: {
    request: {
      kind: 'line',
      title: 'Request',
      hint: 'What to do with the item, in words',
      required: true,
      maxLength: MAX_AGENT_REQUEST_LENGTH,
    },
  },
  isOffered: (item) => item.removedAt === null,
  change(item, { request }, { actor, now }) {
    if (agentRequestStateOf(item) === 'asked' && request === item.request) return item
    return {
      ...item,
      request,
      requestBy: authorOf(actor),
      requestedAt: now,
      answer: null,
      answerBy: null,
      answeredAt: null,
    }
  },
})
