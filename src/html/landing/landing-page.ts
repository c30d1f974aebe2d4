import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { connectSummary } from '../connect/connect-summary.ts'
import { icon } from '../parts/icon.ts'
import { noticeBox } from '../parts/notice.ts'
import { allMessages } from '../messages/messages.ts'
import type { Notice } from '../../text/notice.ts'
import { screenshot } from './screenshot.ts'

const messages = allMessages.landing

export type LandingView = { baseUrl: string; isSignUpOpen: boolean; notice?: Notice | undefined }

const documents = (): Fragment =>
  html`${messages.documents.map(
    ({ path, title }, index) => html`${index > 0 && ' · '}<a href="${path}">${title}</a>`,
  )}`

function signInLinks(isSignUpOpen: boolean): Fragment {
  const { signIn, signUp } = allMessages.signing
  return html`<a href="/login">${signIn.title}</a>
    ${isSignUpOpen && html`<a class="button main" href="/signup">${signUp.title}</a>`}`
}

/** What a visitor does next: signing in stands above, and here where nobody can sign up. */
function mainLink(isSignUpOpen: boolean): Fragment {
  const { signIn, signUp } = allMessages.signing
  return isSignUpOpen
    ? html`<a class="button main" href="/signup">${signUp.title}</a>`
    : html`<a class="button main" href="/login">${signIn.title}</a>`
}

/** The home page for visitors who are not signed in. */
export function landingPage({ baseUrl, isSignUpOpen, notice }: LandingView): Fragment {
  return layout(
    {
      title: messages.title,
      width: 'full',
      visitorLinks: { top: signInLinks(isSignUpOpen), foot: documents() },
    },
    html`${noticeBox(notice)}
      <div class="landing">
        <div class="hero">
          <h1>${messages.heading}</h1>
          <p class="lead">${messages.lead}</p>
          <p class="button-row">
            ${mainLink(isSignUpOpen)}
            <a class="button quiet" href="/connect">${messages.howAgentsConnect}</a>
          </p>
          ${screenshot('queue', messages.screenshots.queue, { isFirst: true })}
        </div>
        <ol class="stories">
          ${messages.stories.map(
            ({ screenshot: name, title, text }) =>
              html`<li>
                <div>
                  <h2>${title}</h2>
                  <p>${text}</p>
                </div>
                ${screenshot(name, messages.screenshots[name])}
              </li>`,
          )}
        </ol>
        <ul class="points">
          ${messages.points.map(
            ({ icon: name, title, text }) =>
              html`<li>
                ${icon(name)}
                <h2>${title}</h2>
                <p>${text}</p>
              </li>`,
          )}
        </ul>
        <div class="closing">
          <h2>${messages.closing}</h2>
          <p>${connectSummary(baseUrl)}</p>
          <p>${mainLink(isSignUpOpen)}</p>
        </div>
      </div>`,
  )
}
