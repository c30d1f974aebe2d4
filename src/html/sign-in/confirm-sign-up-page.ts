import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { textField } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'
import { noticeBox } from '../parts/notice.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.signing.signUp

export type ConfirmSignUpView = {
  formToken: string
  token: string
  email: string
  /** Whether the link was opened in another browser than the one that signed up. */
  needsPassword: boolean
  notice?: Notice | undefined
}

/** The page behind the link in the email; its button creates the account. */
export function confirmSignUpPage(view: ConfirmSignUpView): Fragment {
  const { formToken, token, email, needsPassword, notice } = view
  return layout(
    { title: messages.confirm.title, width: 'narrow' },
    html`<section class="panel">
      <h1>${messages.confirm.title}</h1>
      <p>${messages.confirm.text(html`<strong><bdi>${email}</bdi></strong>`)}</p>
      ${needsPassword && html`<p>${messages.confirm.otherBrowser}</p>`} ${noticeBox(notice)}
      <form class="account-form" method="post" action="/signup/confirm">
        ${formTokenField(formToken)}
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="username" value="${email}" autocomplete="username" />
        ${
          needsPassword &&
          textField({
            name: 'password',
            label: allMessages.signing.password,
            type: 'password',
            autocomplete: 'current-password',
            isWrong: notice?.field === 'password',
          })
        }
        <button class="button main">${messages.title}</button>
      </form>
    </section>`,
  )
}
