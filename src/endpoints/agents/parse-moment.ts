import { HOUR } from '../../ports/clock.ts'
import { dayIn, dayOfDate, instantIn, type TimeZone, UTC } from '../../text/time-zone.ts'

/**
 * The instant that a form or link means, in the person's time zone: a named moment, a day (`2026-11-21`), a minute
 * (`2026-11-21T14:02`), or milliseconds; undefined for anything else.
 */
export function parseMoment(text: string | undefined, now: number, zone: TimeZone = UTC): number | undefined {
  if (text === undefined) return undefined
  if (text === 'hour') return now - HOUR
  if (text === 'today') return dayIn(zone, now).start
  if (text === 'yesterday') return dayIn(zone, dayIn(zone, now).start - 1).start
  if (text === 'always') return 0
  if (/^\d{1,15}$/.test(text)) return Number(text)
  const at = instantIn(zone, text) ?? dayOfDate(zone, text)?.start
  return at === undefined ? undefined : Math.max(at, 0)
}

/** The beginning and end of a day such as `2026-11-21` in the person's time zone; undefined for anything else. */
export function parseDay(
  text: string | undefined,
  zone: TimeZone = UTC,
): { start: number; end: number } | undefined {
  const day = text === undefined ? undefined : dayOfDate(zone, text)
  return day && { start: Math.max(day.start, 0), end: Math.max(day.end, 0) }
}
