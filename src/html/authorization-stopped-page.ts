import { html } from 'hono/html'
import type { FailureCode } from '../failure.ts'
import type { Fragment } from './fragment.ts'
import { layout } from './layout.ts'
import { allWords } from './words/words.ts'

const words = allWords.failures

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
      ${redirectTo === undefined ? wayOut() : html`<p class="go-on"><a class="button main" href="${redirectTo}">${words.stopped.back}</a></p>`}
    </section>`,
  )
}

function wayOut(): Fragment {
  return html`<p>${words.stopped.wayOut}</p>`
}
