import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'

/** What every chart has; `id` prefixes the ids within it. */
export type Chart = { id: string; title: string }

/** A class of stats.css. */
export type SeriesKind = 'saved' | 'read'

/** A figure with its heading. */
export function chartFigure({ id, title }: Chart, content: Fragment): Fragment {
  return html`<figure class="chart" aria-labelledby="${id}-heading">
    <figcaption><h2 id="${id}-heading">${title}</h2></figcaption>
    ${content}
  </figure>`
}
