import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { confirmationForm } from '../parts/confirmation-form.ts'
import { instant } from '../parts/instant.ts'
import { allWords } from '../words/words.ts'
import type { AccountView } from './view.ts'

const words = allWords.account.totp

/** Whether two-step sign-in is on, with the forms that change it. */
export function totpSection({
  totp,
  hasPassword,
  isRecentlyAuthenticated: isFresh,
  person,
  now,
}: AccountView): Fragment | undefined {
  const { since, recoveryCodesLeft: codesLeft } = totp
  if (since === undefined && !hasPassword) return undefined
  const { formToken } = person
  return html`<section aria-labelledby="totp-heading">
    <h2 id="totp-heading">${words.heading}</h2>
    ${
      since === undefined
        ? html`<p>${words.off}</p>
            ${isFresh && html`<p><a class="button quiet" href="/account/totp">${words.setUp}</a></p>`}`
        : html`<p>${words.on(instant(since, now))} ${words.left(codesLeft)}</p>
            ${isFresh && confirmationForm({ action: '/account/totp/codes', formToken, words: words.renewCodes })}
            ${isFresh && confirmationForm({ action: '/account/totp/remove', formToken, words: words.turnOff })}`
    }
  </section>`
}
