import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { type Chart, chartFigure } from './chart.ts'

/** A chart of horizontal bars, each with its name above it and a part of it highlighted. */
export type BarChart = Chart & { rows: { name: string; whole: number; part: number; valueLabel: string }[] }

const WIDTH = 480
const ROW_HEIGHT = 46
const ROW_HEIGHT_WITHOUT_BARS = 30
const BAR_TOP = 26
const BAR_HEIGHT = 12
/** In characters, so that the value fits beside it: in wide and narrow layouts. */
const MAX_NAME_WIDTH = 36
const MAX_NARROW_NAME_WIDTH = 20
const graphemes = new Intl.Segmenter()
/** UTF-16 units; longer grapheme clusters are cut. */
const MAX_UNITS_PER_GRAPHEME = 8

/** While every part is 0, bars would say nothing: then only the names and values are shown. */
export function barChart(chart: BarChart): Fragment {
  const { rows } = chart
  const hasBars = rows.some(({ part }) => part > 0)
  const rowHeight = hasBars ? ROW_HEIGHT : ROW_HEIGHT_WITHOUT_BARS
  const largest = Math.max(...rows.map(({ whole }) => whole), 1)
  const widthOf = (value: number) => Math.round((value / largest) * WIDTH * 100) / 100
  const picture = rows.map(({ name, whole, part, valueLabel: said }, index) => {
    const y = index * rowHeight
    const bar = (kind: string, value: number) => {
      if (value === 0 || !hasBars) return ''
      return html`<rect
        class="${kind}"
        x="0"
        y="${y + BAR_TOP}"
        width="${widthOf(value)}"
        height="${BAR_HEIGHT}"
      />`
    }
    return html`<text class="name" x="0" y="${y + 18}">${fitName(name, MAX_NAME_WIDTH)}</text>
      <text class="name narrow" x="0" y="${y + 18}">${fitName(name, MAX_NARROW_NAME_WIDTH)}</text>
      <text class="value" x="${WIDTH}" y="${y + 18}">${said}</text>
      ${bar('saved', whole)} ${bar('read', part)}`
  })
  const shown = hasBars ? chart : { ...chart, series: [] }
  return chartFigure(shown, { width: WIDTH, height: rows.length * rowHeight }, html`${picture}`)
}

/** A name in any script, cut at `maxWidth` characters and isolated from the direction of the text around it. */
function fitName(name: string, maxWidth: number): string {
  let remaining = maxWidth
  let short = ''
  for (const { segment } of graphemes.segment(name.slice(0, maxWidth * MAX_UNITS_PER_GRAPHEME))) {
    // From Hangul Jamo on, most characters are twice as wide.
    remaining -= segment.codePointAt(0)! >= 0x1100 ? 2 : 1
    if (remaining < 0) return isolate(`${short}…`)
    short += segment
  }
  return isolate(short)
}

function isolate(name: string): string {
  return `\u2068${name}\u2069`
}
