import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { type Chart, chartFigure, type SeriesKind } from './chart.ts'

/** A chart of horizontal bars, each with its name, a part of it highlighted, and its numbers. */
export type BarChart = Chart & { rows: { name: string; whole: number; part: number; valueLabel: string }[] }

/** While every part is 0, bars would say nothing: then only the names and values are shown. */
export function barChart(chart: BarChart): Fragment {
  const { rows } = chart
  const hasBars = rows.some(({ part }) => part > 0)
  const largest = Math.max(...rows.map(({ whole }) => whole), 1)
  const bar = (kind: SeriesKind, value: number) => {
    if (value === 0) return ''
    return html`<rect
      class="${kind}"
      width="${Math.round((value / largest) * 10_000) / 100}%"
      height="100%"
    />`
  }
  return chartFigure(
    chart,
    html`<ul class="${hasBars ? 'bars' : 'bars none'}">
      ${rows.map(
        ({ name, whole, part, valueLabel }) =>
          html`<li>
            <bdi class="name">${name}</bdi>
            ${hasBars && html`<svg aria-hidden="true">${bar('saved', whole)} ${bar('read', part)}</svg>`}
            <span class="value">${valueLabel}</span>
          </li>`,
      )}
    </ul>`,
  )
}
