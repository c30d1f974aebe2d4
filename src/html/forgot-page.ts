import { html } from 'hono/html'
import type { Fragment } from './fragment.ts'
import { layout } from './layout.ts'
import { textField } from './parts/field.ts'
import { formTokenField } from './parts/form-token.ts'
import { type Notice, noticeBox } from './parts/notice.ts'

export type ForgotView = {
  formToken: string
  /** How a person gets back in here: by mail, by whoever runs the service, or never by a password. */
  by: 'mail' | 'operator' | 'provider'
  notice?: Notice | undefined
}

/** What to do about a forgotten password. */
export function forgotPage({ formToken, by, notice }: ForgotView): Fragment {
  return layout(
    { title: 'Forgotten password', width: 'narrow' },
    html`<section class="panel">
      <h1>Forgotten password</h1>
      ${noticeBox(notice)} ${by === 'mail' ? mailForm(formToken, notice) : WORDS[by]}
      <p><a href="/login">Back to sign-in</a></p>
    </section>`,
  )
}

const WORDS = {
  operator: html`<p>
      This service sends no mail. Whoever runs it can make you a link that sets a new password, with this
      command on the server:
    </p>
    <p><code>npm start -- reset-password EMAIL</code></p>
    <p class="hint">Have you added a passkey? You can still sign in with it.</p>`,
  provider: html`<p>Nobody signs in with a password here. Use your provider or a passkey.</p>`,
}

function mailForm(formToken: string, notice: Notice | undefined): Fragment {
  return html`<p>Enter your address. You get a mail with a link that sets a new password.</p>
    <form class="account-form" method="post" action="/forgot">
      ${formTokenField(formToken)}
      ${textField({
        name: 'email',
        label: 'E-mail address',
        type: 'email',
        autocomplete: 'username',
        value: notice?.kept?.['email'],
        isWrong: notice?.field === 'email',
      })}
      <button class="button main">Send me a link</button>
    </form>`
}
