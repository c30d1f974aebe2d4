import { html } from 'hono/html'
import type { Stretch } from '../../queue/history/activity.ts'
import type { Fragment } from '../fragment.ts'
import { allWords } from '../words/words.ts'

const words = allWords.history.activity
const { count, day } = allWords.formats

const HEIGHT = 24
const COLUMN = 4
const GAP = 1
/** What is there at all can be seen. */
const LEAST = 2

/** A column for each day, with what it shows in words; the highest takes all the height. */
export function sparkline(days: Stretch[]): Fragment {
  const largest = Math.max(...days.map(({ count }) => count), 1)
  const columns = days.map(({ count }, index) => {
    if (count === 0) return ''
    const height = Math.max(LEAST, Math.round((count / largest) * HEIGHT))
    return html`<rect
      x="${index * COLUMN}"
      y="${HEIGHT - height}"
      width="${COLUMN - GAP}"
      height="${height}"
    />`
  })
  return html`<figure class="sparkline">
    <svg viewBox="0 0 ${days.length * COLUMN - GAP} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
      ${columns}
    </svg>
    <figcaption class="hint">${activityWords(days)}</figcaption>
  </figure>`
}

/** How much there was altogether, and on which day most. */
function activityWords(days: Stretch[]): string {
  const [most] = days.toSorted((one, other) => other.count - one.count)
  if (!most || most.count === 0) return words.none
  const total = days.reduce((sum, day) => sum + day.count, 0)
  const all = words.some(
    orMore(
      total,
      days.some(({ isMore }) => isMore),
    ),
    total,
  )
  if (total === most.count) return all
  return `${all}, ${words.most(day(most.startsAt), orMore(most.count, most.isMore))}`
}

function orMore(value: number, isMore: boolean): string {
  return isMore ? words.orMore(count(value)) : count(value)
}
