import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { agentName, hasName } from '../parts/agent-name.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import { instant } from '../parts/instant.ts'
import { allWords } from '../words/words.ts'

const words = allWords.agents.consent

export type ConsentView = {
  /** What the client calls itself. */
  clientName: string | null
  /** Whether it can only be an extension of ours. */
  isOwnExtension: boolean
  /** When it registered itself; null where it came under the id of an extension of ours. */
  registeredAt: number | null
  /** Host and port of the redirect URI, as it stands there. */
  redirectTarget: string
  /** Whether the redirect URI is a loopback address. */
  isThisComputer: boolean
  email: string
  /** The request that is decided on, sealed. */
  sealedRequest: string
  /** Path and query of this very page, for signing in as somebody else. */
  authorizePath: string
  formToken: string
  now: number
}

/** Asks a person whether an agent may use their queue. */
export function consentPage(view: ConsentView): Fragment {
  return layout(
    { title: words.title, width: 'narrow' },
    html`<section class="panel consent">
      <h1>${words.heading(isLocalProgram(view) ? words.localProgram : quoted(view))}</h1>
      ${claim(view)} ${target(view)}
      <h2>${words.can}</h2>
      <ul class="powers">
        ${words.powers.map((power) => html`<li>${power}</li>`)}
      </ul>
      <p>${words.end((text) => html`<a href="/agents">${text}</a>`)}</p>
      <form class="decision" method="post" action="/oauth/authorize">
        ${formTokenField(view.formToken)}
        <input type="hidden" name="request" value="${view.sealedRequest}" />
        <button class="button main" name="decision" value="approve">${words.approve}</button>
        <button class="button quiet" name="decision" value="deny">${words.deny}</button>
      </form>
      ${account(view)}
    </section>`,
  )
}

function quoted({ clientName }: ConsentView): Fragment {
  return words.quoted(agentName(clientName))
}

function claim(view: ConsentView): Fragment {
  if (view.isOwnExtension) return html`<p class="claim">${words.ours}</p>`
  return html`<p class="claim"><span class="badge">${words.unverified}</span> ${claimed(view)}</p>`
}

function claimed(view: ConsentView): Fragment {
  if (isLocalProgram(view)) return html`${words.localClaim}`
  const when = view.registeredAt === null ? '' : instant(view.registeredAt, view.now)
  return hasName(view.clientName) ? words.named(quoted(view), when) : words.unnamed(when)
}

/** Any program may listen on a loopback address and send the id of an extension of ours, which is public. */
function isLocalProgram(view: ConsentView): boolean {
  return !view.isOwnExtension && view.registeredAt === null
}

function target({ redirectTarget, isThisComputer }: ConsentView): Fragment {
  return html`<div class="target">
    <p>${isThisComputer ? words.targetHere : words.target}</p>
    <p class="host" dir="ltr">${redirectTarget}</p>
    <p>${words.care}</p>
  </div>`
}

function account({ email, formToken, authorizePath }: ConsentView): Fragment {
  return html`<form class="other-account" method="post" action="/logout">
    ${formTokenField(formToken)} ${returnField(authorizePath)}
    <p>${words.signedIn(html`<strong><bdi>${email}</bdi></strong>`)}</p>
    <button class="button plain">${words.otherAccount}</button>
  </form>`
}
