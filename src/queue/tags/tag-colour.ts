import { hash } from 'node:crypto'
import { oncePer } from '../../concurrency/once.ts'

/** The colours that a tag may have, in the order in which they are offered. */
export const TAG_COLOURS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink'] as const

export type TagColour = (typeof TAG_COLOURS)[number]

/** The colours of an account's tags; those without one are left out. */
export type TagColours = ReadonlyMap<string, TagColour>

/** A text that is the same for the same colours. */
export const fingerprintOf = oncePer((colours: TagColours) =>
  hash('sha256', JSON.stringify([...colours]), 'base64url'),
)

export function tagColourNamed(name: unknown): TagColour | null {
  return TAG_COLOURS.find((colour) => colour === name) ?? null
}
