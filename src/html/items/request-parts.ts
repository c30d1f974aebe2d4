// Named `markup`, so that the formatter leaves the templates alone: every row of a page repeats their white space.
import { html as markup } from '../html.ts'
import type { Agent } from '../../queue/model/actor.ts'
import type { Item } from '../../queue/model/item.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { agentName } from '../parts/agent-name.ts'

const messages = allMessages.requests

/** In one line: the answer, and else what was asked. */
export function requestLine({ request, requestBy, answer, answerBy }: Item): Fragment | undefined {
  if (answer !== null) return line(answerLabel(answerBy), answer)
  return request === null ? undefined : line(requestLabel(requestBy), request)
}

function line(label: Fragment | string, text: string): Fragment {
  return markup`<p class="note request"><span class="caption">${label}</span> <span dir="auto">${text}</span></p>`
}

/** The words before a request, which name the agent that asked. */
function requestLabel(by: Agent | null): Fragment | string {
  return by ? messages.askedBy(agentName(by.name)) : messages.asked
}

/** The words before an answer, which name the agent whose words it is in. */
function answerLabel(by: Agent | null): Fragment | string {
  return by ? messages.answeredBy(agentName(by.name)) : messages.answered
}
