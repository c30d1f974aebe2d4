import { html } from 'hono/html'
import { UNNAMED } from '../oauth/client.ts'
import type { Fragment } from './fragment.ts'
import { layout } from './layout.ts'
import { agentName, inertName } from './parts/agent-name.ts'
import { formTokenField, returnField } from './parts/form-token.ts'
import { instant } from './parts/instant.ts'

export type ConsentView = {
  /** What the client calls itself. */
  clientName: string | null
  /** False for our own extensions. */
  selfRegistered: boolean
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
    { title: 'Allow access', width: 'narrow' },
    html`<section class="panel consent">
      <h1>Let ${quoted(view)} use your reading queue?</h1>
      ${claim(view)} ${target(view)}
      <h2>If you approve, it can</h2>
      <ul class="powers">
        <li>read everything in your queue, with tags and notes,</li>
        <li>save, change and remove items.</li>
      </ul>
      <p>
        Access lasts up to a year, unless you revoke it on the <a href="/agents">Agents page</a>. What it
        saves is recorded with its name, and removed items can be restored from the trash.
      </p>
      <form class="decision" method="post" action="/oauth/authorize">
        ${formTokenField(view.formToken)}
        <input type="hidden" name="request" value="${view.sealedRequest}" />
        <button class="button main" name="decision" value="approve">Approve</button>
        <button class="button quiet" name="decision" value="deny">Deny</button>
      </form>
      ${account(view)}
    </section>`,
  )
}

function quoted({ clientName }: ConsentView): Fragment {
  return html`“${agentName(clientName)}”`
}

function claim(view: ConsentView): Fragment {
  if (!view.selfRegistered)
    return html`<p class="claim">This is one of Reading Queue’s own browser extensions.</p>`
  const when = view.registeredAt === null ? '' : html` ${instant(view.registeredAt, view.now)}`
  const isNamed = inertName(view.clientName) !== UNNAMED
  const name = !isNamed ? 'gave no name' : html`calls itself ${quoted(view)}`
  return html`<p class="claim">
    <span class="badge">Unverified</span> This app ${name}. It registered itself${when}; nobody has checked
    ${isNamed ? 'this name' : 'who it is'}.
  </p>`
}

function target({ redirectTarget, isThisComputer }: ConsentView): Fragment {
  return html`<div class="target">
    <p>${isThisComputer ? 'Access goes to an app on this computer' : 'Access goes to'}</p>
    <p class="host" dir="ltr">${redirectTarget}</p>
    <p>Approve only if you started this yourself, just now, and know this address.</p>
  </div>`
}

function account({ email, formToken, authorizePath }: ConsentView): Fragment {
  return html`<form class="other-account" method="post" action="/logout">
    ${formTokenField(formToken)} ${returnField(authorizePath)}
    <p>
      You are signed in as <strong><bdi>${email}</bdi></strong
      >.
    </p>
    <button class="button plain">Use another account</button>
  </form>`
}
