import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { connectSummary } from '../connect/connect-summary.ts'
import { type Notice, noticeBox } from '../parts/notice.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.shell.landing

export type LandingView = { baseUrl: string; isSignUpOpen: boolean; notice?: Notice | undefined }

/** The home page for visitors who are not signed in. */
export function landingPage({ baseUrl, isSignUpOpen, notice }: LandingView): Fragment {
  const { both, charge, open } = messages.points
  return layout(
    { title: messages.title },
    html`${noticeBox(notice)}
      <div class="landing">
        <h1>${messages.heading}</h1>
        <p class="lead">${messages.lead}</p>
        <p class="button-row">
          <a class="button main" href="/login">${allMessages.signing.in.title}</a>
          ${isSignUpOpen && html`<a class="button quiet" href="/signup">${allMessages.signing.up.title}</a>`}
        </p>
        <ul class="points">
          <li>
            <h2>${both.title}</h2>
            <p>${both.text}</p>
          </li>
          <li>
            <h2>${charge.title}</h2>
            <p>${charge.text}</p>
          </li>
          <li>
            <h2>${open.title}</h2>
            <p>${connectSummary(baseUrl)}</p>
          </li>
        </ul>
      </div>`,
  )
}
