import { html } from '../html.ts'
import { isLoopbackHost } from '../../config/loopback-host.ts'
import { assets } from '../assets/assets.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { noticeBox } from '../parts/notice.ts'
import { allMessages } from '../messages/messages.ts'
import { appGuide } from './app-guide.ts'
import { appLists } from './app-list.ts'
import { checkForm } from './check-form.ts'
import type { ConnectView } from './connect-view.ts'
import { copyable } from './copyable.ts'

const messages = allMessages.connect

/** How to connect an agent: the apps to choose from, or one of them. */
export function connectPage(view: ConnectView): Fragment {
  const { person, notice, app } = view
  const title = app ? messages.connectApp(messages.apps[app.id].name) : messages.title
  const head = html`<script type="module" src="${assets().copy.path}"></script>
    <script type="module" src="${assets().connect.path}"></script>`
  return layout(
    { title, person, current: 'agents', head },
    html`${noticeBox(notice)}
      <div class="connect">
        ${app && html`<p class="back-link"><a href="/connect">${messages.allApps}</a></p>`}
        <h1>${title}</h1>
        ${app ? appGuide(app, view) : choices(view)} ${checkSection(view)} ${!app && yourself()}
      </div>`,
  )
}

function choices(view: ConnectView): Fragment {
  const { baseUrl } = view
  return html`<p class="lead">${messages.lead}</p>
    ${isLoopbackHost(new URL(baseUrl).hostname) && html`<p class="remark">${messages.localNote}</p>`}
    ${appLists(view)}
    <section aria-labelledby="other-heading">
      <h2 id="other-heading">${messages.other}</h2>
      <p>${messages.otherText}</p>
      ${copyable(`${baseUrl}/mcp`)}
    </section>`
}

function checkSection({ person, app }: ConnectView): Fragment {
  const signIn = (text: string) => html`<a href="/login?return=%2Fconnect">${text}</a>`
  return html`<section class="check" aria-labelledby="check-heading">
    <h2 id="check-heading">${messages.check.heading}</h2>
    <p>${messages.check.text}</p>
    ${person ? checkForm(person, messages.check.button, app ? 'quiet' : 'main') : html`<p>${messages.check.signIn(signIn)}</p>`}
  </section>`
}

function yourself(): Fragment {
  const { yourself: texts, how } = allMessages.share
  return html`<section aria-labelledby="connect-yourself">
    <h2 id="connect-yourself">${texts.heading}</h2>
    <p>${texts.text} <a href="/share">${how.title}</a>.</p>
  </section>`
}
