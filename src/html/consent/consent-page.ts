import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { agentName, hasDisplayName } from '../parts/agent-name.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { instant } from '../parts/instant.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.agents.consent

export type ConsentView = {
  /** The name the client gave itself. */
  clientName: string | null
  /** Whether it is certainly one of our extensions. */
  isOwnExtension: boolean
  /** When it registered itself; null if it used the id of one of our extensions. */
  registeredAt: number | null
  /** Host and port of the redirect URI, as written there. */
  redirectTarget: string
  /** Whether the redirect URI is a loopback address. */
  isThisComputer: boolean
  email: string
  /** The authorization request, encrypted. */
  sealedRequest: string
  /** Path and query of this page, to return to after signing in with another account. */
  authorizePath: string
  formToken: string
  now: number
}

/** Asks a person whether an agent may use their queue. */
export function consentPage(view: ConsentView): Fragment {
  return layout(
    { title: messages.title, width: 'narrow' },
    html`<section class="panel consent">
      <h1>${messages.heading(isLocalProgram(view) ? messages.localProgram : quotedName(view))}</h1>
      ${identityNote(view)} ${redirectNote(view)}
      <h2>${messages.can}</h2>
      <ul class="permissions">
        ${messages.permissions.map((permission) => html`<li>${permission}</li>`)}
      </ul>
      <p>${messages.end((text) => html`<a href="/agents">${text}</a>`)}</p>
      <form class="decision" method="post" action="/oauth/authorize">
        ${formTokenField(view.formToken)}
        <input type="hidden" name="request" value="${view.sealedRequest}" />
        <button class="button main" name="decision" value="approve">${messages.approve}</button>
        <button class="button quiet" name="decision" value="deny">${messages.deny}</button>
      </form>
      ${switchAccountForm(view)}
    </section>`,
  )
}

function quotedName({ clientName }: ConsentView): Fragment {
  return messages.quoted(agentName(clientName))
}

function identityNote(view: ConsentView): Fragment {
  if (view.isOwnExtension) return html`<p class="claim">${messages.builtIn}</p>`
  return html`<p class="claim"><span class="badge">${messages.unverified}</span> ${identityText(view)}</p>`
}

function identityText(view: ConsentView): Fragment {
  if (isLocalProgram(view)) return html`${messages.localClaim}`
  const when = view.registeredAt === null ? '' : instant(view.registeredAt, view.now)
  return hasDisplayName(view.clientName) ? messages.named(quotedName(view), when) : messages.unnamed(when)
}

/** Any local program can listen on a loopback address and use the id of one of our extensions, which is public. */
function isLocalProgram(view: ConsentView): boolean {
  return !view.isOwnExtension && view.registeredAt === null
}

function redirectNote({ redirectTarget, isThisComputer }: ConsentView): Fragment {
  return html`<div class="target">
    <p>${isThisComputer ? messages.targetHere : messages.target}</p>
    <p class="host" dir="ltr">${redirectTarget}</p>
    <p>${messages.warning}</p>
  </div>`
}

function switchAccountForm({ email, formToken, authorizePath }: ConsentView): Fragment {
  return html`<form class="other-account" method="post" action="/logout">
    ${formTokenField(formToken)} ${returnField(authorizePath)}
    <p>${messages.signedIn(html`<strong><bdi>${email}</bdi></strong>`)}</p>
    <button class="button plain">${messages.otherAccount}</button>
  </form>`
}
