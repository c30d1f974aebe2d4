import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { textField } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'
import { noticeBox } from '../parts/notice.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.signing.forgot

export type ForgotView = {
  formToken: string
  /** Who resets passwords here: a mailed link, the operator, or nobody since only a provider is used. */
  by: 'mail' | 'operator' | 'provider'
  notice?: Notice | undefined
}

/** The page for a forgotten password. */
export function forgotPage({ formToken, by, notice }: ForgotView): Fragment {
  return layout(
    { title: messages.title, width: 'narrow' },
    html`<section class="panel">
      <h1>${messages.title}</h1>
      ${noticeBox(notice)} ${by === 'mail' ? mailForm(formToken, notice) : otherWay(by)}
      <p><a href="/login">${allMessages.signing.toSignIn}</a></p>
    </section>`,
  )
}

function otherWay(by: 'operator' | 'provider'): Fragment {
  if (by === 'provider') return html`<p>${messages.provider}</p>`
  return html`<p>${messages.operator}</p>
    <p><code>${messages.command}</code></p>
    <p class="hint">${messages.passkey}</p>`
}

function mailForm(formToken: string, notice: Notice | undefined): Fragment {
  return html`<p>${messages.mail}</p>
    <form class="account-form" method="post" action="/forgot">
      ${formTokenField(formToken)}
      ${textField({
        name: 'email',
        label: allMessages.signing.email,
        type: 'email',
        autocomplete: 'username',
        value: notice?.values?.['email'],
        isWrong: notice?.field === 'email',
      })}
      <button class="button main">${messages.send}</button>
    </form>`
}
