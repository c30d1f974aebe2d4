import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { type Chart, chartFigure } from './chart.ts'
import { scaleFor } from './scale.ts'

/** A chart of grouped columns. */
export type ColumnChart = Chart & {
  /** For each series, a value for each category. */
  values: number[][]
  /** The label below each category, if any. */
  labels: (string | undefined)[]
  /** Formats a number on the vertical axis. */
  tick(value: number): string
}

const WIDTH = 480
const HEIGHT = 220
/** The plot area, which leaves room for the labels of both axes. */
const LEFT = 62
const TOP = 14
const BOTTOM = 190
const PLOT_WIDTH = WIDTH - LEFT
const PLOT_HEIGHT = BOTTOM - TOP
/** On each side of a category, as a fraction of its width. */
const GAP = 0.14

export function columnChart(chart: ColumnChart): Fragment {
  const { values, labels, tick } = chart
  const { max, ticks } = scaleFor(Math.max(...values.flat()))
  const categoryWidth = PLOT_WIDTH / labels.length
  const width = (categoryWidth * (1 - 2 * GAP)) / values.length
  const y = (value: number) => round(BOTTOM - (value / max) * PLOT_HEIGHT)
  const x = (index: number, series = 0) => round(LEFT + categoryWidth * (index + GAP) + width * series)

  const grid = ticks.map((value) => {
    return html`<line class="grid" x1="${LEFT}" x2="${WIDTH}" y1="${y(value)}" y2="${y(value)}" />
      <text class="tick" x="${LEFT - 8}" y="${y(value)}">${tick(value)}</text>`
  })
  const columns = values.map((column, series) => {
    return column.map((value, index) => {
      if (value === 0) return ''
      return html`<rect
        class="${chart.series[series]?.kind}"
        x="${x(index, series)}"
        y="${y(value)}"
        width="${round(width)}"
        height="${round(BOTTOM - y(value))}"
      />`
    })
  })
  const names = labels.map((label, index) => {
    return (
      label !== undefined && html`<text class="category" x="${x(index)}" y="${HEIGHT - 6}">${label}</text>`
    )
  })
  return chartFigure(chart, { width: WIDTH, height: HEIGHT }, html`${grid} ${columns} ${names}`)
}

/** To hundredths, which no screen resolves. */
function round(value: number): number {
  return Math.round(value * 100) / 100
}
