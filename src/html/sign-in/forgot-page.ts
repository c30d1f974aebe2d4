import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { textField } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'
import { type Notice, noticeBox } from '../parts/notice.ts'
import { allWords } from '../words/words.ts'

const words = allWords.signing.forgot

export type ForgotView = {
  formToken: string
  /** Who resets passwords here: a mailed link, the operator, or nobody since only a provider is used. */
  by: 'mail' | 'operator' | 'provider'
  notice?: Notice | undefined
}

/** The page for a forgotten password. */
export function forgotPage({ formToken, by, notice }: ForgotView): Fragment {
  return layout(
    { title: words.title, width: 'narrow' },
    html`<section class="panel">
      <h1>${words.title}</h1>
      ${noticeBox(notice)} ${by === 'mail' ? mailForm(formToken, notice) : otherWay(by)}
      <p><a href="/login">${allWords.signing.toSignIn}</a></p>
    </section>`,
  )
}

function otherWay(by: 'operator' | 'provider'): Fragment {
  if (by === 'provider') return html`<p>${words.provider}</p>`
  return html`<p>${words.operator}</p>
    <p><code>${words.command}</code></p>
    <p class="hint">${words.passkey}</p>`
}

function mailForm(formToken: string, notice: Notice | undefined): Fragment {
  return html`<p>${words.mail}</p>
    <form class="account-form" method="post" action="/forgot">
      ${formTokenField(formToken)}
      ${textField({
        name: 'email',
        label: allWords.signing.email,
        type: 'email',
        autocomplete: 'username',
        value: notice?.values?.['email'],
        isWrong: notice?.field === 'email',
      })}
      <button class="button main">${words.send}</button>
    </form>`
}
