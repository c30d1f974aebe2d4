import { calc } from '@csstools/css-calc'
import { LRUCache } from 'lru-cache'

/** What relative lengths refer to: the font size, and the size that is 100 %, in pixels. */
export type Measure = { em: number; whole: number }

/** A usual screen, in pixels. */
const VIEWPORT = { width: 1280, height: 800 }
const ROOT_EM = 16
/** The longest value that is parsed, in UTF-16 units. */
const MAX_LENGTH = 200

const PIXELS: Record<string, number | undefined> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
  q: 2.4 / 2.54,
  rem: ROOT_EM,
  rlh: ROOT_EM * 1.2,
}
const NUMBER = /([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]+)?/g
const FUNCTION = /^-?[a-z-]+\(/

const calculated = new LRUCache<string, { pixels: number | undefined }>({ max: 2000 })

/**
 * Parses a length, or a calculation of lengths, to pixels; undefined if it is invalid or unknown. Bare numbers count
 * as pixels.
 */
export function readLength(value: string, measure: Measure): number | undefined {
  if (!FUNCTION.test(value)) {
    const [whole, number, unit] = new RegExp(`^${NUMBER.source}$`).exec(value) ?? []
    return whole === undefined ? undefined : toPixels(Number(number), unit, measure)
  }
  if (value.length > MAX_LENGTH) return undefined
  const inPixels = value.replace(NUMBER, (found, number: string, unit: string | undefined) => {
    const pixels = unit === undefined ? undefined : toPixels(Number(number), unit, measure)
    return pixels === undefined ? found : `${/^[+]/.test(number) ? '+' : ''}${pixels}px`
  })
  let read = calculated.get(inPixels)
  if (!read) calculated.set(inPixels, (read = { pixels: calculate(inPixels) }))
  return read.pixels
}

/** The value of a number; undefined if it can't be parsed. */
export function readNumber(value: string | undefined): number | undefined {
  const [whole, number, unit] = new RegExp(`^${NUMBER.source}$`).exec(value ?? '') ?? []
  if (whole === undefined) {
    const pixels = value === undefined ? undefined : readLength(value, { em: 1, whole: 1 })
    return pixels
  }
  return unit === '%' ? Number(number) / 100 : unit === undefined ? Number(number) : undefined
}

function toPixels(number: number, unit: string | undefined, { em, whole }: Measure): number | undefined {
  if (unit === undefined) return number
  if (unit === '%') return (number / 100) * whole
  const fixed = PIXELS[unit]
  if (fixed !== undefined) return number * fixed
  if (unit === 'em' || unit === 'lh' || unit === 'cap' || unit === 'ic') return number * em
  if (unit === 'ex' || unit === 'ch') return (number * em) / 2
  const [, side] = /^[sld]?v(w|h|i|b|min|max)$/.exec(unit) ?? []
  if (side === undefined) return undefined
  const isHigh = side === 'h' || side === 'b' || side === 'min'
  return (number / 100) * (isHigh ? VIEWPORT.height : VIEWPORT.width)
}

function calculate(value: string): number | undefined {
  try {
    const [whole, number] = /^(-?[\d.]+(?:e[+-]?\d+)?)(?:px)?$/.exec(calc(value)) ?? []
    return whole === undefined ? undefined : Number(number)
  } catch {
    return undefined
  }
}
