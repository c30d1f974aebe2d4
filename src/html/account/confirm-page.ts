import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { codeField, textField } from '../parts/field.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { type Notice, noticeBox } from '../parts/notice.ts'
import { passkeyForm, passkeyScript } from '../parts/passkey-form.ts'
import { allWords } from '../words/words.ts'

const words = allWords.account.confirm

export type ConfirmView = {
  person: Person
  hasPassword: boolean
  /** Whether a code is needed beside the password. */
  needsCode: boolean
  hasPasskey: boolean
  /** The provider's name, if the account is connected to one. */
  provider: string | undefined
  /** The page to go back to. */
  returnTo: string
  notice?: Notice | undefined
}

/** Asks a signed-in person to prove again who they are. */
export function confirmPage(view: ConfirmView): Fragment {
  const { person, hasPassword, needsCode, hasPasskey, provider, returnTo, notice } = view
  const { formToken } = person
  return layout(
    {
      title: words.title,
      person,
      current: 'account',
      width: 'narrow',
      head: hasPasskey ? passkeyScript() : undefined,
    },
    html`<section class="panel">
      <h1>${words.heading}</h1>
      <p>${words.text}</p>
      ${noticeBox(notice)}
      ${
        hasPassword &&
        html`<form class="account-form" method="post" action="/account/confirm">
          ${formTokenField(formToken)} ${returnField(returnTo)}
          <input type="hidden" name="username" value="${person.email}" autocomplete="username" />
          ${textField({
            name: 'current_password',
            label: allWords.signing.password,
            type: 'password',
            autocomplete: 'current-password',
            isWrong: notice?.field === 'current_password',
          })}
          ${needsCode && codeField(words.code, notice?.field === 'code')}
          <button class="button main">${words.button}</button>
        </form>`
      }
      ${
        hasPasskey &&
        passkeyForm({
          kind: 'use',
          action: '/account/confirm/passkey',
          formToken,
          button: words.passkey,
          buttonClass: hasPassword ? 'quiet' : 'main',
          fields: returnField(returnTo),
        })
      }
      ${
        provider &&
        html`<form class="account-form" method="post" action="/account/confirm/provider">
          ${formTokenField(formToken)} ${returnField(returnTo)}
          <button class="button quiet">${words.provider(provider)}</button>
        </form>`
      }
      <p><a href="${returnTo}">${words.back}</a></p>
    </section>`,
  )
}
