import { html } from '../html.ts'
import type { FailureCode } from '../../failure.ts'
import type { Fragment } from '../fragment.ts'
import type { Person } from '../parts/person.ts'
import { layout } from './layout.ts'
import { allMessages } from '../messages/messages.ts'
import { translated } from '../messages/sentences.ts'

const messages = allMessages.failures

/** The page for a request that was refused; with the navigation of whoever is signed in. */
export function failurePage(failure: { code: FailureCode; detail: string }, person?: Person): Fragment {
  return problemPage(messages.titles[failure.code], translated(failure.detail), person)
}

/** The page for a form of an earlier session; `from` is the page that it stands on, if known. */
export function expiredFormPage(from: string | undefined, person?: Person): Fragment {
  const { title, detail, back } = messages.expiredForm
  return problemPage(title, detail, person, from === undefined ? undefined : { href: from, label: back })
}

/** The page for an internal error; `requestId` finds it in the log. */
export function faultPage(requestId: string): Fragment {
  return problemPage(messages.fault.title, messages.fault.detail(requestId))
}

const TO_QUEUE = { href: '/queue', label: messages.toQueue }

function problemPage(title: string, detail: string, person?: Person, way = TO_QUEUE): Fragment {
  return layout(
    { title, width: 'narrow', person },
    html`<section class="panel">
      <h1>${title}</h1>
      <p dir="auto">${detail}</p>
      <p class="button-row"><a class="button main" href="${way.href}">${way.label}</a></p>
    </section>`,
  )
}
