import { DAY, MINUTE, SECOND } from './clock.ts'

const SHORTEST = MINUTE
const LONGEST = DAY

/**
 * Parses Retry-After (RFC 9110 §10.2.3) into milliseconds from `now`, at least a minute and at most a day; null if
 * missing or malformed.
 */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? ''
  const duration = /^\d+$/.test(text) ? Number(text) * SECOND : parseHttpDate(text) - now
  return Number.isNaN(duration) ? null : Math.min(Math.max(duration, SHORTEST), LONGEST)
}

/** RFC 9110 §5.6.7: all three formats begin with the name of the day; the oldest omits GMT. */
function parseHttpDate(text: string): number {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /.test(text)) return NaN
  return Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`)
}
