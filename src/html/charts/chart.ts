import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'

/** What every chart has; `id` prefixes the ids within it. */
export type Chart = {
  id: string
  title: string
  /** A sentence that describes the picture, for screen readers. */
  description: string
  /** The colours of the legend, which is shown for two or more. */
  series: { kind: SeriesKind; label: string }[]
  table: Table
}

/** A class of stats.css. */
type SeriesKind = 'saved' | 'read'

/** The same numbers as text; the first cell of a row is its header. */
type Table = { summary: string; head: string[]; rows: (Fragment | string)[][] }

/** A figure with a chart's picture, given in the units of the view box, and its table. */
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
      <summary>${table.summary}<span class="visually-hidden">: ${title}</span></summary>
      ${numberTable(table)}
    </details>
  </figure>`
}

function legend(series: Chart['series']): Fragment {
  return html`<ul class="legend">
    ${series.map(({ kind, label }) => html`<li><span class="swatch ${kind}"></span>${label}</li>`)}
  </ul>`
}

function numberTable({ head, rows }: Table): Fragment {
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
