import { html } from '../html.ts'
import { isLoopbackHost } from '../../config/loopback-host.ts'
import { appPath, briefReason } from './app-list.ts'
import { APPS } from './apps.ts'
import { checkForm } from './check-form.ts'
import { type Reachability, appSupport } from './app-support.ts'
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

export type ConnectorCheckView = Reachability & { person: Person; steps: CheckedStep[] }

const OUTCOMES: Record<CheckedStep['outcome'], { className: string; symbol: string }> = {
  ok: { className: 'ok', symbol: '✓' },
  failed: { className: 'failed', symbol: '✕' },
  'not tried': { className: 'open', symbol: '–' },
}

/** The result of the connector check. */
export function connectorCheckPage(view: ConnectorCheckView): Fragment {
  const { person, baseUrl, steps } = view
  const hasPassed = steps.every(({ outcome }) => outcome === 'ok')
  const title = hasPassed ? messages.works : messages.fails
  return layout(
    { title, person, current: 'agents' },
    html`<div class="connect">
      <h1>${title}</h1>
      <p class="lead">${hasPassed ? successText(baseUrl) : messages.failedStep}</p>
      <ol class="outcomes">
        ${steps.map(stepRow)}
      </ol>
      ${appSupportList(view, hasPassed)}
      <div class="button-row">
        ${checkForm(person, messages.again)}
        <a class="button quiet" href="/connect">${messages.toGuides}</a>
      </div>
    </div>`,
  )
}

/** What the result means for each app: what it needs beside a connector that works. */
function appSupportList(service: Reachability, hasPassed: boolean): Fragment {
  const { apps } = allMessages.connect
  return html`<section aria-labelledby="verdicts-heading">
    <h2 id="verdicts-heading">${messages.appSupport.heading}</h2>
    <ul class="verdicts">
      ${APPS.map((app) => {
        const support = appSupport(app, service)
        const { name } = apps[app.id]
        const look = support.kind === 'works' && hasPassed ? OUTCOMES.ok : OUTCOMES.failed
        const text = hasPassed ? messages.appSupport.works : messages.appSupport.failed
        return html`<li class="${look.className}">
          <span class="outcome" aria-hidden="true">${look.symbol}</span>
          <p>
            <a href="${appPath(app)}">${name}</a>: ${support.kind === 'works' ? text : briefReason(support)}
          </p>
        </li>`
      })}
    </ul>
  </section>`
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
