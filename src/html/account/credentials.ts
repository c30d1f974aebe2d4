import { html } from '../html.ts'
import { MIN_PASSWORD_LENGTH } from '../../accounts/password.ts'
import type { Fragment } from '../fragment.ts'
import { textField } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'
import type { AccountView } from './view.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.account

/** The form that changes the email address. */
export function emailSection(view: AccountView): Fragment {
  const { person, notice } = view
  return html`<section aria-labelledby="email-heading">
    <h2 id="email-heading">${messages.email.heading}</h2>
    ${
      canChangeCredentials(view) &&
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
        <button class="button quiet">${messages.email.button}</button>
      </form>`
    }
  </section>`
}

/** The forms that set, change and remove the password. */
export function passwordSection(view: AccountView): Fragment {
  const { person, notice, hasPassword, isRecentlyAuthenticated: isFresh } = view
  return html`<section aria-labelledby="password-heading">
    <h2 id="password-heading">${messages.password.heading}</h2>
    ${!hasPassword && html`<p>${messages.password.none}</p>`}
    ${
      canChangeCredentials(view) &&
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
          minLength: MIN_PASSWORD_LENGTH,
          hint: messages.password.hint(MIN_PASSWORD_LENGTH),
          isWrong: isWrong(notice, 'password', 'password'),
        })}
        <button class="button quiet">
          ${hasPassword ? messages.password.change : messages.password.set}
        </button>
      </form>`
    }
    ${hasPassword && isFresh && removePasswordForm(view)}
  </section>`
}

/** Offered only where there may be another way to sign in. */
function removePasswordForm({ person, passkeys, linkedIdentity }: AccountView): Fragment | undefined {
  if (!passkeys?.length && !linkedIdentity?.linkedAt) return undefined
  return html`<form method="post" action="/account/password/remove">
    ${formTokenField(person.formToken)}
    <button class="button danger">${messages.password.remove}</button>
  </form>`
}

/** Whether the page offers a change: the person signed in recently, or can enter their password with it. */
function canChangeCredentials({
  isRecentlyAuthenticated: isFresh,
  hasPassword,
  isPasswordEnabled: isPasswordOn,
  totp,
}: AccountView): boolean {
  return isFresh || (hasPassword && isPasswordOn && totp.since === undefined)
}

function currentPasswordField(
  { isRecentlyAuthenticated: isFresh, notice }: AccountView,
  form: string,
): Fragment | undefined {
  if (isFresh) return undefined
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
