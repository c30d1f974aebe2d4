import { type Colour, isAlike, isTransparent, readColour, WHITE } from './colour.ts'
import type { Declarations } from './declarations.ts'

/** The colour of text, and of what lies behind it, as far as they are known. */
type Paint = { text: Colour | undefined; background: Colour | undefined }

/** Follows the colours through a page; each element is told to it, and its end. */
export type Background = {
  /** Whether the text of the element just opened has the colour of what lies behind it. */
  open(style: Declarations, isStyledElsewhere: boolean): boolean
  close(): void
}

/** `isWhole`: nothing but the styles that are told gives anything a background. */
export function createBackground(isWhole: boolean): Background {
  const paints: Paint[] = [{ text: undefined, background: isWhole ? WHITE : undefined }]
  return {
    open(style, isStyledElsewhere) {
      const parent = paints.at(-1)!
      const text = readColour(style.get('color') ?? '') ?? parent.text
      const known = isStyledElsewhere && !isWhole ? undefined : parent.background
      const background = backgroundOf(style, known)
      paints.push({ text, background })
      if (!style.has('color') && !style.has('background') && !style.has('background-color')) return false
      if (
        text === undefined ||
        /text/.test(style.get('background-clip') ?? style.get('-webkit-background-clip') ?? '')
      )
        return false
      return isTransparent(text) || (background !== undefined && isAlike(text, background))
    },
    close() {
      paints.pop()
    },
  }
}

/** Undefined for an image and what is no plain colour. */
function backgroundOf(style: Declarations, inherited: Colour | undefined): Colour | undefined {
  const value = style.get('background-color') ?? style.get('background')
  if (value === undefined) return inherited
  if (value === 'none' || value === 'inherit') return inherited
  const colour = readColour(value)
  return colour && isTransparent(colour) ? inherited : colour
}
