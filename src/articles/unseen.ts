/**
 * NUL and other controls that are no white space, lone surrogates, marks that turn the text around them, and
 * the tag characters, which show nothing and can spell out words for a machine.
 */
const UNSEEN = /(?!\s)\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/gu

/** Takes out the characters that a person cannot see and that change what is read. */
export function dropUnseen(text: string): string {
  return text.replace(UNSEEN, '')
}
