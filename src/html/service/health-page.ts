import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { icon } from '../parts/icon.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.service.health

/** The result of one check; `message` also says what to do if it is not fine. */
type FindingView = { state: 'fine' | 'note' | 'wrong'; check: string; message: string }

export type HealthView = { person: Person; findings: FindingView[] }

/** The results of the health checks, failures first. */
export function healthPage({ person, findings }: HealthView): Fragment {
  const order = ['wrong', 'note', 'fine']
  const sorted = findings.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  return layout(
    { title: messages.title, person, current: 'account' },
    html`<div class="account-page">
      <header>
        <p class="back-link"><a href="/account/service">${allMessages.service.back}</a></p>
        <h1>${messages.title}</h1>
        <p class="lead">${wrong === 0 ? messages.fine : messages.needsAttention(wrong)}</p>
        <p><a class="button quiet" href="/account/service/health">${messages.again}</a></p>
      </header>
      <ul class="rows findings">
        ${sorted.map(
          (finding) =>
            html`<li class="${finding.state}">
              <div>
                <strong>${finding.check}</strong>
                <p>${finding.message}</p>
              </div>
              ${stateBadge(finding.state)}
            </li>`,
        )}
      </ul>
    </div>`,
  )
}

function stateBadge(state: FindingView['state']): Fragment {
  const text = messages.states[state]
  return state === 'fine'
    ? html`<span class="ok">${icon('check')}${text}</span>`
    : html`<span class="badge">${text}</span>`
}
