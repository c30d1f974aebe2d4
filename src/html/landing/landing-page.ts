import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { connectSummary } from '../connect/connect-summary.ts'
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
            ${isSignUpOpen && html`<a class="button main" href="/signup">${allMessages.signing.signUp.title}</a>`}
            <a class="button ${isSignUpOpen ? 'quiet' : 'main'}" href="/login"
              >${allMessages.signing.signIn.title}</a
            >
          </p>
        </div>
        ${screenshot('queue', messages.pictures.queue, { isFirst: true })}
        <ol class="stories">
          ${messages.stories.map(
            ({ picture, title, text }) =>
              html`<li>
                <div>
                  <h2>${title}</h2>
                  <p>${text}</p>
                </div>
                ${screenshot(picture, messages.pictures[picture])}
              </li>`,
          )}
        </ol>
        <p class="connects">${connectSummary(baseUrl)}</p>
      </div>`,
  )
}
