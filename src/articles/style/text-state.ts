import type { Style } from './cascade.ts'
import { BLACK, type Colour, DARK, isIndistinguishable, isTransparent, readColour, WHITE } from './colour.ts'
import type { CustomProperties } from './custom-properties.ts'
import { readLength, readNumber } from './length.ts'
import { readBackground } from './background.ts'
import { parseTransform } from './transform.ts'
import { splitWords } from './values.ts'

/** What the text in an element inherits; a colour is undefined if it isn't known. */
export type TextState = {
  /** The font size in pixels, and the scale at which it is painted. */
  em: number
  scale: number
  opacity: number
  colour: Colour | undefined
  /** What is painted instead of the colour. */
  fill: Colour | undefined
  background: Colour | undefined
  /** Whether the text is cut out of its background, or has a visible outline or shadow. */
  isPaintedOtherwise: boolean
  isInvisible: boolean
  isIndented: boolean
  isSqueezed: boolean
  properties: CustomProperties
}

/** Smaller text, in pixels, is illegible. */
const MIN_FONT_SIZE = 2
const MIN_INDENT = -150
/** The assumed size for 100 %, chosen so that the result can't be mistaken for a length. */
const ASSUMED_WIDTH = 1000
/** The letter spacing, as a share of the font size, at which letters overlap completely. */
const MAX_OVERLAPPING_SPACING = -0.5

const KEYWORD_FONT_SIZES: Record<string, number | undefined> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
}

/** The initial state of a page. `isComplete`: it has no other style sheets. */
export function firstState(isComplete: boolean, isDark: boolean): TextState {
  return {
    em: 16,
    scale: 1,
    opacity: 1,
    colour: isComplete ? (isDark ? WHITE : BLACK) : undefined,
    fill: undefined,
    background: isComplete ? (isDark ? DARK : WHITE) : undefined,
    isPaintedOtherwise: false,
    isInvisible: false,
    isIndented: false,
    isSqueezed: false,
    properties: new Map(),
  }
}

/** The state of the text in an element with this style. */
export function nextState(parent: TextState, style: Style, properties: CustomProperties): TextState {
  const state = { ...parent, properties }
  const get = (name: string) => style.get(name)?.value
  const size = get('font-size')
  if (size !== undefined) state.em = computeFontSize(size, parent.em)
  for (const name of ['transform', 'scale']) {
    const value = get(name)
    if (value !== undefined) state.scale *= Math.min(1, parseTransform(name, value, state.em).scale)
  }
  const zoom = readNumber(get('zoom'))
  if (zoom !== undefined && zoom > 0) state.scale *= zoom
  if (get('font-size-adjust') === '0') state.em = 0
  const visibility = get('visibility')
  if (visibility !== undefined && visibility !== 'inherit')
    state.isInvisible = /^(?:hidden|collapse)$/.test(visibility)
  const indent = get('text-indent')
  if (indent !== undefined) state.isIndented = isIndented(indent, style, state.em)
  const spacing = get('letter-spacing')
  if (spacing !== undefined) {
    state.isSqueezed =
      (readLength(spacing, { em: state.em, whole: state.em }) ?? 0) <= MAX_OVERLAPPING_SPACING * state.em &&
      state.em > 0
  }
  state.colour = computeColour(get('color'), parent.colour, state)
  state.fill = computeColour(get('text-fill-color'), parent.fill, state)
  state.background = readBackground(style, parent.background, state.colour)
  if (get('background-clip') === 'text') state.isPaintedOtherwise = true
  else if (get('background-color') !== undefined || get('background-image') !== undefined) {
    if (get('background-image') !== 'none' || state.background !== parent.background)
      state.isPaintedOtherwise = false
  }
  if (
    paintsVisibly(get('text-shadow'), state) ||
    paintsVisibly(get('text-stroke') ?? get('text-stroke-width'), state)
  ) {
    state.isPaintedOtherwise = true
  }
  return state
}

/** The property that hides the text in a state; undefined if it is visible. */
export function hidingTextProperty(state: TextState): string | undefined {
  if (state.isInvisible) return 'visibility'
  if (state.em * state.scale <= MIN_FONT_SIZE) return 'font-size'
  if (state.isIndented) return 'text-indent'
  if (state.isSqueezed) return 'letter-spacing'
  if (state.isPaintedOtherwise) return undefined
  const colour = state.fill ?? state.colour
  if (colour === undefined) return undefined
  const isSeen =
    !isTransparent(colour) && !(state.background && isIndistinguishable(colour, state.background))
  return isSeen ? undefined : 'color'
}

function computeFontSize(value: string, parent: number): number {
  if (value === 'smaller') return parent / 1.2
  if (value === 'larger') return parent * 1.2
  const size = KEYWORD_FONT_SIZES[value] ?? readLength(value, { em: parent, whole: parent })
  if (value === 'initial' || value === 'revert') return 16
  return size === undefined || size < 0 ? parent : size
}

/** Whether text is indented far to the left, or beyond the edge of a box that clips it. */
function isIndented(value: string, style: Style, em: number): boolean {
  const indent = readLength(splitWords(value)[0] ?? '', { em, whole: ASSUMED_WIDTH }) ?? 0
  const isCut = /^(?:hidden|clip)$/.test(style.get('overflow-x')?.value ?? '')
  const isOneLine = style.get('white-space')?.value === 'nowrap'
  return indent <= MIN_INDENT || (isCut && isOneLine && indent >= ASSUMED_WIDTH)
}

function computeColour(
  value: string | undefined,
  parent: Colour | undefined,
  { colour }: TextState,
): Colour | undefined {
  if (value === undefined || /^(?:inherit|unset)$/.test(value)) return parent
  if (value === 'currentcolor') return colour
  return readColour(value)
}

/** Whether a visible shadow or outline is painted. */
function paintsVisibly(value: string | undefined, { background }: TextState): boolean {
  if (value === undefined || /^(?:none|0|0px|initial|inherit|unset)$/.test(value)) return false
  const colours = splitWords(value.replaceAll(',', ' ')).flatMap((word) => readColour(word) ?? [])
  return (
    colours.length === 0 ||
    colours.some(
      (colour) => !isTransparent(colour) && !(background && isIndistinguishable(colour, background)),
    )
  )
}
