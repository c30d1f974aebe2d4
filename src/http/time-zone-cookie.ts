import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { parseTimeZone, type TimeZone } from '../text/time-zone.ts'

/** Written by the script of the pages that show times of day; it contains no secret. */
const COOKIE = 'rq_time_zone'

/** The time zone of a visitor's browser; undefined until its script has told it. */
export function readTimeZone(c: Context): TimeZone | undefined {
  return parseTimeZone(getCookie(c, COOKIE))
}
