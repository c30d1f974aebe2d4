import { html } from 'hono/html'
import { MIN_PASSWORD_LENGTH } from '../accounts/password.ts'
import type { Fragment } from './fragment.ts'
import { layout } from './layout.ts'
import { askingApp } from './parts/asking-app.ts'
import { textField } from './parts/field.ts'
import { formTokenField, returnField } from './parts/form-token.ts'
import { type Notice, noticeBox } from './parts/notice.ts'
import { setUpCodeField } from './parts/set-up-code.ts'
import { withReturn } from './sign-in-page.ts'

export type SignUpView = {
  formToken: string
  /** The path to go to after signing up. */
  returnTo: string
  /** Whether the code that the server printed at start is asked for. */
  needsSetUpCode: boolean
  notice?: Notice | undefined
}

/** The form that makes an account. */
export function signUpPage({ formToken, returnTo, needsSetUpCode, notice }: SignUpView): Fragment {
  return layout(
    { title: 'Make an account', width: 'narrow' },
    html`<section class="panel">
      <h1>Make an account</h1>
      ${askingApp(returnTo, 'Make an account')} ${noticeBox(notice)}
      <form class="account-form" method="post" action="${withReturn('/signup', returnTo)}">
        ${formTokenField(formToken)} ${returnField(returnTo)}
        ${textField({
          name: 'email',
          label: 'E-mail address',
          type: 'email',
          autocomplete: 'username',
          value: notice?.kept?.['email'],
          hint: 'You sign in with it. Nothing is sent to it.',
          isWrong: notice?.field === 'email',
        })}
        ${textField({
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'new-password',
          minLength: MIN_PASSWORD_LENGTH,
          hint: `At least ${MIN_PASSWORD_LENGTH} characters, better 15 or more. A few words work well.`,
          isWrong: notice?.field === 'password',
        })}
        ${needsSetUpCode && setUpCodeField(notice)}
        <button class="button main">Make an account</button>
      </form>
      <p>You have one already? <a href="${withReturn('/login', returnTo)}">Sign in</a></p>
    </section>`,
  )
}
