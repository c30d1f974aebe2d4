import { html } from '../html.ts'
import { MIN_PASSWORD_LENGTH } from '../../accounts/password.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { appRequestNote } from '../parts/app-request-note.ts'
import { textField } from '../parts/field.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { invitationField } from '../parts/invitation-field.ts'
import { noticeBox } from '../parts/notice.ts'
import { setUpCodeField } from '../parts/set-up-code.ts'
import { withReturn } from './sign-in-page.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.signing.signUp

export type SignUpView = {
  formToken: string
  /** The path to go to after signing up. */
  returnTo: string
  /** The secret of the link that invited the visitor; empty without one. */
  invitation: string
  /** Whether the form asks for the code that the server printed at start. */
  needsSetUpCode: boolean
  /** Whether the email address is confirmed by a link. */
  needsConfirmation: boolean
  isPasswordEnabled: boolean
  /** The name of the provider that people may sign up with. */
  provider: string | undefined
  notice?: Notice | undefined
}

/** The sign-up forms; once an email was sent, only the notice that says what to do next. */
export function signUpPage(view: SignUpView): Fragment {
  const { returnTo, invitation, isPasswordEnabled, provider, formToken, notice } = view
  return layout(
    { title: messages.title, width: 'narrow' },
    html`<section class="panel">
      <h1>${messages.title}</h1>
      ${invitation !== '' && html`<p>${messages.invited}</p>`} ${appRequestNote(returnTo, messages.title)}
      ${noticeBox(notice)} ${isPasswordEnabled && notice?.kind !== 'done' && passwordForm(view)}
      ${
        provider &&
        notice?.kind !== 'done' &&
        html`<form class="account-form" method="post" action="/login/oidc">
          ${formTokenField(formToken)} ${returnField(returnTo)} ${invitationField(invitation)}
          <button class="button ${isPasswordEnabled ? 'quiet' : 'main'}">
            ${messages.withProvider(provider)}
          </button>
        </form>`
      }
      <p>
        ${messages.haveAccount}
        <a href="${withReturn('/login', returnTo)}">${allMessages.signing.signIn.title}</a>
      </p>
    </section>`,
  )
}

function passwordForm({
  formToken,
  returnTo,
  invitation,
  needsSetUpCode,
  needsConfirmation: isConfirmed,
  notice,
}: SignUpView): Fragment {
  return html`<form
    class="account-form"
    method="post"
    action="${withReturn('/signup', returnTo, invitation)}"
  >
    ${formTokenField(formToken)} ${returnField(returnTo)} ${invitationField(invitation)}
    ${textField({
      name: 'email',
      label: allMessages.signing.email,
      type: 'email',
      autocomplete: 'username',
      value: notice?.values?.['email'],
      hint: isConfirmed ? messages.mailHint : messages.emailHint,
      isWrong: notice?.field === 'email',
    })}
    ${textField({
      name: 'password',
      label: allMessages.signing.password,
      type: 'password',
      autocomplete: 'new-password',
      hint: allMessages.signing.passwordHint(MIN_PASSWORD_LENGTH),
      isWrong: notice?.field === 'password',
    })}
    ${needsSetUpCode && setUpCodeField(notice)}
    <button class="button main">${messages.title}</button>
  </form>`
}
