/** Characters that show nothing and have no place in a name: controls, format and bidi marks, fillers, selectors. */
const INVISIBLE = /(?![\t-\r])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu
/** Letters and symbols whose glyph is empty, which no property of Unicode tells: they stand for a space. */
const BLANK = /[\s\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]+/gu
/** A name needs one of these; a mark alone has nothing to stand on. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u

/** What can be seen of the name that a client gave itself, on one line; null where that is nothing. */
export function visibleClientName(name: string | null | undefined): string | null {
  const shown = name?.replace(INVISIBLE, '').replace(BLANK, ' ').trim() ?? ''
  return VISIBLE.test(shown) ? shown : null
}
