import { html } from 'hono/html'
import { DAY, HOUR, MINUTE } from '../../ports/clock.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

/** How long ago an instant was; its date if it is more than a week ago, or in the future. */
export function instant(at: number, now: number): Fragment {
  const age = now - at
  if (age >= 7 * DAY || age < -HOUR) return day(at)
  return time(at, age < MINUTE ? allMessages.shell.justNow : allMessages.formats.ago(age))
}

/** The date of an instant. */
export function day(at: number): Fragment {
  return time(at, allMessages.formats.day(at))
}

function time(at: number, text: string): Fragment {
  return html`<time datetime="${new Date(at).toISOString()}">${text}</time>`
}
