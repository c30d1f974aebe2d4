import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { confirmationForm } from '../parts/confirmation-form.ts'
import { instant } from '../parts/instant.ts'
import { allMessages } from '../messages/messages.ts'
import type { AccountView } from './view.ts'

const messages = allMessages.account.totp

/** Whether two-step sign-in is on, with the forms that change it. */
export function totpSection({
  totp,
  hasPassword,
  isRecentlyAuthenticated,
  person,
  now,
}: AccountView): Fragment | undefined {
  const { since: enabledAt, recoveryCodesLeft: codesLeft } = totp
  if (enabledAt === undefined && !hasPassword) return undefined
  const { formToken } = person
  return html`<section aria-labelledby="totp-heading">
    <h2 id="totp-heading">${messages.heading}</h2>
    ${
      enabledAt === undefined
        ? html`<p>${messages.off}</p>
            ${isRecentlyAuthenticated && html`<p><a class="button quiet" href="/account/totp">${messages.setUp}</a></p>`}`
        : html`<p>${messages.on(instant(enabledAt, now))} ${messages.recoveryCodesLeft(codesLeft)}</p>
            ${isRecentlyAuthenticated && confirmationForm({ action: '/account/totp/codes', formToken, words: messages.renewCodes })}
            ${isRecentlyAuthenticated && confirmationForm({ action: '/account/totp/remove', formToken, words: messages.turnOff })}`
    }
  </section>`
}
