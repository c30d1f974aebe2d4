import { html } from 'hono/html'
import { MIN_PASSWORD_LENGTH } from '../accounts/password.ts'
import type { Fragment } from './fragment.ts'
import { layout } from './layout.ts'
import { textField } from './parts/field.ts'
import { formTokenField } from './parts/form-token.ts'
import { type Notice, noticeBox } from './parts/notice.ts'

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
    { title: 'New password', width: 'narrow' },
    html`<section class="panel">
      <h1>Set a new password</h1>
      <p>
        For <strong><bdi>${email}</bdi></strong
        >. Every browser that is signed in will be signed out.
      </p>
      ${noticeBox(notice)}
      <form class="account-form" method="post" action="/reset">
        ${formTokenField(formToken)}
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="username" value="${email}" autocomplete="username" />
        ${textField({
          name: 'password',
          label: 'New password',
          type: 'password',
          autocomplete: 'new-password',
          minLength: MIN_PASSWORD_LENGTH,
          hint: `At least ${MIN_PASSWORD_LENGTH} characters, better 15 or more. A few words work well.`,
          isWrong: notice?.field === 'password',
        })}
        ${agents > 0 && revocation(agents)}
        <button class="button main">Set the password</button>
      </form>
    </section>`,
  )
}

function revocation(agents: number): Fragment {
  return html`<div class="choice">
    <input type="checkbox" id="revoke-agents" name="revoke_agents" value="yes" />
    <label for="revoke-agents"
      >Also end the access of ${agents === 1 ? 'your agent' : `all ${agents} agents`}. Do this if somebody
      else may have been in your account.</label
    >
  </div>`
}
