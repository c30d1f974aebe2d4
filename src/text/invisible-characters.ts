import { limitMarks } from './combining-marks.ts'

/**
 * Invisible characters: controls other than white space, unpaired surrogates, noncharacters, and what Unicode lets a
 * font leave out, such as zero-width and bidirectional controls, tag characters and variation selectors. They can
 * reorder a text, make two texts look alike, or hide a message to a program.
 */
const IGNORABLE = '\\p{Default_Ignorable_Code_Point}'
const INVISIBLE = `(?!\\s)\\p{Cc}|\\p{Cs}|[${IGNORABLE}\\p{Noncharacter_Code_Point}\\ufeff\\ufff9-\\ufffb]`

/** Scripts that need joiners, or zero-width spaces between words. */
const JOINING = ['Arab', 'Syrc', 'Mong', 'Nkoo', 'Adlm', 'Rohg', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya']
  .concat(['Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Thai', 'Laoo', 'Tibt', 'Java'])
  .map((script) => `\\p{scx=${script}}`)
  .join('')

const RIGHT_TO_LEFT = `(?!${IGNORABLE})[\\p{sc=Hebr}\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Thaa}]`

/**
 * Where an invisible character changes the look of the text: only once, and directly after the character that it
 * belongs to.
 */
const NEEDED = [
  // The flags of England, Scotland and Wales.
  '(?<=\\u{1f3f4})\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}',
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  // After a digit only in a keycap: after each digit of a number they could hide a text.
  '(?<=(?![\\d#*])[\\p{Emoji}\\p{Extended_Pictographic}])[\\ufe0e\\ufe0f]|(?<=[\\d#*])\\ufe0f(?=\\u20e3)',
  `(?<=[${JOINING}])(?<!${IGNORABLE})[\\u200b-\\u200d]`,
  // A direction mark after a right-to-left letter, or after the end of a right-to-left phrase.
  `(?<=${RIGHT_TO_LEFT}[\\p{P}\\p{S}\\p{N}]?)[\\u200e\\u200f\\u061c]`,
  `[\\u200e\\u200f\\u061c](?=${RIGHT_TO_LEFT})`,
  '(?<=\\p{L})\\u00ad(?=\\p{L})',
  // Glyph variants; not those of Han, since one of 240 after each character could encode a byte.
  '(?<=[\\p{Sm}\\p{sc=Mymr}\\p{sc=Phag}])\\ufe00',
  `(?<=\\p{sc=Mong})(?<!${IGNORABLE})[\\u180b-\\u180f]`,
  // Hangul syllables without an initial consonant or a vowel.
  '\\u115f(?=[\\u1161-\\u11a7])|(?<=[\\u1100-\\u115e])\\u1160',
  `(?<=\\p{M})(?<!${IGNORABLE})\\u034f(?=\\p{M})(?!${IGNORABLE})`,
].join('|')

const TEXT = new RegExp(`(${NEEDED})|${INVISIBLE}`, 'gu')
const NAME = new RegExp(INVISIBLE, 'gu')

/** Characters with an empty glyph that no Unicode property covers. */
const EMPTY_GLYPHS = '\\u2800\\u{13441}\\u{13442}\\u{16fe4}\\u{1d159}'
const BLANK = new RegExp(`[${EMPTY_GLYPHS}]`, 'gu')
/** A text is visible only with at least one of these; combining marks alone show nothing. */
const VISIBLE = new RegExp(
  `(?![${EMPTY_GLYPHS}${IGNORABLE}])[\\p{L}\\p{N}\\p{P}\\p{S}\\p{Co}\\p{Extended_Pictographic}]`,
  'u',
)

/**
 * Removes invisible characters, except where writing needs them: the joiners of emoji, Persian and Indic scripts,
 * soft hyphens in words, and variation selectors of emoji. Limits combining marks, keeps white space, and replaces
 * blank glyphs by spaces. Takes linear time.
 */
export function removeInvisible(text: string): string {
  return limitMarks(text).replace(BLANK, ' ').replace(TEXT, '$1')
}

/**
 * A name chosen by somebody, on one line and without invisible characters, so that no two different names look the
 * same because of them; empty if nothing is visible.
 */
export function visibleName(text: string): string {
  const shown = text.replace(BLANK, ' ').replace(NAME, '').replace(/\s+/g, ' ').trim()
  return VISIBLE.test(shown) ? shown : ''
}

/** Whether a text shows nothing. Stops at the first visible character. */
export function isBlankText(text: string): boolean {
  return !VISIBLE.test(text)
}
