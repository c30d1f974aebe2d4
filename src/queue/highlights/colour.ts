import { type Colour, COLOURS } from './highlight.ts'

/** The colour with this name, or the default. */
export function colourNamed(name: string | undefined): Colour {
  return COLOURS.find((known) => known === name) ?? COLOURS[0]
}
