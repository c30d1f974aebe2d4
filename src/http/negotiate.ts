type Range = { type: string; quality: number }

/**
 * The first of `offered` that the Accept header likes best (RFC 9110 §12.5.1: quality, specificity,
 * `q=0`); undefined where it excludes all. No header takes anything.
 */
export function negotiate<const T extends string>(
  accept: string | undefined,
  offered: readonly T[],
): T | undefined {
  if (accept === undefined || accept.trim() === '') return offered[0]
  const ranges = parseAccept(accept)
  let best: { type: T; quality: number } | undefined
  for (const type of offered) {
    const quality = qualityOf(type, ranges)
    if (quality > (best?.quality ?? 0)) best = { type, quality }
  }
  return best?.type
}

/** Whether the header itself names `type`, with any quality but 0: how a browser is told from a program. */
export function names(accept: string | undefined, type: string): boolean {
  return parseAccept(accept ?? '').some((range) => range.type === type && range.quality > 0)
}

function parseAccept(accept: string): Range[] {
  return accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    const quality = weight === undefined ? 1 : Number(weight)
    return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 }
  })
}

/** The quality that the most specific matching range gives. */
function qualityOf(type: string, ranges: Range[]): number {
  const family = `${type.split('/')[0]}/*`
  for (const wanted of [type, family, '*/*']) {
    const found = ranges.find((range) => range.type === wanted)
    if (found) return found.quality
  }
  return 0
}
