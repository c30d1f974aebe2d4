import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { codeField, textField } from '../parts/field.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { noticeBox } from '../parts/notice.ts'
import { passkeyForm, passkeyScript } from '../parts/passkey-form.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.account.confirm

export type ReauthenticationView = {
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
export function reauthenticationPage(view: ReauthenticationView): Fragment {
  const { person, hasPassword, needsCode, hasPasskey, provider, returnTo, notice } = view
  const { formToken } = person
  return layout(
    {
      title: messages.title,
      person,
      current: 'account',
      width: 'narrow',
      head: hasPasskey ? passkeyScript() : undefined,
    },
    html`<section class="panel">
      <h1>${messages.heading}</h1>
      <p>${messages.text}</p>
      ${noticeBox(notice)}
      ${
        hasPassword &&
        html`<form class="account-form" method="post" action="/account/confirm">
          ${formTokenField(formToken)} ${returnField(returnTo)}
          <input type="hidden" name="username" value="${person.email}" autocomplete="username" />
          ${textField({
            name: 'current_password',
            label: allMessages.signing.password,
            type: 'password',
            autocomplete: 'current-password',
            isWrong: notice?.field === 'current_password',
          })}
          ${needsCode && codeField(messages.code, notice?.field === 'code')}
          <button class="button main">${messages.button}</button>
        </form>`
      }
      ${
        hasPasskey &&
        passkeyForm({
          kind: 'authentication',
          action: '/account/confirm/passkey',
          formToken,
          button: messages.passkey,
          buttonClass: hasPassword ? 'quiet' : 'main',
          fields: returnField(returnTo),
        })
      }
      ${
        provider &&
        html`<form class="account-form" method="post" action="/account/confirm/provider">
          ${formTokenField(formToken)} ${returnField(returnTo)}
          <button class="button quiet">${messages.provider(provider)}</button>
        </form>`
      }
      <p><a class="button quiet" href="${returnTo}">${messages.back}</a></p>
    </section>`,
  )
}
