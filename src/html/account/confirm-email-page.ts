import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { formTokenField } from '../parts/form-token.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.account.email.confirm

/** The page behind the link that was mailed to a new address; its button makes it the account's address. */
export function confirmEmailPage(view: { person: Person; token: string; email: string }): Fragment {
  const { person, token, email } = view
  return layout(
    { title: messages.title, person, current: 'account', width: 'narrow' },
    html`<section class="panel">
      <h1>${messages.title}</h1>
      <p>${messages.text(html`<strong><bdi>${email}</bdi></strong>`)}</p>
      <form class="account-form" method="post" action="/account/email/confirm">
        ${formTokenField(person.formToken)}
        <input type="hidden" name="token" value="${token}" />
        <button class="button main">${messages.button}</button>
      </form>
      <p><a href="/account">${allMessages.account.back}</a></p>
    </section>`,
  )
}
