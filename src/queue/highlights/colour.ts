import { type Colour, COLOURS } from './highlight.ts'

/** The colour of this name, or the usual one. */
export function colourNamed(name: string | undefined): Colour {
  return COLOURS.find((known) => known === name) ?? COLOURS[0]
}
