import { html } from '../html.ts'
import type { SignInAttempt } from '../../accounts/sign-in-attempts.ts'
import type { Fragment } from '../fragment.ts'
import { browserName } from '../parts/browser-name.ts'
import { instant } from '../parts/instant.ts'
import { allMessages } from '../messages/messages.ts'
import type { AccountView } from './view.ts'

const messages = allMessages.account.signIns

/** Recent sign-ins, failed ones as well. */
export function signInSection({ signIns, now }: AccountView): Fragment {
  return html`<section aria-labelledby="sign-ins-heading">
    <h2 id="sign-ins-heading">${messages.heading}</h2>
    ${
      signIns.length === 0
        ? html`<p>${messages.empty}</p>`
        : html`<details>
            <summary>${messages.show(signIns.length)}</summary>
            <ul class="rows">
              ${signIns.map((signIn) => signInRow(signIn, now))}
            </ul>
          </details>`
    }
  </section>`
}

function signInRow(
  { userAgent, address, method, attemptedAt, succeeded }: SignInAttempt,
  now: number,
): Fragment {
  return html`<li>
    <div>
      <strong>${browserName(userAgent)}</strong>
      ${!succeeded && html`<span class="badge">${messages.failed}</span>`}
      <p class="hint">
        ${instant(attemptedAt, now)}${method && html`, ${messages.methods[method]}`},
        ${messages.from(html`<bdi>${address}</bdi>`)}
      </p>
    </div>
  </li>`
}
