import { html } from 'hono/html'
import type { FailureCode } from '../failure.ts'
import { failureWords } from './failure-words.ts'
import type { Fragment } from './fragment.ts'
import { layout } from './layout.ts'

/** A page that says why a request was refused. */
export function failurePage(failure: { code: FailureCode; detail: string }): Fragment {
  return problemPage(failureWords[failure.code].title, failure.detail)
}

/** A page for a fault of the service itself; `requestId` finds it in the log. */
export function faultPage(requestId: string): Fragment {
  const detail = `It has been noted as ${requestId}. Go back and try again; if it happens again, tell whoever runs this service.`
  return problemPage('Something went wrong on our side', detail)
}

function problemPage(title: string, detail: string): Fragment {
  return layout(
    { title, width: 'narrow' },
    html`<section class="panel">
      <h1>${title}</h1>
      <p dir="auto">${detail}</p>
      <p class="go-on"><a class="button main" href="/queue">Go to your queue</a></p>
    </section>`,
  )
}
