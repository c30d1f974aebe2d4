import { html } from 'hono/html'
import type { Fragment } from './fragment.ts'
import { layout } from './layout.ts'
import { askingApp } from './parts/asking-app.ts'
import { textField } from './parts/field.ts'
import { formTokenField, returnField } from './parts/form-token.ts'
import { type Notice, noticeBox } from './parts/notice.ts'

export type SignInView = {
  formToken: string
  /** The path to go to after signing in. */
  returnTo: string
  isSignUpOpen: boolean
  notice?: Notice | undefined
}

/** The form that signs a person in. */
export function signInPage({ formToken, returnTo, isSignUpOpen, notice }: SignInView): Fragment {
  return layout(
    { title: 'Sign in', width: 'narrow' },
    html`<section class="panel">
      <h1>Sign in</h1>
      ${askingApp(returnTo, 'Sign in')} ${noticeBox(notice)}
      <form class="account-form" method="post" action="${withReturn('/login', returnTo)}">
        ${formTokenField(formToken)} ${returnField(returnTo)}
        ${textField({
          name: 'email',
          label: 'E-mail address',
          type: 'email',
          autocomplete: 'username',
          value: notice?.kept?.['email'],
          isWrong: notice?.field === 'email',
        })}
        ${textField({
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: 'current-password',
          isWrong: notice?.field === 'password',
        })}
        <button class="button main">Sign in</button>
      </form>
      ${isSignUpOpen && html`<p>New here? <a href="${withReturn('/signup', returnTo)}">Make an account</a></p>`}
    </section>`,
  )
}

/** The path of a form that goes on to `returnTo`; the queue is where it goes anyway. */
export function withReturn(path: '/login' | '/signup', returnTo: string): string {
  return returnTo === '/queue' ? path : `${path}?return=${encodeURIComponent(returnTo)}`
}
