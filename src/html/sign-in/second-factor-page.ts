import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { codeField } from '../parts/field.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { noticeBox } from '../parts/notice.ts'
import { withReturn } from './sign-in-page.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.signing.code

export type SecondFactorView = {
  formToken: string
  returnTo: string
  /** The account whose password was entered, encrypted for this browser. */
  sealed: string
  notice?: Notice | undefined
}

/** Asks for the second factor after the password. */
export function secondFactorPage({ formToken, returnTo, sealed, notice }: SecondFactorView): Fragment {
  return layout(
    { title: messages.title, width: 'narrow' },
    html`<section class="panel">
      <h1>${messages.title}</h1>
      <p>${messages.text}</p>
      ${noticeBox(notice)}
      <form class="account-form" method="post" action="/login/code">
        ${formTokenField(formToken)} ${returnField(returnTo)}
        <input type="hidden" name="first_factor" value="${sealed}" />
        ${codeField(messages.field, notice !== undefined)}
        <button class="button main">${allMessages.signing.signIn.title}</button>
      </form>
      <p><a href="${withReturn('/login', returnTo)}">${allMessages.signing.toSignIn}</a></p>
    </section>`,
  )
}
