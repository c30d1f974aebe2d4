import { html } from 'hono/html'
import { isLoopbackHost } from '../config.ts'
import { checkForm } from './connect-page.ts'
import type { Fragment } from './fragment.ts'
import { layout, type Person } from './layout.ts'

/** One step of a client's way; `problem` says what is wrong and what to do where it failed. */
export type CheckedStep = {
  title: string
  outcome: 'ok' | 'failed' | 'not tried'
  problem?: string | undefined
}

export type ConnectorCheckView = { person: Person; baseUrl: string; steps: CheckedStep[] }

const OUTCOMES: Record<CheckedStep['outcome'], { look: string; mark: string; word: string }> = {
  ok: { look: 'ok', mark: '✓', word: 'OK' },
  failed: { look: 'failed', mark: '✕', word: 'Failed' },
  'not tried': { look: 'open', mark: '–', word: 'Not tried' },
}

/** How far the connector check came. */
export function connectorCheckPage({ person, baseUrl, steps }: ConnectorCheckView): Fragment {
  const isWhole = steps.every(({ outcome }) => outcome === 'ok')
  return layout(
    { title: isWhole ? 'The connector works' : 'The connector does not work', person },
    html`<div class="connect">
      <h1>${isWhole ? 'The connector works' : 'The connector does not work yet'}</h1>
      <p class="lead">${isWhole ? success(baseUrl) : 'An app that connects gets stuck here:'}</p>
      <ol class="outcomes">
        ${steps.map(row)}
      </ol>
      <div class="go-on">
        ${checkForm(person, 'Check again')}
        <a class="button quiet" href="/connect">How to connect an agent</a>
      </div>
    </div>`,
  )
}

function row({ title, outcome, problem }: CheckedStep): Fragment {
  const { look, mark, word } = OUTCOMES[outcome]
  return html`<li class="${look}">
    <p class="outcome"><span aria-hidden="true">${mark}</span> ${word}</p>
    <div>
      <p class="title">${title}</p>
      ${problem !== undefined && html`<p class="problem" dir="auto">${problem}</p>`}
    </div>
  </li>`
}

function success(baseUrl: string): Fragment {
  return isLoopbackHost(new URL(baseUrl).hostname)
    ? html`Programs on this computer can connect at <code>${baseUrl}/mcp</code>.`
    : html`Seen from this server, agents can connect at <code>${baseUrl}/mcp</code>. If one cannot all the
        same, a firewall lets this server through but not the rest of the world.`
}
