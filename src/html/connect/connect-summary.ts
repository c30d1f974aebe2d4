import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

/** How to connect an agent, in a few sentences. */
export function connectSummary(baseUrl: string): Fragment {
  const address = html`<code>${baseUrl}/mcp</code>`
  const authGuide = html`<a href="/auth.md">${baseUrl}/auth.md</a>`
  return allMessages.connect.summary(address, (text) => html`<a href="/connect">${text}</a>`, authGuide)
}
