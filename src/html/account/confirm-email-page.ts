import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { formTokenField } from '../parts/form-token.ts'
import { allWords } from '../words/words.ts'

const words = allWords.account.email.confirm

/** The page behind the link that was mailed to a new address; its button makes it the account's address. */
export function confirmEmailPage(view: { person: Person; token: string; email: string }): Fragment {
  const { person, token, email } = view
  return layout(
    { title: words.title, person, current: 'account', width: 'narrow' },
    html`<section class="panel">
      <h1>${words.title}</h1>
      <p>${words.text(html`<strong><bdi>${email}</bdi></strong>`)}</p>
      <form class="account-form" method="post" action="/account/email/confirm">
        ${formTokenField(person.formToken)}
        <input type="hidden" name="token" value="${token}" />
        <button class="button main">${words.button}</button>
      </form>
      <p><a href="/account">${allWords.account.back}</a></p>
    </section>`,
  )
}
