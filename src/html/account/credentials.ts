import { html } from '../html.ts'
import { MIN_PASSWORD_LENGTH } from '../../accounts/password.ts'
import type { Fragment } from '../fragment.ts'
import { textField } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'
import { confirmingControl, openingControl, sectionPath, settingsSection } from './settings-section.ts'
import type { AccountView } from './view.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.account

const EMAIL_ID = 'email-heading'
const PASSWORD_ID = 'password-heading'

/** The email address, and the form that changes it. */
export function emailSection(view: AccountView): Fragment {
  const { person, notice } = view
  const form = () =>
    html`<form class="account-form" method="post" action="/account/email">
      ${formTokenField(person.formToken)}
      ${textField({
        id: 'new-email',
        name: 'email',
        label: messages.email.field,
        type: 'email',
        autocomplete: 'email',
        value: submittedValues(notice, 'email')?.['email'],
        hint: messages.email.hint,
        isWrong: isWrong(notice, 'email', 'email'),
      })}
      ${currentPasswordField(view, 'email')}
      <button class="button main">${messages.email.button}</button>
    </form>`
  return settingsSection({
    id: EMAIL_ID,
    title: messages.email.heading,
    text: html`<bdi>${person.email}</bdi>`,
    control: changingControl(view, { id: EMAIL_ID, label: messages.email.button, form }),
  })
}

/** Whether there is a password, and the forms that set, change and remove it. */
export function passwordSection(view: AccountView): Fragment {
  const { person, notice, hasPassword } = view
  const button = hasPassword ? messages.password.change : messages.password.set
  const form = () =>
    html`<form class="account-form" method="post" action="/account/password">
        ${formTokenField(person.formToken)}
        <input type="hidden" name="username" value="${person.email}" autocomplete="username" />
        ${currentPasswordField(view, 'password')}
        ${textField({
          id: 'new-password',
          name: 'password',
          label: messages.password.field,
          type: 'password',
          autocomplete: 'new-password',
          hint: messages.password.hint(MIN_PASSWORD_LENGTH),
          isWrong: isWrong(notice, 'password', 'password'),
        })}
        <button class="button main">${button}</button>
      </form>
      ${hasPassword && removePasswordControl(view)}`
  return settingsSection({
    id: PASSWORD_ID,
    title: messages.password.heading,
    text: hasPassword ? messages.password.isSet : messages.password.none,
    control: changingControl(view, { id: PASSWORD_ID, label: button, form }),
  })
}

/** Opens the form where it may be sent as it stands, else asks to confirm first. */
function changingControl(
  view: AccountView,
  { id, label, form }: { id: string; label: string; form: () => Fragment },
): Fragment {
  if (!canChangeCredentials(view)) return confirmingControl({ label }, sectionPath(id))
  const isOpen = `${view.notice?.values?.form}-heading` === id
  return openingControl({ label }, { isOpen, form: form() })
}

/** Offered only where there may be another way to sign in. */
function removePasswordControl(view: AccountView): Fragment | undefined {
  const { person, passkeys, linkedIdentity, isRecentlyAuthenticated } = view
  if (!passkeys?.length && !linkedIdentity?.linkedAt) return undefined
  const control = { label: messages.password.remove, kind: 'danger' } as const
  if (!isRecentlyAuthenticated) return html`<p>${confirmingControl(control, sectionPath(PASSWORD_ID))}</p>`
  return html`<form method="post" action="/account/password/remove">
    ${formTokenField(person.formToken)}
    <button class="button danger">${control.label}</button>
  </form>`
}

/** Whether the page offers a change: the person signed in recently, or can enter their password with it. */
function canChangeCredentials({
  isRecentlyAuthenticated,
  hasPassword,
  isPasswordEnabled,
  totp,
}: AccountView): boolean {
  return isRecentlyAuthenticated || (hasPassword && isPasswordEnabled && totp.since === undefined)
}

function currentPasswordField(
  { isRecentlyAuthenticated, notice }: AccountView,
  form: string,
): Fragment | undefined {
  if (isRecentlyAuthenticated) return undefined
  return textField({
    id: `${form}-current-password`,
    name: 'current_password',
    label: messages.password.current,
    type: 'password',
    autocomplete: 'current-password',
    isWrong: isWrong(notice, form, 'current_password'),
  })
}

function submittedValues(notice: Notice | undefined, form: string): Record<string, string> | undefined {
  return notice?.values?.form === form ? notice.values : undefined
}

function isWrong(notice: Notice | undefined, form: string, field: string): boolean {
  return submittedValues(notice, form) !== undefined && notice?.field === field
}
