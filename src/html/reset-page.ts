import { html } from 'hono/html'
import { MIN_PASSWORD_LENGTH } from '../accounts/password.ts'
import type { Fragment } from './fragment.ts'
import { layout } from './layout.ts'
import { textField } from './parts/field.ts'
import { formTokenField } from './parts/form-token.ts'
import { type Notice, noticeBox } from './parts/notice.ts'
import { allWords } from './words/words.ts'

const words = allWords.signing.reset

export type ResetView = {
  formToken: string
  token: string
  email: string
  /** How many agents have access. */
  agents: number
  notice?: Notice | undefined
}

/** Sets a new password by a link that works once. */
export function resetPage({ formToken, token, email, agents, notice }: ResetView): Fragment {
  return layout(
    { title: words.title, width: 'narrow' },
    html`<section class="panel">
      <h1>${words.heading}</h1>
      <p>${words.whose(html`<strong><bdi>${email}</bdi></strong>`)}</p>
      ${noticeBox(notice)}
      <form class="account-form" method="post" action="/reset">
        ${formTokenField(formToken)}
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="username" value="${email}" autocomplete="username" />
        ${textField({
          name: 'password',
          label: allWords.signing.newPassword,
          type: 'password',
          autocomplete: 'new-password',
          minLength: MIN_PASSWORD_LENGTH,
          hint: allWords.signing.passwordHint(MIN_PASSWORD_LENGTH),
          isWrong: notice?.field === 'password',
        })}
        ${agents > 0 && revocation(agents)}
        <button class="button main">${words.button}</button>
      </form>
    </section>`,
  )
}

function revocation(agents: number): Fragment {
  return html`<div class="choice">
    <input type="checkbox" id="revoke-agents" name="revoke_agents" value="yes" />
    <label for="revoke-agents">${words.endAgents(agents)}</label>
  </div>`
}
