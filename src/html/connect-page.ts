import { html } from 'hono/html'
import { isLoopbackHost } from '../config.ts'
import type { Fragment } from './fragment.ts'
import { layout, type Person } from './layout.ts'
import { breakable } from './parts/breakable.ts'
import { connectGuides } from './parts/connect-guides.ts'
import { formTokenField } from './parts/form-token.ts'
import { type Notice, noticeBox } from './parts/notice.ts'
import { english } from './words/english.ts'

export type ConnectView = {
  person?: Person | undefined
  baseUrl: string
  /** What the operator allows beyond https and loopback literals. */
  extraRedirectUris: string[]
  notice?: Notice | undefined
}

/** How agents are connected, client by client. */
export function connectPage({ person, baseUrl, extraRedirectUris, notice }: ConnectView): Fragment {
  const address = `${baseUrl}/mcp`
  return layout(
    { title: 'Connect an agent', person },
    html`${noticeBox(notice)}
      <div class="connect">
        <h1>Connect an agent</h1>
        <p class="lead">
          Paste this address where an app asks for a connector or a remote MCP server. It finds out the rest
          by itself, and you are asked here before it gets access.
        </p>
        <p class="address" dir="ltr"><code>${breakable(address)}</code></p>
        ${reachRemark(baseUrl)} ${check(person)} ${connectGuides(address, extraRedirectUris)}
        <section aria-labelledby="connect-yourself">
          <h2 id="connect-yourself">${english.share.yourself.heading}</h2>
          <p>${english.share.yourself.text} <a href="/share">${english.share.how.title}</a>.</p>
        </section>
      </div>`,
  )
}

/** Who cannot come to this address, whatever they do. */
function reachRemark(baseUrl: string): Fragment | undefined {
  const { protocol, hostname, port } = new URL(baseUrl)
  if (isLoopbackHost(hostname)) {
    return html`<p class="remark">
      This address leads to this very computer, so only programs on it can connect. Connectors in Claude and
      ChatGPT are called from their makers’ servers, which cannot reach it; for them, give the service a
      public address.
    </p>`
  }
  if (protocol !== 'https:' || port !== '') {
    return html`<p class="remark">
      Connectors in Claude are called over https on port 443 only, so they cannot reach this address.
    </p>`
  }
  return undefined
}

function check(person: Person | undefined): Fragment {
  return html`<section class="check" aria-labelledby="check-heading">
    <h2 id="check-heading">Does it work?</h2>
    <p>
      The connector check runs once through what an app does, from this server to its own public address, and
      says where it gets stuck. It reads a list, changes nothing, and leaves nothing behind.
    </p>
    ${person ? checkForm(person, 'Check the connector') : html`<p><a href="/login?return=%2Fconnect">Sign in</a> to run it.</p>`}
  </section>`
}

/** The button that starts the connector check. */
export function checkForm({ formToken }: Person, label: string): Fragment {
  return html`<form method="post" action="/connect/check">
    ${formTokenField(formToken)}
    <button class="button main">${label}</button>
  </form>`
}
