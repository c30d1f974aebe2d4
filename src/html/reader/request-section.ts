import { html } from '../html.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import { answerRequest } from '../../queue/actions/answer-request.ts'
import { askAgent } from '../../queue/actions/ask-agent.ts'
import { clearRequest } from '../../queue/actions/clear-request.ts'
import type { Item } from '../../queue/model/item.ts'
import { agentRequestStateOf } from '../../queue/model/agent-request.ts'
import { actionForm, type ActionFormOptions, failedSubmission } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { agentName } from '../parts/agent-name.ts'
import { attributes } from '../parts/attributes.ts'
import { relativeTime } from '../parts/instant.ts'

const messages = allMessages.requests

/** The actions whose forms are in this section. */
export const requestActions: ItemAction[] = [askAgent, answerRequest, clearRequest]

/** The question about an item, and the answer with its author; undefined if there is no question. */
export function requestBox(item: Item, now: number): Fragment | undefined {
  const { request, requestBy, requestedAt, answer, answerBy, answeredAt } = item
  if (request === null) return undefined
  const part = (who: Fragment, text: string) =>
    html`<p class="caption">${who}</p>
      <p class="request-text" dir="auto">${text}</p>`
  const asked = relativeTime(requestedAt ?? now, now)
  const answered = relativeTime(answeredAt ?? now, now)
  return html`<div class="request-box">
    ${part(requestBy ? messages.agentAsked(agentName(requestBy.name), asked) : messages.youAsked(asked), request)}
    ${
      answer === null
        ? html`<p class="caption">${messages.waiting}</p>`
        : part(
            answerBy
              ? messages.agentAnswered(agentName(answerBy.name), answered)
              : messages.youAnswered(answered),
            answer,
          )
    }
  </div>`
}

/** The form below an article that asks an agent about it; undefined if the item doesn't offer that. */
export function requestSection(item: Item, options: ActionFormOptions): Fragment | undefined {
  if (!askAgent.isOffered(item)) return undefined
  return html`<section id="ask" aria-labelledby="ask-title">
    <h2 id="ask-title">${messages.title}</h2>
    ${requestForms(item, options)}
  </section>`
}

/** The forms that ask, answer and clear, as far as the item offers them. */
function requestForms(item: Item, options: ActionFormOptions): Fragment {
  const state = agentRequestStateOf(item)
  const quiet = { ...options, style: 'quiet' } satisfies ActionFormOptions
  const ask = actionForm(askAgent, { ...quiet, label: messages.ask })
  return html`${state === null ? html`<p class="hint">${messages.hint}</p>` : undefined}
  ${state === null ? ask : collapsed(messages.askAgain, askAgent, { options, form: ask })}
  ${
    answerRequest.isOffered(item) &&
    collapsed(messages.answerYourself, answerRequest, {
      options,
      form: actionForm(answerRequest, { ...quiet, label: messages.answer }),
    })
  }
  ${clearRequest.isOffered(item) && actionForm(clearRequest, { ...quiet, label: messages.clear })}`
}

/** A collapsed form, open after a failed submission. */
function collapsed(
  title: string,
  action: ItemAction,
  { options, form }: { options: ActionFormOptions; form: Fragment },
): Fragment {
  return html`<details ${attributes({ open: failedSubmission(action, options) && true })}>
    <summary>${title}</summary>
    ${form}
  </details>`
}
