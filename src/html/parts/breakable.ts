import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'

/** Text whose addresses may be broken before `/mcp`, rather than within it, where a line is too short. */
export function breakable(text: string): Fragment {
  return html`${text.split(/(?=\/mcp\b)/).map((part, index) => (index === 0 ? part : html`<wbr />${part}`))}`
}
