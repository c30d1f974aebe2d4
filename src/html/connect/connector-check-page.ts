import { html } from 'hono/html'
import { isLoopbackHost } from '../../config/sign-up-mode.ts'
import { checkForm } from './connect-page.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import type { Slot } from '../messages/format/slot.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.connect.check

/** One step of connecting; `problem` says what is wrong and what to do if it failed. */
export type CheckedStep = {
  title: string
  outcome: keyof typeof messages.outcomes
  problem?: string | undefined
}

export type ConnectorCheckView = { person: Person; baseUrl: string; steps: CheckedStep[] }

const OUTCOMES: Record<CheckedStep['outcome'], { className: string; symbol: string }> = {
  ok: { className: 'ok', symbol: '✓' },
  failed: { className: 'failed', symbol: '✕' },
  'not tried': { className: 'open', symbol: '–' },
}

/** The result of the connector check. */
export function connectorCheckPage({ person, baseUrl, steps }: ConnectorCheckView): Fragment {
  const hasPassed = steps.every(({ outcome }) => outcome === 'ok')
  const title = hasPassed ? messages.works : messages.fails
  return layout(
    { title, person },
    html`<div class="connect">
      <h1>${title}</h1>
      <p class="lead">${hasPassed ? successText(baseUrl) : messages.failedStep}</p>
      <ol class="outcomes">
        ${steps.map(stepRow)}
      </ol>
      <div class="button-row">
        ${checkForm(person, messages.again)}
        <a class="button quiet" href="/connect">${messages.toGuides}</a>
      </div>
    </div>`,
  )
}

function stepRow({ title, outcome, problem }: CheckedStep): Fragment {
  const { className: look, symbol: mark } = OUTCOMES[outcome]
  return html`<li class="${look}">
    <p class="outcome"><span aria-hidden="true">${mark}</span> ${messages.outcomes[outcome]}</p>
    <div>
      <p class="title">${title}</p>
      ${problem !== undefined && html`<p class="problem" dir="auto">${problem}</p>`}
    </div>
  </li>`
}

function successText(baseUrl: string): Slot {
  const address = html`<code>${baseUrl}/mcp</code>`
  return isLoopbackHost(new URL(baseUrl).hostname)
    ? messages.worksHere(address)
    : messages.worksPublicly(address)
}
