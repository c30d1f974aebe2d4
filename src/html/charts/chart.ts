import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'

/** What every chart says of itself. `id` begins the ids within it. */
export type Chart = {
  id: string
  title: string
  /** A sentence with what the picture shows, for whoever does not see it. */
  description: string
  /** What each colour means; one that needs no telling has none. */
  series: { kind: SeriesKind; label: string }[]
  table: Table
}

/** Names a colour of stats.css. */
type SeriesKind = 'saved' | 'read'

/** The same numbers as text; the first cell of a row names it. */
type Table = { summary: string; head: string[]; rows: (Fragment | string)[][] }

/** A figure around a chart's picture, which is drawn in the units of its view box. */
export function chartFigure(
  chart: Chart,
  size: { width: number; height: number },
  picture: Fragment,
): Fragment {
  const { id, title, description, series, table } = chart
  return html`<figure class="chart" aria-labelledby="${id}-heading">
    <figcaption><h2 id="${id}-heading">${title}</h2></figcaption>
    ${series.length > 1 && legend(series)}
    <svg
      viewBox="0 0 ${size.width} ${size.height}"
      role="img"
      aria-labelledby="${id}-heading ${id}-description"
    >
      <desc id="${id}-description">${description}</desc>
      ${picture}
    </svg>
    <details>
      <summary>${table.summary}<span class="unseen">: ${title}</span></summary>
      ${numbers(table)}
    </details>
  </figure>`
}

function legend(series: Chart['series']): Fragment {
  return html`<ul class="legend">
    ${series.map(({ kind, label }) => html`<li><span class="swatch ${kind}"></span>${label}</li>`)}
  </ul>`
}

function numbers({ head, rows }: Table): Fragment {
  const row = ([name, ...cells]: (Fragment | string)[]) => {
    return html`<tr>
      <th scope="row">${name}</th>
      ${cells.map((cell) => html`<td>${cell}</td>`)}
    </tr>`
  }
  return html`<table>
    <thead>
      <tr>
        ${head.map((cell) => html`<th scope="col">${cell}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(row)}
    </tbody>
  </table>`
}
