import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'

/** How an agent is connected, in a few sentences. */
export function connectWords(baseUrl: string): Fragment {
  return html`To connect an agent, give it the connector address <code>${baseUrl}/mcp</code>.
    <a href="/connect">See how to connect each app</a>. Scripts and other programs find all they need in
    <a href="/auth.md">${baseUrl}/auth.md</a>.`
}
