import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.consent

/** Who is signed in, with a button to continue as somebody else. */
export function switchAccountForm(view: {
  email: string
  formToken: string
  authorizePath: string
}): Fragment {
  return html`<form class="other-account" method="post" action="/logout">
    ${formTokenField(view.formToken)} ${returnField(view.authorizePath)}
    <p>${messages.signedIn(html`<strong><bdi>${view.email}</bdi></strong>`)}</p>
    <button class="button plain">${messages.otherAccount}</button>
  </form>`
}
