import type { Declarations } from './declarations.ts'

/** Conditions that hide an element for good: the property, and what its value is like. */
const HIDING: [property: RegExp, value: RegExp][] = [
  [/^display$/, /^none$/],
  [/^visibility$/, /^(?:hidden|collapse)$/],
  [/^content-visibility$/, /^hidden$/],
  [
    /^clip-path$/,
    /^(?:inset\((?:50|100)%|circle\(0|polygon\(0(?:px|%)? 0(?:px|%)?(?:, ?0(?:px|%)? 0(?:px|%)?)+\))/,
  ],
  [/^clip$/, /^rect\((?:0|1px)[a-z]*[, ]+(?:0|1px)/],
  [/^text-indent$/, /^-\d{3,}|^-\d{2,}(?:r?em|ch|v[wh])/],
  [/^(?:left|right|top|bottom|margin-left|margin-top)$/, /^-\d{3,}|^-\d{2,}r?em/],
  [/^transform$/, /scale(?:x|y|3d)?\(0(?:\.0+)?[,)]|translate(?:x|y|3d)?\((?:[^,)]*, ?)?-\d{4,}/],
]

/** Beyond every screen, where it is taken out of its place. */
const FAR = /^(?:[2-9]\d{3}|\d{5,})/
const NO_SIZE = /^[01](?:px)?$|^0(?:\.0+)?[a-z%]*$/

/** Whether an element with this style is seen by nobody, with all that is in it. */
export function isHiding(style: Declarations): boolean {
  for (const [property, value] of style) {
    if (HIDING.some(([name, rule]) => name.test(property) && rule.test(value))) return true
  }
  return isTiny(style.get('font-size')) || isAway(style) || isEmpty(style)
}

/** Whether an element is transparent, at least until a script or the pointer shows it. */
export function isFaint(style: Declarations): boolean {
  const opacity = style.get('opacity')
  const isNothing =
    opacity !== undefined && Number.parseFloat(opacity) * (opacity.endsWith('%') ? 0.01 : 1) <= 0.05
  return isNothing || /opacity\(0(?:\.0\d*)?%?\)/.test(style.get('filter') ?? '')
}

/** Text of a pixel or two. A size of 0 may be that of a box whose parts have their own, which are small text then. */
function isTiny(size: string | undefined): boolean {
  const [, number = '', unit = ''] = /^(\d*\.?\d+)([a-z%]*)$/.exec(size ?? '') ?? []
  if (number === '') return false
  const value = Number(number)
  if (value === 0) return true
  switch (unit) {
    case 'px':
    case 'pt':
      return value <= 2
    case 'em':
    case 'rem':
    case 'ex':
    case 'ch':
      return value <= 0.12
    case '%':
      return value <= 12
    default:
      return false
  }
}

function isAway(style: Declarations): boolean {
  if (!/^(?:absolute|fixed)$/.test(style.get('position') ?? '')) return false
  return ['left', 'right', 'top', 'bottom'].some((side) => FAR.test(style.get(side) ?? ''))
}

/** Without a size that anything could be seen in. */
function isEmpty(style: Declarations): boolean {
  const isCut = ['overflow', 'overflow-x', 'overflow-y'].some((name) =>
    /^(?:hidden|clip)\b/.test(style.get(name) ?? ''),
  )
  return (
    isCut &&
    ['width', 'height', 'max-width', 'max-height'].some((name) => NO_SIZE.test(style.get(name) ?? ''))
  )
}
