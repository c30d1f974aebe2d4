import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { type Chart, chartFigure, type SeriesKind } from './chart.ts'
import { numberTable, type Table } from './number-table.ts'
import { scaleFor } from './scale.ts'

/** A chart of grouped columns. */
export type ColumnChart = Chart & {
  /** A sentence that describes the picture, for screen readers. */
  description: string
  /** The colours of the legend, which is shown for two or more. */
  series: { kind: SeriesKind; label: string }[]
  /** For each series, a value for each category. */
  values: number[][]
  /** The label below each category, if any. */
  labels: (string | undefined)[]
  /** Formats a number on the vertical axis. */
  tick(value: number): string
  table: Table
}

/** On each side of a category, as a fraction of its width. */
const GAP = 0.14

/** Everything is placed by percentages, so that the picture fills its box and its text has the size of the page's. */
export function columnChart(chart: ColumnChart): Fragment {
  const { id, title, description, series, values, labels, tick, table } = chart
  const { max, ticks } = scaleFor(Math.max(...values.flat()))
  const categoryWidth = 1 / labels.length
  const width = (categoryWidth * (1 - 2 * GAP)) / values.length
  const y = (value: number) => percent(1 - value / max)
  const x = (index: number, series = 0) => percent(categoryWidth * (index + GAP) + width * series)

  const grid = ticks.map(
    (value) => html`<line class="grid" x1="0" x2="100%" y1="${y(value)}" y2="${y(value)}" />`,
  )
  const columns = values.map((column, index) => {
    return column.map((value, category) => {
      if (value === 0) return ''
      return html`<rect
        class="${series[index]?.kind}"
        x="${x(category, index)}"
        y="${y(value)}"
        width="${percent(width)}"
        height="${percent(value / max)}"
      />`
    })
  })
  const names = labels.map((label, index) => {
    if (label === undefined) return ''
    const isLast = index === labels.length - 1
    const start = isLast ? '100%' : x(index)
    return html`<text class="${isLast ? 'last' : 'category'}" x="${start}" y="100%" dy="1.6em"
      >${label}</text
    >`
  })
  return chartFigure(
    chart,
    html`${series.length > 1 && legend(series)}
      <div class="plot">
        <ul class="ticks" aria-hidden="true">
          ${ticks.map((value) => html`<li>${tick(value)}</li>`)}
        </ul>
        <svg role="img" aria-labelledby="${id}-heading ${id}-description">
          <desc id="${id}-description">${description}</desc>
          ${grid} ${columns} ${names}
        </svg>
      </div>
      <details>
        <summary>${table.summary}<span class="visually-hidden">: ${title}</span></summary>
        ${numberTable(table)}
      </details>`,
  )
}

function legend(series: ColumnChart['series']): Fragment {
  return html`<ul class="legend">
    ${series.map(({ kind, label }) => html`<li><span class="swatch ${kind}"></span>${label}</li>`)}
  </ul>`
}

/** To hundredths, which no screen resolves. */
function percent(fraction: number): string {
  return `${Math.round(fraction * 10_000) / 100}%`
}
