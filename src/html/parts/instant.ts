import { html } from '../html.ts'
import { DAY, HOUR, MINUTE } from '../../ports/clock.ts'
import type { TimeZone } from '../../text/time-zone.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

/** An instant as its age, such as "2 hours ago"; as its date if it is a week or more ago, or in the future. */
export function relativeTime(at: number, now: number): Fragment {
  return time(at, relativeTimeText(at, now))
}

export function relativeTimeText(at: number, now: number): string {
  const age = now - at
  if (age >= 7 * DAY || age < -HOUR) return allMessages.formats.day(at)
  return age < MINUTE ? allMessages.shell.justNow : allMessages.formats.ago(age)
}

/** The date of an instant. */
export function day(at: number, zone?: TimeZone): Fragment {
  return time(at, allMessages.formats.day(at, zone))
}

/** The date of an instant with the day of the week. */
export function weekday(at: number, zone?: TimeZone): Fragment {
  return time(at, allMessages.formats.weekday(at, zone))
}

/** The time of day of an instant. */
export function timeOfDay(at: number, zone?: TimeZone): Fragment {
  return time(at, allMessages.formats.time(at, zone))
}

function time(at: number, text: string): Fragment {
  return html`<time datetime="${new Date(at).toISOString()}">${text}</time>`
}
