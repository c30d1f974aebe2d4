import { isTransparent, readColour } from './colour.ts'
import { readLength, readNumber } from './length.ts'
import { hidesByShape } from './shape.ts'
import { parseTransform } from './transform.ts'
import type { Style } from './cascade.ts'
import { splitValue, splitWords } from './values.ts'

/** Positions outside of the page, in pixels: where nobody can scroll to, or only by scrolling very far. */
const FAR_BEFORE = -900
const FAR_AFTER = 5000
const FAR_BELOW = 50_000
/** How far text must be moved out of its box to be hidden, in pixels. */
const FAR_FIXED = 2000
/** The assumed size, in pixels, for percentages of a box whose size is unknown. */
const WHOLE = 300

/**
 * The property that hides a box and everything in it; undefined if it is visible. `em`: its font size in pixels.
 * `isComplete`: whether `style` is known to be complete.
 */
export function hidingProperty(style: Style, em: number, isComplete: boolean): string | undefined {
  if (style.size === 0) return undefined
  const get = (name: string) => style.get(name)?.value
  const pixels = (name: string) => lengthOf(get(name), em)
  if (get('display') === 'none') return 'display'
  if (get('content-visibility') === 'hidden') return 'content-visibility'
  if (hidesByShape(get('clip-path') ?? '', em)) return 'clip-path'
  const place = get('position')
  const isOut = place === 'absolute' || place === 'fixed'
  if (isOut || !isComplete) if (isCutOff(get('clip') ?? '', em)) return 'clip'
  if (isMaskedOut(style)) return 'mask-image'
  for (const name of ['transform', 'scale', 'translate', 'rotate']) {
    const value = get(name)
    if (value === undefined) continue
    const { scale, x, y } = parseTransform(name, value, em)
    if (scale < 0.01 || x <= FAR_BEFORE || y <= FAR_BEFORE || x >= FAR_AFTER) return name
  }
  if (isOut || place === 'relative' || place === 'sticky' || (place === undefined && !isComplete)) {
    for (const side of ['left', 'top', 'right', 'bottom']) if ((pixels(side) ?? 0) <= FAR_BEFORE) return side
    if (isOut) {
      for (const side of ['left', 'right']) if ((pixels(side) ?? 0) >= FAR_AFTER) return side
      const far = place === 'fixed' ? FAR_FIXED : FAR_BELOW
      for (const side of ['top', 'bottom']) if ((pixels(side) ?? 0) >= far) return side
    }
  }
  for (const side of ['margin-left', 'margin-top', 'margin-right']) {
    if ((pixels(side) ?? 0) <= FAR_BEFORE) return side
  }
  return emptyProperty(style, em)
}

/** The property that makes a box empty, if its overflow is clipped. */
function emptyProperty(style: Style, em: number): string | undefined {
  const isCut =
    ['overflow-x', 'overflow-y'].some((name) =>
      /^(?:hidden|clip|auto|scroll)$/.test(style.get(name)?.value ?? ''),
    ) || /\b(?:paint|strict|content)\b/.test(style.get('contain')?.value ?? '')
  if (!isCut) return undefined
  const pixels = (name: string) => lengthOf(style.get(name)?.value, em)
  const isFilled = (...names: string[]) => names.some((name) => (pixels(name) ?? 0) > 1)
  for (const [side, paddings] of [
    ['width', ['padding-left', 'padding-right']],
    ['height', ['padding-top', 'padding-bottom']],
  ] as [string, string[]][]) {
    if (isFilled(`min-${side}`, ...paddings)) continue
    for (const name of [side, `max-${side}`]) if ((pixels(name) ?? 2) <= 1) return name
  }
  if (style.get('line-height')?.value === '0' && pixels('height') === undefined) return 'line-height'
  return undefined
}

function isCutOff(clip: string, em: number): boolean {
  const inner = /^rect\((.*)\)$/.exec(clip)?.[1]
  const sides = inner === undefined ? [] : splitValue(inner, /[ ,]/).map((value) => lengthOf(value, em))
  const [top, right, bottom, left] = sides
  return (
    sides.length === 4 &&
    ((top !== undefined && bottom !== undefined && bottom - top <= 1) ||
      (left !== undefined && right !== undefined && right - left <= 1))
  )
}

/** Only what a mask covers is visible: nothing, if the mask is transparent or has no size. */
function isMaskedOut(style: Style): boolean {
  const value = style.get('mask-image')?.value ?? style.get('mask')?.value
  if (value === undefined || value === 'none') return false
  if (/^0(?:px|%)?(?: 0(?:px|%)?)?$/.test(style.get('mask-size')?.value ?? '')) return true
  const inner = /^[a-z-]*gradient\((.*)\)/.exec(value)?.[1]
  if (inner === undefined || style.get('mask-image')?.value.includes('url(')) return false
  const colours = splitValue(inner, /,/).flatMap((stop) => readColour(splitWords(stop)[0] ?? '') ?? [])
  return colours.length > 0 && colours.every(isTransparent)
}

function lengthOf(value: string | undefined, em: number): number | undefined {
  return value === undefined ? undefined : readLength(value, { em, whole: WHOLE })
}

/** The opacity of a box, from 0 to 1. */
export function opacityOf(style: Style): number {
  const own = readNumber(style.get('opacity')?.value)
  const filter = /opacity\(([^()]*(?:\([^()]*\))?[^()]*)\)/
    .exec(style.get('filter')?.value ?? '')?.[1]
    ?.trim()
  const filtered = filter === undefined ? 1 : (readNumber(filter) ?? 1)
  return Math.min(1, Math.max(0, own ?? 1)) * Math.min(1, Math.max(0, filtered))
}
