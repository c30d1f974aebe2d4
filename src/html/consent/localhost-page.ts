import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { agentName } from '../parts/agent-name.ts'
import { formTokenField } from '../parts/form-token.ts'
import { allMessages } from '../messages/messages.ts'
import { switchAccountForm } from './switch-account-form.ts'

const messages = allMessages.consent

export type LocalhostView = {
  /** The name the client gave itself. */
  clientName: string | null
  /** The host of its metadata document. */
  publisher: string
  /** Host and port of the redirect URI, as written there. */
  redirectTarget: string
  email: string
  /** What is asked, encrypted. */
  sealedPermission: string
  /** Path and query of this page, to return to after signing in with another account. */
  authorizePath: string
  formToken: string
}

/** Asks a person whether a client may receive its access at http://localhost. The default is no. */
export function localhostPage(view: LocalhostView): Fragment {
  const name = messages.quoted(agentName(view.clientName))
  const publisher = html`<strong class="publisher" dir="ltr">${view.publisher}</strong>`
  return layout(
    { title: messages.localhost.title, width: 'narrow' },
    html`<section class="panel consent">
      <h1>${messages.localhost.heading(name)}</h1>
      <p class="claim">
        <span class="badge unverified">${messages.unverified}</span>
        ${messages.localhost.text(name, publisher)}
      </p>
      <div class="target">
        <p>${messages.targetHere} <strong class="host" dir="ltr">${view.redirectTarget}</strong>.</p>
        <p>${messages.localhost.warning}</p>
      </div>
      <form class="decision" method="post" action="/oauth/localhost">
        ${formTokenField(view.formToken)}
        <input type="hidden" name="permission" value="${view.sealedPermission}" />
        <button class="button main" name="decision" value="deny">${messages.localhost.deny}</button>
        <button class="button quiet" name="decision" value="allow">${messages.localhost.allow}</button>
      </form>
      <p class="hint">${messages.localhost.once((text) => html`<a href="/agents">${text}</a>`)}</p>
      ${switchAccountForm(view)}
    </section>`,
  )
}
