import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { appRequestNote } from '../parts/app-request-note.ts'
import { textField } from '../parts/field.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { noticeBox } from '../parts/notice.ts'
import { setUpCodeField } from '../parts/set-up-code.ts'
import { withReturn } from './sign-in-page.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.signing.signUp

export type NewIdentityView = {
  formToken: string
  returnTo: string
  provider: string
  /** The identity that the provider confirmed, encrypted for this browser. */
  sealed: string
  needsSetUpCode: boolean
  /** The address from the provider, or as typed. */
  email: string
  notice?: Notice | undefined
}

/** Asks a new person for the email address of their account. */
export function newIdentityPage(view: NewIdentityView): Fragment {
  const { formToken, returnTo, provider, sealed, needsSetUpCode, email, notice } = view
  return layout(
    { title: messages.title, width: 'narrow' },
    html`<section class="panel">
      <h1>${messages.title}</h1>
      ${appRequestNote(returnTo, messages.title)}
      <p>${messages.newFromProvider(provider)}</p>
      ${noticeBox(notice)}
      <form class="account-form" method="post" action="/login/oidc/account">
        ${formTokenField(formToken)} ${returnField(returnTo)}
        <input type="hidden" name="identity" value="${sealed}" />
        ${textField({
          name: 'email',
          label: allMessages.signing.email,
          type: 'email',
          autocomplete: 'email',
          value: email,
          isWrong: notice?.field === 'email',
        })}
        ${needsSetUpCode && setUpCodeField(notice)}
        <button class="button main">${messages.title}</button>
      </form>
      <p><a href="${withReturn('/login', returnTo)}">${allMessages.signing.toSignIn}</a></p>
    </section>`,
  )
}
