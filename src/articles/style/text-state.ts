import type { Style } from './cascade.ts'
import { BLACK, type Colour, DARK, isAlike, isTransparent, readColour, WHITE } from './colour.ts'
import type { CustomProperties } from './custom-properties.ts'
import { readLength, readNumber } from './length.ts'
import { readBackground } from './ground.ts'
import { transformOf } from './transform.ts'
import { wordsOf } from './values.ts'

/** What an element hands down to the text in it; colours are undefined where they are not known. */
export type TextState = {
  /** Size of the text in pixels, and how much it is painted smaller. */
  em: number
  scale: number
  opacity: number
  colour: Colour | undefined
  /** What is painted instead of the colour. */
  fill: Colour | undefined
  background: Colour | undefined
  /** Whether the text is cut out of its background, or has an outline or a shadow that is seen. */
  isDrawnOtherwise: boolean
  isInvisible: boolean
  isIndented: boolean
  isSqueezed: boolean
  properties: CustomProperties
}

/** Smaller text, in pixels, is seen by nobody. */
const MIN_SIZE = 2
const MIN_INDENT = -150
/** What 100 % counts as, so that it can be told from a length. */
const WHOLE = 1000
/** Of the size of the text: its letters stand upon each other. */
const MIN_SPACING = -0.5

const SIZES: Record<string, number | undefined> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
}

/** What a page begins with. `isWhole`: nothing but its own style sheets says how it looks. */
export function firstState(isWhole: boolean, isDark: boolean): TextState {
  return {
    em: 16,
    scale: 1,
    opacity: 1,
    colour: isWhole ? (isDark ? WHITE : BLACK) : undefined,
    fill: undefined,
    background: isWhole ? (isDark ? DARK : WHITE) : undefined,
    isDrawnOtherwise: false,
    isInvisible: false,
    isIndented: false,
    isSqueezed: false,
    properties: new Map(),
  }
}

/** What holds for the text in an element with this style. */
export function nextState(parent: TextState, style: Style, properties: CustomProperties): TextState {
  const state = { ...parent, properties }
  const get = (name: string) => style.get(name)?.value
  const size = get('font-size')
  if (size !== undefined) state.em = sizeOf(size, parent.em)
  for (const name of ['transform', 'scale']) {
    const value = get(name)
    if (value !== undefined) state.scale *= Math.min(1, transformOf(name, value, state.em).scale)
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
      (readLength(spacing, { em: state.em, whole: state.em }) ?? 0) <= MIN_SPACING * state.em && state.em > 0
  }
  state.colour = colourOf(get('color'), parent.colour, state)
  state.fill = colourOf(get('text-fill-color'), parent.fill, state)
  state.background = readBackground(style, parent.background, state.colour)
  if (get('background-clip') === 'text') state.isDrawnOtherwise = true
  else if (get('background-color') !== undefined || get('background-image') !== undefined) {
    if (get('background-image') !== 'none' || state.background !== parent.background)
      state.isDrawnOtherwise = false
  }
  if (
    isDrawnOver(get('text-shadow'), state) ||
    isDrawnOver(get('text-stroke') ?? get('text-stroke-width'), state)
  ) {
    state.isDrawnOtherwise = true
  }
  return state
}

/** The property that lets nobody see the text in a state; undefined if it is seen. */
export function hidingTextProperty(state: TextState): string | undefined {
  if (state.isInvisible) return 'visibility'
  if (state.em * state.scale <= MIN_SIZE) return 'font-size'
  if (state.isIndented) return 'text-indent'
  if (state.isSqueezed) return 'letter-spacing'
  if (state.isDrawnOtherwise) return undefined
  const colour = state.fill ?? state.colour
  if (colour === undefined) return undefined
  const isSeen = !isTransparent(colour) && !(state.background && isAlike(colour, state.background))
  return isSeen ? undefined : 'color'
}

function sizeOf(value: string, parent: number): number {
  if (value === 'smaller') return parent / 1.2
  if (value === 'larger') return parent * 1.2
  const size = SIZES[value] ?? readLength(value, { em: parent, whole: parent })
  if (value === 'initial' || value === 'revert') return 16
  return size === undefined || size < 0 ? parent : size
}

/** Far to the left, or past the edge at which it is cut off. */
function isIndented(value: string, style: Style, em: number): boolean {
  const indent = readLength(wordsOf(value)[0] ?? '', { em, whole: WHOLE }) ?? 0
  const isCut = /^(?:hidden|clip)$/.test(style.get('overflow-x')?.value ?? '')
  const isOneLine = style.get('white-space')?.value === 'nowrap'
  return indent <= MIN_INDENT || (isCut && isOneLine && indent >= WHOLE)
}

function colourOf(
  value: string | undefined,
  parent: Colour | undefined,
  { colour }: TextState,
): Colour | undefined {
  if (value === undefined || /^(?:inherit|unset)$/.test(value)) return parent
  if (value === 'currentcolor') return colour
  return readColour(value)
}

/** Whether a shadow or an outline is painted that can be told from what lies behind it. */
function isDrawnOver(value: string | undefined, { background }: TextState): boolean {
  if (value === undefined || /^(?:none|0|0px|initial|inherit|unset)$/.test(value)) return false
  const colours = wordsOf(value.replaceAll(',', ' ')).flatMap((word) => readColour(word) ?? [])
  return (
    colours.length === 0 ||
    colours.some((colour) => !isTransparent(colour) && !(background && isAlike(colour, background)))
  )
}
