import { html } from 'hono/html'
import { DAY, HOUR, MINUTE } from '../../ports/clock.ts'
import type { Fragment } from '../fragment.ts'

const date = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** An instant as people say it: how long ago, or after a week the day. */
export function instant(at: number, now: number): Fragment {
  return html`<time datetime="${new Date(at).toISOString()}">${inWords(at, now)}</time>`
}

function inWords(at: number, now: number): string {
  const age = now - at
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return ago(Math.floor(age / MINUTE), 'minute')
  if (age < DAY) return ago(Math.floor(age / HOUR), 'hour')
  if (age < 7 * DAY) return ago(Math.floor(age / DAY), 'day')
  return date.format(at)
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}
