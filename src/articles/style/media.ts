/** A screen on which a page may be viewed. Text that is hidden on all of them is hidden. */
export type Environment = { width: number; height: number; isDark: boolean }

export const ENVIRONMENTS: readonly Environment[] = [
  { width: 1280, height: 800, isDark: false },
  { width: 390, height: 844, isDark: false },
  { width: 1280, height: 800, isDark: true },
  { width: 390, height: 844, isDark: true },
]
/** A bit mask of all environments. */
export const EVERYWHERE = (1 << ENVIRONMENTS.length) - 1

/** The longest condition that is parsed, in UTF-16 units. */
const MAX_LENGTH = 300
const TYPES: Record<string, boolean | undefined> = { all: true, screen: true, print: false, speech: false }

/** The environments in which a rule certainly applies, and those in which it may apply, as bit masks. */
export type Media = { sure: number; possible: number }

const ALL_MEDIA: Media = { sure: EVERYWHERE, possible: EVERYWHERE }
export const NO_MEDIA: Media = { sure: 0, possible: 0 }
export const UNKNOWN_MEDIA: Media = { sure: 0, possible: EVERYWHERE }

export function bothMedia(one: Media, other: Media): Media {
  return { sure: one.sure & other.sure, possible: one.possible & other.possible }
}

/** The environments to which a media query list applies. */
export function readMedia(list: string): Media {
  const text = list.replace(/\s+/g, ' ').trim().toLowerCase()
  if (text === '') return ALL_MEDIA
  if (text.length > MAX_LENGTH) return UNKNOWN_MEDIA
  const media = { ...NO_MEDIA }
  for (const [index, environment] of ENVIRONMENTS.entries()) {
    for (const query of text.split(',')) {
      const value = evaluateQuery(query.trim(), environment)
      if (value === true) media.sure |= 1 << index
      if (value !== false) media.possible |= 1 << index
    }
  }
  return media
}

/** Whether a query applies; undefined if that is unknown. */
function evaluateQuery(query: string, environment: Environment): boolean | undefined {
  const [, not, type, conditions] = /^(?:(not|only) )?([a-z-]+)(?: and (.+))?$/.exec(query) ?? []
  if (type === undefined || /^\(|^not \(/.test(query)) return evaluateConditions(query, environment)
  const isType = TYPES[type] ?? false
  const isAll = !isType
    ? false
    : conditions === undefined
      ? true
      : evaluateConditions(conditions, environment)
  return not === 'not' ? negate(isAll) : isAll
}

/** Evaluates conditions joined by `and`, or one with `not`; undefined for others. */
function evaluateConditions(text: string, environment: Environment): boolean | undefined {
  if (text.startsWith('not ')) return negate(evaluateConditions(text.slice(4), environment))
  let result: boolean | undefined = true
  for (const part of text.split(' and ')) {
    const value = evaluateFeature(
      /^\(([^()]*(?:\([^()]*\))?[^()]*)\)$/.exec(part.trim())?.[1]?.trim() ?? '',
      environment,
    )
    if (value === false) return false
    if (value === undefined) result = undefined
  }
  return result
}

function evaluateFeature(text: string, { width, height, isDark }: Environment): boolean | undefined {
  const [, name, value] = /^([a-z-]+)(?: ?: ?(.+))?$/.exec(text) ?? []
  const sizes: Record<string, number | undefined> = {
    width,
    height,
    'device-width': width,
    'device-height': height,
  }
  if (name === undefined) return inRange(text, sizes)
  if (name === 'prefers-color-scheme') return value === undefined || (value === 'dark') === isDark
  if (name === 'color' || name === 'scripting') return value === undefined || value === 'enabled' || undefined
  if (name === 'orientation') return (value === 'portrait') === height >= width
  const [, limit, measured = ''] = /^(?:(min|max)-)?([a-z-]+)$/.exec(name) ?? []
  const size = sizes[measured]
  const limitSize = toPixels(value)
  if (size === undefined) return undefined
  if (value === undefined) return size > 0
  if (limitSize === undefined) return undefined
  return limit === 'min' ? size >= limitSize : limit === 'max' ? size <= limitSize : size === limitSize
}

/** Evaluates a range such as `400px <= width < 800px`. */
function inRange(text: string, sizes: Record<string, number | undefined>): boolean | undefined {
  const [, low, lowSign, name = '', highSign, high] =
    /^(?:([\d.]+[a-z]*) ?([<>]=?) ?)?([a-z-]+)(?: ?([<>]=?|=) ?([\d.]+[a-z]*))?$/.exec(text) ?? []
  const size = sizes[name]
  if (size === undefined) return undefined
  const first = low === undefined ? true : compare(toPixels(low), lowSign, size)
  const second = high === undefined ? true : compare(size, highSign, toPixels(high))
  return first === undefined || second === undefined ? undefined : first && second
}

function compare(
  one: number | undefined,
  sign: string | undefined,
  other: number | undefined,
): boolean | undefined {
  if (one === undefined || other === undefined) return undefined
  if (sign === '=') return one === other
  const isEqual = sign?.endsWith('=') === true && one === other
  return isEqual || (sign?.startsWith('<') ? one < other : one > other)
}

function toPixels(value: string | undefined): number | undefined {
  const [, number, unit] = /^([\d.]+)(px|r?em)?$/.exec(value ?? '') ?? []
  return number === undefined ? undefined : Number(number) * (unit?.endsWith('em') ? 16 : 1)
}

function negate(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value
}
