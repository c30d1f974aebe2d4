import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { copyable } from './copyable.ts'

const messages = allMessages.connect.publicAddress

/** How to make a service public that listens on a port of this computer. */
export function publicAddressGuide(port: number): Fragment {
  return html`<section id="public-address" aria-labelledby="public-address-heading">
    <h2 id="public-address-heading">${messages.heading}</h2>
    <p>${messages.text}</p>
    <h3>${messages.tunnel}</h3>
    <ol class="steps">
      <li>
        ${messages.tunnelSteps.start} ${copyable(`tailscale funnel ${port}`)}
        <p class="hint">${messages.tunnelSteps.orTry}</p>
        ${copyable(`cloudflared tunnel --url http://localhost:${port}`)}
      </li>
      ${lastSteps('https://queue.example.ts.net')}
    </ol>
    <h3>${messages.proxy}</h3>
    <ol class="steps">
      <li>${messages.proxySteps.name}</li>
      <li>
        ${messages.proxySteps.start(html`<code>deploy/</code>`)}
        ${copyable(`caddy reverse-proxy --from queue.example.org --to localhost:${port}`)}
      </li>
      ${lastSteps('https://queue.example.org')}
    </ol>
  </section>`
}

function lastSteps(address: string): Fragment {
  return html`<li>${messages.restart} ${copyable(`BASE_URL=${address} TRUST_PROXY=1 npm start`)}</li>
    <li>${messages.reopen}</li>`
}
