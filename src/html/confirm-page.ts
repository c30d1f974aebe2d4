import { html } from 'hono/html'
import type { Fragment } from './fragment.ts'
import { layout, type Person } from './layout.ts'
import { textField } from './parts/field.ts'
import { formTokenField } from './parts/form-token.ts'
import { type Notice, noticeBox } from './parts/notice.ts'
import { passkeyForm, passkeyScript } from './parts/passkey-form.ts'

export type ConfirmView = {
  person: Person
  hasPassword: boolean
  hasPasskey: boolean
  /** The provider's name, where the account is connected. */
  provider: string | undefined
  notice?: Notice | undefined
}

/** Asks a signed-in person to prove again who they are. */
export function confirmPage({ person, hasPassword, hasPasskey, provider, notice }: ConfirmView): Fragment {
  const { formToken } = person
  return layout(
    {
      title: 'Confirm',
      person,
      current: 'account',
      width: 'narrow',
      head: hasPasskey ? passkeyScript() : undefined,
    },
    html`<section class="panel">
      <h1>Confirm that it is you</h1>
      <p>You signed in a while ago. Before you change how you sign in, prove once more who you are.</p>
      ${noticeBox(notice)}
      ${
        hasPassword &&
        html`<form class="account-form" method="post" action="/account/confirm">
          ${formTokenField(formToken)}
          <input type="hidden" name="username" value="${person.email}" autocomplete="username" />
          ${textField({
            name: 'current_password',
            label: 'Password',
            type: 'password',
            autocomplete: 'current-password',
            isWrong: notice?.field === 'current_password',
          })}
          <button class="button main">Confirm</button>
        </form>`
      }
      ${
        hasPasskey &&
        passkeyForm({
          kind: 'use',
          action: '/account/confirm/passkey',
          formToken,
          button: 'Use a passkey',
          buttonClass: hasPassword ? 'quiet' : 'main',
        })
      }
      ${
        provider &&
        html`<form class="account-form" method="post" action="/account/confirm/provider">
          ${formTokenField(formToken)}
          <button class="button quiet">Confirm with ${provider}</button>
        </form>`
      }
      <p><a href="/account">Back to your account</a></p>
    </section>`,
  )
}
