import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'

/** Text whose addresses wrap before `/mcp`, rather than within it. */
export function withBreaks(text: string): Fragment {
  return html`${text.split(/(?=\/mcp\b)/).map((part, index) => (index === 0 ? part : html`<wbr />${part}`))}`
}
