import { readLength, readNumber } from './length.ts'
import { splitValue } from './values.ts'

/** The effect of a transform on text: the scale of its smaller dimension, and its translation in pixels. */
export type Transform = { scale: number; x: number; y: number }

/** The assumed size, in pixels, for percentages of a box whose size is unknown. */
const WHOLE = 100
const DEGREES: Record<string, number | undefined> = { deg: 1, turn: 360, grad: 0.9, rad: 180 / Math.PI }
/** The most functions of one value that are parsed. */
const MAX_FUNCTIONS = 20

/** Parses the value of `transform`, or of `scale`, `translate` or `rotate`. */
export function parseTransform(property: string, value: string, em: number): Transform {
  const result: Transform = { scale: 1, x: 0, y: 0 }
  if (value === 'none') return result
  const functions =
    property === 'transform'
      ? splitValue(value.replace(/\)(?=[a-z])/g, ') '), / /).slice(0, MAX_FUNCTIONS)
      : [`${property}(${value.replaceAll(' ', ',')})`]
  for (const one of functions) {
    const [, name, inner = ''] = /^([a-z0-9]+)\((.*)\)$/.exec(one) ?? []
    if (name !== undefined) applyFunction(result, { name, values: splitValue(inner, /,/) }, em)
  }
  return result
}

function applyFunction(
  result: Transform,
  { name, values }: { name: string; values: string[] },
  em: number,
): void {
  const number = (index: number) => readNumber(values[index])
  const length = (index: number) => readLength(values[index] ?? '0', { em, whole: WHOLE }) ?? 0
  switch (name) {
    case 'scale':
    case 'scale3d':
      result.scale *= Math.min(Math.abs(number(0) ?? 1), Math.abs(number(1) ?? number(0) ?? 1))
      return
    case 'scalex':
    case 'scaley':
      result.scale *= Math.abs(number(0) ?? 1)
      return
    case 'matrix': {
      const [a = 1, b = 0, c = 0, d = 1] = [0, 1, 2, 3].map(number)
      result.scale *= Math.min(1, Math.sqrt(Math.abs(a * d - b * c)))
      result.x += length(4)
      result.y += length(5)
      return
    }
    case 'matrix3d': {
      const [a = 1, b = 0, c = 0, d = 1] = [0, 1, 4, 5].map(number)
      result.scale *= Math.min(1, Math.sqrt(Math.abs(a * d - b * c)))
      result.x += length(12)
      result.y += length(13)
      return
    }
    case 'translate':
    case 'translate3d':
    case 'translatex':
      result.x += length(0)
      if (name !== 'translatex') result.y += length(1)
      return
    case 'translatey':
      result.y += length(0)
      return
    case 'rotatex':
    case 'rotatey':
      if (isEdgeOn(values[0])) result.scale = 0
      return
    case 'rotate':
      if (/^[xy]$/.test(values[0] ?? '') && isEdgeOn(values[1])) result.scale = 0
  }
}

/** Whether text is rotated so that only its edge faces the reader. */
function isEdgeOn(angle = ''): boolean {
  const [, number, unit = ''] = /^([+-]?[\d.]+)([a-z]+)$/.exec(angle) ?? []
  const degrees = Math.abs(Number(number) * (DEGREES[unit] ?? NaN)) % 180
  return Math.abs(degrees - 90) < 0.5
}
