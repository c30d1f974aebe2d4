import { html } from 'hono/html'
import type { FailureCode } from '../../failure.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from './layout.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.failures

/** The page for a request that was refused. */
export function failurePage(failure: { code: FailureCode; detail: string }): Fragment {
  return problemPage(messages.titles[failure.code], failure.detail)
}

/** The page for an internal error; `requestId` finds it in the log. */
export function faultPage(requestId: string): Fragment {
  return problemPage(messages.fault.title, messages.fault.detail(requestId))
}

function problemPage(title: string, detail: string): Fragment {
  return layout(
    { title, width: 'narrow' },
    html`<section class="panel">
      <h1>${title}</h1>
      <p dir="auto">${detail}</p>
      <p class="button-row"><a class="button main" href="/queue">${messages.toQueue}</a></p>
    </section>`,
  )
}
