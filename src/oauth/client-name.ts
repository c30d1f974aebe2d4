/** Invisible characters: controls, format and bidi marks, fillers, variation selectors. */
const INVISIBLE = /(?![\t-\r])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu
/** Characters with an empty glyph that no Unicode property covers; treated as spaces. */
const BLANK = /[\s\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]+/gu
/** A name needs at least one of these; combining marks alone show nothing. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u

/** A client's self-chosen name without invisible characters, on one line; null when nothing is left. */
export function visibleClientName(name: string | null | undefined): string | null {
  const shown = name?.replace(INVISIBLE, '').replace(BLANK, ' ').trim() ?? ''
  return VISIBLE.test(shown) ? shown : null
}
