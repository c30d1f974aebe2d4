import { html } from 'hono/html'
import type { FailureCode } from '../../failure.ts'
import { redirectTarget } from '../../oauth/redirect-uri.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { allWords } from '../words/words.ts'

const words = allWords.failures

export type AuthorizationStopped = {
  code: FailureCode
  /** The OAuth error code. */
  error: string
  detail: string
  /** A verified redirect URI with the error in its query, to which the page redirects. */
  redirectTo?: string | undefined
  /** The same, if the page must not redirect by itself. */
  linkTo?: string | undefined
}

/** The page for an authorization request that was denied or is invalid. */
export function authorizationStoppedPage(stopped: AuthorizationStopped): Fragment {
  const { redirectTo, linkTo } = stopped
  const title = words.titles[stopped.code]
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
      <p dir="auto">${stopped.detail}</p>
      <p class="hint">${words.stopped.code} <code>${stopped.error}</code></p>
      ${nextStep(redirectTo, linkTo)}
    </section>`,
  )
}

function nextStep(redirectTo: string | undefined, linkTo: string | undefined): Fragment {
  if (redirectTo !== undefined)
    return html`<p class="button-row">
      <a class="button main" href="${redirectTo}">${words.stopped.back}</a>
    </p>`
  if (linkTo === undefined) return html`<p>${words.stopped.advice}</p>`
  const host = html`<strong><bdi dir="ltr">${redirectTarget(linkTo).host}</bdi></strong>`
  return html`<p>${words.stopped.advice}</p>
    <p>${words.stopped.leads(host)}</p>
    <p class="button-row">
      <a class="button quiet" href="${linkTo}" rel="noreferrer">${words.stopped.follow}</a>
    </p>`
}
