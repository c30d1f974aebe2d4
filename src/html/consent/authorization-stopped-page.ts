import { html } from '../html.ts'
import type { FailureCode } from '../../failure.ts'
import { redirectTarget } from '../../oauth/redirect-uri.ts'
import type { Fragment } from '../fragment.ts'
import { problemBox } from '../parts/problem-box.ts'
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
  const { redirectTo, hasUnknownReturn } = stopped
  const title = messages.titles[hasUnknownReturn ? 'invalid_redirect_uri' : stopped.code]
  return layout(
    {
      title,
      width: 'narrow',
      head:
        redirectTo === undefined
          ? undefined
          : html`<meta http-equiv="refresh" content="0;url=${redirectTo}" />`,
    },
    problemBox({ icon: 'agents', title, ...explanation(stopped), ...nextStep(stopped) }),
  )
}

const texts = messages.appRequestError

/** In words for a person, where there are any, with those of the protocol for the app's developer. */
function explanation({ code, error, detail, hasUnknownReturn, linkTo }: AuthorizationStopped) {
  const isUnknown = code === 'invalid_client' && linkTo === undefined
  const ours = hasUnknownReturn ? texts.unknownReturn : isUnknown ? texts.unknownApp : undefined
  const errorCode = html`${texts.code} <code>${error}</code>`
  return {
    text: ours ?? translated(detail),
    details: ours
      ? html`<details>
          <summary>${texts.forDeveloper}</summary>
          <p class="hint" dir="auto">${translated(detail)}</p>
          <p class="hint">${errorCode}</p>
        </details>`
      : html`<p class="hint">${errorCode}</p>`,
  }
}

function nextStep({ redirectTo, linkTo }: AuthorizationStopped): { advice?: Fragment; next: Fragment } {
  if (redirectTo !== undefined)
    return { next: html`<a class="button main" href="${redirectTo}">${texts.back}</a>` }
  const advice = html`${texts.advice}`
  if (linkTo === undefined)
    return { advice, next: html`<a class="button quiet" href="/queue">${messages.toQueue}</a>` }
  const host = html`<strong><bdi dir="ltr">${redirectTarget(linkTo).host}</bdi></strong>`
  return {
    advice: html`${advice} ${texts.leads(host)}`,
    next: html`<a class="button quiet" href="${linkTo}" rel="noreferrer">${texts.follow}</a>`,
  }
}
