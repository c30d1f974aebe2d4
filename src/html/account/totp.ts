import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { confirmationForm } from '../parts/confirmation-form.ts'
import { relativeTime } from '../parts/instant.ts'
import { allMessages } from '../messages/messages.ts'
import { confirmingControl, sectionPath, settingsSection } from './settings-section.ts'
import type { AccountView } from './view.ts'

const messages = allMessages.account.totp
const TOTP_ID = 'totp-heading'

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
  if (enabledAt === undefined) {
    // It asks by itself whoever signed in a while ago.
    const control = html`<a class="button quiet" href="/account/totp">${messages.setUp}</a>`
    return settingsSection({ id: TOTP_ID, title: messages.heading, text: messages.off, control })
  }
  return settingsSection({
    id: TOTP_ID,
    title: messages.heading,
    text: html`${messages.on(relativeTime(enabledAt, now))} ${messages.recoveryCodesLeft(codesLeft)}`,
    control: !isRecentlyAuthenticated && confirmingControl({ label: messages.change }, sectionPath(TOTP_ID)),
    content:
      isRecentlyAuthenticated &&
      html`${confirmationForm({ action: '/account/totp/codes', formToken, words: messages.renewCodes })}
      ${confirmationForm({ action: '/account/totp/remove', formToken, words: messages.turnOff })}`,
  })
}
