import { html } from '../html.ts'
import type { SignInAttempt } from '../../accounts/sign-in-attempts.ts'
import type { Fragment } from '../fragment.ts'
import { browserName } from '../parts/browser-name.ts'
import { relativeTime } from '../parts/instant.ts'
import { allMessages } from '../messages/messages.ts'
import { openingControl, settingsSection } from './settings-section.ts'
import type { AccountView } from './view.ts'

const messages = allMessages.account.signIns

/** Recent sign-ins, failed ones as well. */
export function signInSection({ signIns, now }: AccountView): Fragment {
  const form = html`<ul class="rows">
    ${signIns.map((signIn) => signInRow(signIn, now))}
  </ul>`
  return settingsSection({
    id: 'sign-ins-heading',
    title: messages.heading,
    text: signIns.length === 0 ? messages.empty : undefined,
    control:
      signIns.length > 0 && openingControl({ label: messages.show(signIns.length) }, { isOpen: false, form }),
  })
}

function signInRow(
  { userAgent, ipAddress, method, attemptedAt, succeeded }: SignInAttempt,
  now: number,
): Fragment {
  return html`<li>
    <div>
      <strong>${browserName(userAgent)}</strong>
      ${!succeeded && html`<span class="badge danger">${messages.failed}</span>`}
      <p class="hint">
        ${relativeTime(attemptedAt, now)}${method && html`, ${messages.methods[method]}`},
        ${messages.from(html`<bdi>${ipAddress}</bdi>`)}
      </p>
    </div>
  </li>`
}
