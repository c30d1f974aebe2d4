/**
 * Controls that are no white space, lone surrogates, bidirectional controls, invisible operators, and the tag characters and
 * variation selectors (unless they choose a Han glyph), which show nothing and can spell out words for a machine.
 */
const INVISIBLE =
  /(?!\s)\p{Cc}|\p{Cs}|[\u202a-\u202e\u2061-\u2064\u2066-\u2069]|[\u{e0000}-\u{e007f}]|(?<!\p{Script=Han})[\u{e0100}-\u{e01ef}]/gu

/** Removes the characters that a person cannot see and that change what is read. */
export function removeInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}
