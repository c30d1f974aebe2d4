import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { truncate } from '../../text/truncate.ts'
import { displayName, hasDisplayName } from '../parts/agent-name.ts'
import { formTokenField } from '../parts/form-token.ts'
import { relativeTime } from '../parts/instant.ts'
import { allMessages } from '../messages/messages.ts'
import { withBreaks } from '../parts/with-breaks.ts'
import { switchAccountForm } from './switch-account-form.ts'

const messages = allMessages.consent
/** Characters of a claimed name. */
const MAX_NAME = 60

/**
 * Whether the person approved the client before, with the limits that they set and that a new approval keeps, or another
 * one whose access goes to the same host.
 */
export type Acquaintance =
  | { kind: 'approved'; firstAt: number; pausedAt: number | null; suggestsSince: number | null }
  | { kind: 'host' }
  | { kind: 'new' }

export type ConsentView = {
  /** The name the client gave itself. */
  clientName: string | null
  /** Whether it is certainly one of our extensions. */
  isOwnExtension: boolean
  /** When it registered itself; null if it did not. */
  registeredAt: number | null
  /** The host of its metadata document; null if it has none. Without both, it used the id of one of our extensions. */
  publisher: string | null
  /** Host and port of the redirect URI, as written there. */
  redirectTarget: string
  /** Whether the redirect URI is a loopback address. */
  isThisComputer: boolean
  acquaintance: Acquaintance
  email: string
  /** The authorization request, encrypted. */
  sealedRequest: string
  /** Path and query of this page, to return to after signing in with another account. */
  authorizePath: string
  formToken: string
  now: number
}

/** Asks a person whether an agent may use their queue. Where access goes is certain, so it is the headline. */
export function consentPage(view: ConsentView): Fragment {
  const { can, cannot } = messages.permissions
  return layout(
    { title: messages.title, width: 'narrow' },
    html`<section class="panel consent">
      <h1>${headline(view)}</h1>
      ${identityNote(view)} ${acquaintanceNote(view)} ${redirectNote(view)}
      <h2>${messages.allows}</h2>
      <ul class="permissions">
        ${can.map((permission) => html`<li>${permission}</li>`)}
      </ul>
      <p class="hint">${cannot}</p>
      <form class="decision" method="post" action="/oauth/authorize">
        ${formTokenField(view.formToken)}
        <input type="hidden" name="request" value="${view.sealedRequest}" />
        <button class="button main" name="decision" value="approve">${messages.approve}</button>
        <button class="button quiet" name="decision" value="deny">${messages.deny}</button>
      </form>
      <p class="hint">${messages.revokeAnyTime((text) => html`<a href="/agents">${text}</a>`)}</p>
      ${switchAccountForm(view)}
    </section>`,
  )
}

function headline(view: ConsentView): Fragment {
  if (view.isOwnExtension) return messages.heading(messages.ownExtension)
  if (isLocalProgram(view)) return messages.heading(messages.localProgram)
  if (view.isThisComputer) return messages.heading(messages.localApp)
  return messages.heading(html`<span class="host" dir="ltr">${withBreaks(view.redirectTarget)}</span>`)
}

/** The name that the client claims; a long one can't push the rest of the page away. */
function quotedName({ clientName }: ConsentView): Fragment {
  return messages.quoted(html`<bdi>${truncate(displayName(clientName), MAX_NAME)}</bdi>`)
}

/** Whether the person approved this client, or another one at the same host, before. */
function acquaintanceNote({ acquaintance, isOwnExtension, redirectTarget, now }: ConsentView) {
  if (isOwnExtension && acquaintance.kind === 'new') return undefined
  const { approvedBefore, staysPaused, staysSuggesting, hostBefore, isNew } = messages.acquaintance
  switch (acquaintance.kind) {
    case 'approved':
      return html`<p class="hint">${approvedBefore(relativeTime(acquaintance.firstAt, now))}</p>
        ${acquaintance.pausedAt !== null && html`<p class="remark">${staysPaused((text) => html`<a href="/agents">${text}</a>`)}</p>`}
        ${acquaintance.suggestsSince !== null && html`<p class="remark">${staysSuggesting}</p>`}`
    case 'host':
      return html`<p class="hint">${hostBefore(redirectTarget)}</p>`
    case 'new':
      return html`<p class="hint">${isNew}</p>`
  }
}

function identityNote(view: ConsentView): Fragment {
  if (view.isOwnExtension) return html`<p class="claim">${messages.builtIn}</p>`
  return html`<p class="claim">
    <span class="badge unverified">${messages.unverified}</span> ${identityText(view)}
  </p>`
}

function identityText(view: ConsentView): Fragment {
  if (isLocalProgram(view)) return html`${messages.localClaim}`
  if (view.publisher !== null) return publisherText(view, view.publisher)
  const when = view.registeredAt === null ? '' : relativeTime(view.registeredAt, view.now)
  return hasDisplayName(view.clientName) ? messages.named(quotedName(view), when) : messages.unnamed(when)
}

/** The publisher is certain, but not which program sends the request. */
function publisherText(view: ConsentView, host: string): Fragment {
  const publisher = html`<strong class="publisher" dir="ltr">${host}</strong>`
  const text = hasDisplayName(view.clientName)
    ? messages.published(quotedName(view), publisher)
    : messages.publishedUnnamed(publisher)
  return html`${text} ${view.isThisComputer && messages.anyProgram}`
}

/** Any local program can listen on a loopback address and use the id of one of our extensions, which is public. */
function isLocalProgram(view: ConsentView): boolean {
  return !view.isOwnExtension && view.registeredAt === null && view.publisher === null
}

/**
 * Where access goes, unless the headline says it. Only the extension itself can get what is sent to its address, an id of 32
 * letters that nobody recognises.
 */
function redirectNote({ redirectTarget, isThisComputer, isOwnExtension }: ConsentView): Fragment {
  if (isOwnExtension) return html`<p>${messages.ownWarning}</p>`
  if (!isThisComputer)
    return html`<p class="target">${messages.target} <strong>${messages.warning}</strong></p>`
  return html`<div class="target">
    <p>${messages.targetHere} <strong class="host" dir="ltr">${withBreaks(redirectTarget)}</strong>.</p>
    <p>${messages.warning}</p>
  </div>`
}
