import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { connectWords } from '../connect/connect-words.ts'
import { type Notice, noticeBox } from '../parts/notice.ts'
import { allWords } from '../words/words.ts'

const words = allWords.shell.landing

export type LandingView = { baseUrl: string; isSignUpOpen: boolean; notice?: Notice | undefined }

/** What the service is, for whoever is not signed in. */
export function landingPage({ baseUrl, isSignUpOpen, notice }: LandingView): Fragment {
  const { both, charge, open } = words.points
  return layout(
    { title: words.title },
    html`${noticeBox(notice)}
      <div class="landing">
        <h1>${words.heading}</h1>
        <p class="lead">${words.lead}</p>
        <p class="go-on">
          <a class="button main" href="/login">${allWords.signing.in.title}</a>
          ${isSignUpOpen && html`<a class="button quiet" href="/signup">${allWords.signing.up.title}</a>`}
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
            <p>${connectWords(baseUrl)}</p>
          </li>
        </ul>
      </div>`,
  )
}
