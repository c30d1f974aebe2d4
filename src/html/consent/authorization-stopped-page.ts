import { html } from '../html.ts'
import type { FailureCode } from '../../failure.ts'
import { redirectTarget } from '../../oauth/redirect-uri.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { allMessages } from '../messages/messages.ts'
import { translated } from '../messages/sentences.ts'

const messages = allMessages.failures

export type AuthorizationStopped = {
  code: FailureCode
  /** The OAuth error code. */
  error: string
  detail: string
  /** Whether the client named a redirect URI that it has not registered. */
  hasUnknownReturn?: boolean | undefined
  /** A verified redirect URI with the error in its query, to which the page redirects. */
  redirectTo?: string | undefined
  /** The same, if the page must not redirect by itself. */
  linkTo?: string | undefined
}

/** The page for an authorization request that was denied or is invalid. */
export function authorizationStoppedPage(stopped: AuthorizationStopped): Fragment {
  const { redirectTo, linkTo } = stopped
  const title = messages.titles[stopped.hasUnknownReturn ? 'invalid_redirect_uri' : stopped.code]
  const detail = translated(stopped.detail)
  const code = html`<p class="hint">${messages.appRequestError.code} <code>${stopped.error}</code></p>`
  return layout(
    {
      title,
      width: 'narrow',
      head:
        redirectTo === undefined
          ? undefined
          : html`<meta http-equiv="refresh" content="0;url=${redirectTo}" />`,
    },
    html`<section class="panel">
      <h1>${title}</h1>
      ${stopped.hasUnknownReturn ? html`<p>${messages.appRequestError.unknownReturn}</p>` : html`<p dir="auto">${detail}</p>`}
      ${!stopped.hasUnknownReturn && code} ${nextStep(redirectTo, linkTo)}
      ${
        stopped.hasUnknownReturn &&
        html`${code}
          <p class="hint" dir="auto">${detail}</p>`
      }
    </section>`,
  )
}

function nextStep(redirectTo: string | undefined, linkTo: string | undefined): Fragment {
  if (redirectTo !== undefined)
    return html`<p class="button-row">
      <a class="button main" href="${redirectTo}">${messages.appRequestError.back}</a>
    </p>`
  if (linkTo === undefined)
    return html`<p>${messages.appRequestError.advice}</p>
      <p><a href="/queue">${messages.toQueue}</a></p>`
  const host = html`<strong><bdi dir="ltr">${redirectTarget(linkTo).host}</bdi></strong>`
  return html`<p>${messages.appRequestError.advice}</p>
    <p>${messages.appRequestError.leads(host)}</p>
    <p class="button-row">
      <a class="button quiet" href="${linkTo}" rel="noreferrer">${messages.appRequestError.follow}</a>
    </p>`
}
