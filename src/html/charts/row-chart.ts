import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { type Chart, chartFigure } from './chart.ts'

/** Rows one below the other, each with its name above it; a part of each is marked. */
export type RowChart = Chart & { rows: { name: string; whole: number; part: number; said: string }[] }

const WIDTH = 480
const ROW = 46
const BAR_TOP = 26
const BAR_HEIGHT = 12
/** In letters, so that the numbers have room beside it: as the stylesheet draws it, and where it is narrow. */
const MAX_NAME = 36
const MAX_NARROW_NAME = 20
const emails = new Intl.Segmenter()
/** UTF-16 units of one letter that are looked at. */
const MAX_UNITS = 8

export function rowChart(chart: RowChart): Fragment {
  const { rows } = chart
  const largest = Math.max(...rows.map(({ whole }) => whole), 1)
  const width = (value: number) => Math.round((value / largest) * WIDTH * 100) / 100
  const picture = rows.map(({ name, whole, part, said }, index) => {
    const y = index * ROW
    const bar = (kind: string, value: number) => {
      if (value === 0) return ''
      return html`<rect
        class="${kind}"
        x="0"
        y="${y + BAR_TOP}"
        width="${width(value)}"
        height="${BAR_HEIGHT}"
      />`
    }
    return html`<text class="name" x="0" y="${y + 18}">${shorten(name, MAX_NAME)}</text>
      <text class="name narrow" x="0" y="${y + 18}">${shorten(name, MAX_NARROW_NAME)}</text>
      <text class="said" x="${WIDTH}" y="${y + 18}">${said}</text>
      ${bar('saved', whole)} ${bar('read', part)}`
  })
  return chartFigure(chart, { width: WIDTH, height: rows.length * ROW }, html`${picture}`)
}

/** A name in any script, cut at `room` letters and kept from turning the text around it. */
function shorten(name: string, room: number): string {
  let left = room
  let short = ''
  for (const { segment } of emails.segment(name.slice(0, room * MAX_UNITS))) {
    // From the Hangul letters on, most take twice the width.
    left -= segment.codePointAt(0)! >= 0x1100 ? 2 : 1
    if (left < 0) return isolate(`${short}…`)
    short += segment
  }
  return isolate(short)
}

function isolate(name: string): string {
  return `\u2068${name}\u2069`
}
