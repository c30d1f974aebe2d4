import { html } from '../html.ts'
import type { ActivityCount } from '../../queue/history/activity.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.history.activity
const { count } = allMessages.formats

const HEIGHT = 24
const COLUMN_PITCH = 4
const GAP = 1
/** So that even a count of 1 is visible. */
const MIN_HEIGHT = 2

/** A column for each day, scaled to the highest, with a caption. */
export function sparkline(days: ActivityCount[]): Fragment {
  const largest = Math.max(...days.map(({ count }) => count), 1)
  const columns = days.map(({ count }, index) => {
    if (count === 0) return ''
    const height = Math.max(MIN_HEIGHT, Math.round((count / largest) * HEIGHT))
    return html`<rect
      x="${index * COLUMN_PITCH}"
      y="${HEIGHT - height}"
      width="${COLUMN_PITCH - GAP}"
      height="${height}"
    />`
  })
  return html`<figure class="sparkline">
    <svg
      viewBox="0 0 ${days.length * COLUMN_PITCH - GAP} ${HEIGHT}"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      ${columns}
    </svg>
    <figcaption class="hint">${activityText(days)}</figcaption>
  </figure>`
}

function activityText(days: ActivityCount[]): string {
  const total = days.reduce((sum, day) => sum + day.count, 0)
  if (total === 0) return messages.none
  const isMore = days.some(({ isCapped }) => isCapped)
  return messages.changeCount(isMore ? messages.orMore(count(total)) : count(total), total)
}
