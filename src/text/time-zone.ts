import { LRUCache } from 'lru-cache'

/** The zone of people whose browser hasn't sent one. */
export const UTC = 'UTC'

/** An IANA time zone that this runtime knows, such as `Europe/Berlin`. */
export type TimeZone = string

const MAX_NAME = 64
const MAX_CACHED = 100
// Cached, since asking Intl for a zone is slow, and a browser sends its zone with each request.
const known = new LRUCache<string, TimeZone | ''>({ max: MAX_CACHED })

/** The zone with this name, which comes from outside; undefined if it isn't one. */
export function parseTimeZone(text: string | undefined): TimeZone | undefined {
  if (text === undefined || text.length > MAX_NAME) return undefined
  const zone = known.get(text) ?? findZone(text)
  known.set(text, zone)
  return zone || undefined
}

/** Empty if there is none. */
function findZone(text: string): TimeZone | '' {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return ''
  }
}

/** The beginning of an instant's day and of the next day, in milliseconds. A day can have 23 or 25 hours. */
export function dayIn(zone: TimeZone, at: number): { start: number; end: number } {
  const date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
  return daySpan(zone, date)
}

/** The same of a date such as `2026-11-21`; undefined for anything else. */
export function dayOfDate(zone: TimeZone, text: string): { start: number; end: number } | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  try {
    return daySpan(zone, Temporal.PlainDate.from(text, { overflow: 'reject' }))
  } catch {
    return undefined
  }
}

/** The instant of a local time such as `2026-11-21T14:02`, in milliseconds; undefined for anything else. */
export function instantIn(zone: TimeZone, text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/.test(text)) return undefined
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toZonedDateTime(zone).epochMilliseconds
  } catch {
    return undefined
  }
}

function daySpan(zone: TimeZone, date: Temporal.PlainDate): { start: number; end: number } {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).epochMilliseconds
  return { start: startOf(date), end: startOf(date.add({ days: 1 })) }
}
