import { html } from 'hono/html'
import type { Fragment } from './fragment.ts'
import { layout } from './layout.ts'
import { connectWords } from './parts/connect-words.ts'
import { type Notice, noticeBox } from './parts/notice.ts'

export type LandingView = { baseUrl: string; isSignUpOpen: boolean; notice?: Notice | undefined }

/** What the service is, for whoever is not signed in. */
export function landingPage({ baseUrl, isSignUpOpen, notice }: LandingView): Fragment {
  return layout(
    { title: 'Welcome' },
    html`${noticeBox(notice)}
      <div class="landing">
        <h1>Links worth reading, kept by you and your agents.</h1>
        <p class="lead">
          Save what you want to read later. Agents that you allow can add to your queue, read it and keep it
          tidy.
        </p>
        <p class="go-on">
          <a class="button main" href="/login">Sign in</a>
          ${isSignUpOpen && html`<a class="button quiet" href="/signup">Make an account</a>`}
        </p>
        <ul class="points">
          <li>
            <h2>One queue for both</h2>
            <p>Every item says who saved it, you or an agent by its name, and why.</p>
          </li>
          <li>
            <h2>You stay in charge</h2>
            <p>
              You approve each agent, see what it saved, and end its access at any time. Removed items can be
              restored.
            </p>
          </li>
          <li>
            <h2>Open to any agent</h2>
            <p>${connectWords(baseUrl)}</p>
          </li>
        </ul>
      </div>`,
  )
}
