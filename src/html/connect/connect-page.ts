import { html } from 'hono/html'
import { isLoopbackHost } from '../../config/sign-up-mode.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { withBreaks } from '../parts/with-breaks.ts'
import { connectGuides } from './connect-guides.ts'
import { formTokenField } from '../parts/form-token.ts'
import { type Notice, noticeBox } from '../parts/notice.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.connect

export type ConnectView = {
  person?: Person | undefined
  baseUrl: string
  /** Redirect URIs that the owner allows beside https and loopback addresses. */
  extraRedirectUris: string[]
  /** Whether the visitor owns the service, and so can allow callbacks. */
  isOwner: boolean
  notice?: Notice | undefined
}

/** How to connect an agent, app by app. */
export function connectPage({ person, baseUrl, extraRedirectUris, isOwner, notice }: ConnectView): Fragment {
  const address = `${baseUrl}/mcp`
  return layout(
    { title: messages.title, person },
    html`${noticeBox(notice)}
      <div class="connect">
        <h1>${messages.title}</h1>
        <p class="lead">${messages.lead}</p>
        <p class="address" dir="ltr"><code>${withBreaks(address)}</code></p>
        ${reachabilityNote(baseUrl)} ${checkSection(person)}
        ${connectGuides(address, extraRedirectUris, isOwner)}
        <section aria-labelledby="connect-yourself">
          <h2 id="connect-yourself">${allMessages.share.yourself.heading}</h2>
          <p>${allMessages.share.yourself.text} <a href="/share">${allMessages.share.how.title}</a>.</p>
        </section>
      </div>`,
  )
}

/** Says which apps can't reach this address. */
function reachabilityNote(baseUrl: string): Fragment | undefined {
  const { protocol, hostname, port } = new URL(baseUrl)
  if (isLoopbackHost(hostname)) {
    return html`<p class="remark">${messages.reachability.local}</p>`
  }
  if (protocol !== 'https:' || port !== '') {
    return html`<p class="remark">${messages.reachability.notDefaultPort}</p>`
  }
  return undefined
}

function checkSection(person: Person | undefined): Fragment {
  const signIn = (text: string) => html`<a href="/login?return=%2Fconnect">${text}</a>`
  return html`<section class="check" aria-labelledby="check-heading">
    <h2 id="check-heading">${messages.check.heading}</h2>
    <p>${messages.check.text}</p>
    ${person ? checkForm(person, messages.check.button) : html`<p>${messages.check.signIn(signIn)}</p>`}
  </section>`
}

/** The button that starts the connector check. */
export function checkForm({ formToken }: Person, label: string): Fragment {
  return html`<form method="post" action="/connect/check">
    ${formTokenField(formToken)}
    <button class="button main">${label}</button>
  </form>`
}
