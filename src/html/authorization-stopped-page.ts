import { html } from 'hono/html'
import type { FailureCode } from '../failure.ts'
import { failureWords } from './failure-words.ts'
import type { Fragment } from './fragment.ts'
import { layout } from './layout.ts'

export type AuthorizationStopped = {
  code: FailureCode
  /** The code as OAuth spells it. */
  error: string
  detail: string
  /** A proven redirect URI with the error in its query, to which the page moves on. */
  redirectTo?: string | undefined
}

/** The end of an authorization without a code: denied, or asked for wrongly. */
export function authorizationStoppedPage(stopped: AuthorizationStopped): Fragment {
  const { redirectTo } = stopped
  const { title } = failureWords[stopped.code]
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
      <p class="hint">Error code: <code>${stopped.error}</code></p>
      ${redirectTo === undefined ? wayOut() : html`<p class="go-on"><a class="button main" href="${redirectTo}">Go back to the app</a></p>`}
    </section>`,
  )
}

function wayOut(): Fragment {
  return html`<p>
    Close this page and start again in the app. If it happens again, tell whoever makes the app.
  </p>`
}
