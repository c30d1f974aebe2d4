import { type Accept, parseAccept } from 'hono/utils/accept'

/**
 * The first of `offered` that the Accept header likes best (RFC 9110 §12.5.1: quality, specificity,
 * `q=0`); undefined where it excludes all. No header takes anything. Hono's own `accepts` cannot exclude all, and
 * `negotiator` refuses a type that is asked for with a parameter, such as a charset.
 */
export function negotiate<const T extends string>(
  accept: string | undefined,
  offered: readonly T[],
): T | undefined {
  if (accept === undefined || accept.trim() === '') return offered[0]
  // What most programs send.
  if (accept === offered[0]) return offered[0]
  const ranges = parseAccept(accept.toLowerCase())
  let best: { type: T; quality: number } | undefined
  for (const type of offered) {
    const quality = findQuality(type, ranges)
    if (quality > (best?.quality ?? 0)) best = { type, quality }
  }
  return best?.type
}

/** Whether the header itself names `type`, with any quality but 0: how a browser is told from a program. */
export function acceptsExplicitly(accept: string | undefined, type: string): boolean {
  return parseAccept(accept?.toLowerCase() ?? '').some((range) => range.type === type && range.q > 0)
}

/** The quality that the most specific matching range gives. */
function findQuality(type: string, ranges: Accept[]): number {
  const family = `${type.split('/')[0]}/*`
  for (const wanted of [type, family, '*/*']) {
    const found = ranges.find((range) => range.type === wanted)
    if (found) return found.q
  }
  return 0
}
