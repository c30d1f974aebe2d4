import type { Style } from './cascade.ts'
import { type Colour, blendOver, isTransparent, readColour } from './colour.ts'

/** The background behind an element's text; undefined for an image and for anything that is not a plain colour. */
export function readBackground(
  style: Style,
  behind: Colour | undefined,
  text: Colour | undefined,
): Colour | undefined {
  const value = style.get('background-color')?.value
  const image = style.get('background-image')?.value
  if (image !== undefined && !/^(?:none|initial|inherit|unset|revert)$/.test(image)) return undefined
  if (value === undefined || /^(?:none|inherit|initial|unset|revert|transparent)$/.test(value)) return behind
  const colour = value === 'currentcolor' ? text : readColour(value)
  if (colour === undefined) return undefined
  if (isTransparent(colour)) return behind
  if (colour.alpha >= 1) return colour
  return behind && blendOver(colour, behind)
}
