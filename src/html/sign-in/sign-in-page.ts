import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { appRequestNote } from '../parts/app-request-note.ts'
import { textField } from '../parts/field.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { noticeBox } from '../parts/notice.ts'
import { passkeyForm, passkeyScript } from '../parts/passkey-form.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.signing.signIn

export type SignInView = {
  formToken: string
  /** The path to go to after signing in. */
  returnTo: string
  isSignUpOpen: boolean
  isPasswordEnabled: boolean
  isPasskeyEnabled: boolean
  /** The name of the provider that people may sign in with. */
  provider: string | undefined
  notice?: Notice | undefined
}

export function signInPage(view: SignInView): Fragment {
  const { formToken, returnTo, isSignUpOpen, isPasswordEnabled, isPasskeyEnabled, provider, notice } = view
  return layout(
    { title: messages.title, width: 'narrow', head: isPasskeyEnabled ? passkeyScript() : undefined },
    html`<section class="panel">
      <h1>${messages.title}</h1>
      ${appRequestNote(returnTo, messages.title)} ${noticeBox(notice)}
      ${isPasswordEnabled && passwordForm(view)}
      ${
        isPasskeyEnabled &&
        passkeyForm({
          kind: 'authentication',
          action: '/login/passkey',
          formToken,
          button: messages.passkey,
          buttonClass: 'quiet',
          fields: returnField(returnTo),
        })
      }
      ${
        provider &&
        html`<form class="account-form" method="post" action="/login/oidc">
          ${formTokenField(formToken)} ${returnField(returnTo)}
          <button class="button ${isPasswordEnabled ? 'quiet' : 'main'}">
            ${messages.provider(provider)}
          </button>
        </form>`
      }
      ${isPasswordEnabled && html`<p><a href="/forgot">${messages.forgotPassword}</a></p>`}
      ${
        isSignUpOpen &&
        isPasswordEnabled &&
        html`<p>
          ${messages.newHere}
          <a href="${withReturn('/signup', returnTo)}">${allMessages.signing.signUp.title}</a>
        </p>`
      }
    </section>`,
  )
}

function passwordForm({ formToken, returnTo, isPasskeyEnabled, notice }: SignInView): Fragment {
  return html`<form class="account-form" method="post" action="${withReturn('/login', returnTo)}">
    ${formTokenField(formToken)} ${returnField(returnTo)}
    ${textField({
      name: 'email',
      label: allMessages.signing.email,
      type: 'email',
      // The second word lets the browser suggest passkeys as well.
      autocomplete: isPasskeyEnabled ? 'username webauthn' : 'username',
      value: notice?.values?.['email'],
      isWrong: notice?.field === 'email',
    })}
    ${textField({
      name: 'password',
      label: allMessages.signing.password,
      type: 'password',
      autocomplete: 'current-password',
      isWrong: notice?.field === 'password',
    })}
    <button class="button main">${messages.title}</button>
  </form>`
}

/** The path of a form that redirects to `returnTo` afterwards; the queue is the default. */
export function withReturn(path: '/login' | '/signup', returnTo: string, invitation = ''): string {
  const query = [
    returnTo !== '/queue' && `return=${encodeURIComponent(returnTo)}`,
    invitation !== '' && `invitation=${encodeURIComponent(invitation)}`,
  ].filter((part) => part !== false)
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}
