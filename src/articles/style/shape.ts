import { readLength } from './length.ts'
import { splitValue } from './values.ts'

/** The assumed size of a box for percentages. */
const PERCENT_BASE = 100

/** Whether a `clip-path` clips the whole box. */
export function hidesByShape(value: string, em: number): boolean {
  const [, name, inner = ''] = /^([a-z]+)\((.*)\)/.exec(value) ?? []
  const [shape = ''] = splitValue(inner.replace(/\bround\b.*/, ''), / at /)
  const numbers = splitValue(shape, /[ ,]/).map((part) => readLength(part, { em, whole: PERCENT_BASE }))
  const [first, second = first, third = first, fourth = second] = numbers
  switch (name) {
    case 'inset':
      return insetsCoverBox(first, third, inner) || insetsCoverBox(second, fourth, inner)
    case 'circle':
    case 'ellipse':
      return first === 0 || (name === 'ellipse' && numbers[1] === 0)
    case 'xywh':
      return third === 0 || fourth === 0
    case 'rect':
      return isEmptyExtent(first, third) || isEmptyExtent(fourth, second)
    case 'polygon':
      return areaOf(splitValue(inner.replace(/^(?:nonzero|evenodd) ?, ?/, ''), /,/), em) === 0
    case 'path':
      return /^["']\s*["']$/.test(inner)
    default:
      return false
  }
}

/** Whether insets clip a whole box. Its size in pixels is unknown, so only insets larger than any screen count. */
function insetsCoverBox(one = 0, other = 0, text: string): boolean {
  return one + other >= (text.includes('%') ? PERCENT_BASE : 5000)
}

function isEmptyExtent(from: number | undefined, to: number | undefined): boolean {
  return from !== undefined && to !== undefined && to - from <= 0
}

function areaOf(points: string[], em: number): number | undefined {
  const pairs = points.map((point) =>
    splitValue(point, / /).map((part) => readLength(part, { em, whole: PERCENT_BASE })),
  )
  let twice = 0
  for (const [index, [x, y]] of pairs.entries()) {
    const [nextX, nextY] = pairs[(index + 1) % pairs.length]!
    if (x === undefined || y === undefined || nextX === undefined || nextY === undefined) return undefined
    twice += x * nextY - nextX * y
  }
  return pairs.length === 0 ? undefined : Math.abs(twice) / 2
}
