import { DAY, HOUR } from '../../ports/clock.ts'
import { dayOf } from '../../queue/history/day.ts'

/**
 * The instant that a form or link means, in UTC: a named moment, a day (`2026-11-21`), a minute
 * (`2026-11-21T14:02`), or milliseconds; undefined for anything else.
 */
export function parseMoment(text: string | undefined, now: number): number | undefined {
  const named: Record<string, number> = {
    hour: now - HOUR,
    today: dayOf(now),
    yesterday: dayOf(now) - DAY,
    always: 0,
  }
  if (text === undefined) return undefined
  if (Object.hasOwn(named, text)) return named[text]
  if (/^\d{1,15}$/.test(text)) return Number(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/.test(text)) return parseDay(text)
  const at = Date.parse(`${text}Z`)
  return Number.isNaN(at) ? undefined : Math.max(at, 0)
}

/** The beginning of a day such as `2026-11-21`; undefined for anything else. */
export function parseDay(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(at, 0)
}
