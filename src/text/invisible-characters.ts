import { limitMarks } from './combining-marks.ts'

/**
 * Characters that show nothing: controls other than white space, unpaired surrogates, noncharacters, and what Unicode
 * lets a font leave out, such as zero-width and bidirectional controls, tag characters and variation selectors. They can
 * reorder a text, make two of them look alike, or spell out words for a machine.
 */
const IGNORABLE = '\\p{Default_Ignorable_Code_Point}'
const INVISIBLE = `(?!\\s)\\p{Cc}|\\p{Cs}|[${IGNORABLE}\\p{Noncharacter_Code_Point}\\ufeff\\ufff9-\\ufffb]`

/** Scripts whose writing needs joiners, or zero-width spaces between words. */
const JOINING = ['Arab', 'Syrc', 'Mong', 'Nkoo', 'Adlm', 'Rohg', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya']
  .concat(['Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Thai', 'Laoo', 'Tibt', 'Java'])
  .map((script) => `\\p{scx=${script}}`)
  .join('')

const RIGHT_TO_LEFT = `(?!${IGNORABLE})[\\p{sc=Hebr}\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Thaa}]`

/** Where one of them changes what is seen: each only once, and directly after the character that it belongs to. */
const NEEDED = [
  // The flags of England, Scotland and Wales.
  '(?<=\\u{1f3f4})\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}',
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  // After a digit only in a keycap: on each digit of a number they would be a hidden text.
  '(?<=(?![\\d#*])[\\p{Emoji}\\p{Extended_Pictographic}])[\\ufe0e\\ufe0f]|(?<=[\\d#*])\\ufe0f(?=\\u20e3)',
  `(?<=[${JOINING}])(?<!${IGNORABLE})[\\u200b-\\u200d]`,
  // A mark of direction beside a letter that runs from right to left, or one that ends such a phrase.
  `(?<=${RIGHT_TO_LEFT}[\\p{P}\\p{S}\\p{N}]?)[\\u200e\\u200f\\u061c]`,
  `[\\u200e\\u200f\\u061c](?=${RIGHT_TO_LEFT})`,
  '(?<=\\p{L})\\u00ad(?=\\p{L})',
  // Glyph variants; none of Han, where one of 240 after each character would carry a byte.
  '(?<=[\\p{Sm}\\p{sc=Mymr}\\p{sc=Phag}])\\ufe00',
  `(?<=\\p{sc=Mong})(?<!${IGNORABLE})[\\u180b-\\u180f]`,
  // Syllables of Hangul without a first consonant or a vowel.
  '\\u115f(?=[\\u1161-\\u11a7])|(?<=[\\u1100-\\u115e])\\u1160',
  `(?<=\\p{M})(?<!${IGNORABLE})\\u034f(?=\\p{M})(?!${IGNORABLE})`,
].join('|')

const TEXT = new RegExp(`(${NEEDED})|${INVISIBLE}`, 'gu')
const NAME = new RegExp(INVISIBLE, 'gu')

/** Characters with an empty glyph that no Unicode property covers. */
const EMPTY_GLYPHS = '\\u2800\\u{13441}\\u{13442}\\u{16fe4}\\u{1d159}'
const BLANK = new RegExp(`[${EMPTY_GLYPHS}]`, 'gu')
/** Something is seen only with at least one of these; combining marks alone show nothing. */
const VISIBLE = new RegExp(
  `(?![${EMPTY_GLYPHS}${IGNORABLE}])[\\p{L}\\p{N}\\p{P}\\p{S}\\p{Co}\\p{Extended_Pictographic}]`,
  'u',
)

/**
 * A text without invisible characters. Those stay that writing needs: the joiners of emoji, Persian and Indic scripts,
 * soft hyphens in words, variation selectors of emoji, not more marks than any letter has. White space stays, and a blank glyph becomes a space. Takes time
 * linear in the text.
 */
export function removeInvisible(text: string): string {
  return limitMarks(text).replace(BLANK, ' ').replace(TEXT, '$1')
}

/**
 * A name that somebody chose to be known by, on one line and without any invisible character, so that no two names look
 * the same because of them; empty if nothing is seen.
 */
export function visibleName(text: string): string {
  const shown = text.replace(BLANK, ' ').replace(NAME, '').replace(/\s+/g, ' ').trim()
  return VISIBLE.test(shown) ? shown : ''
}

/** Whether a text has nothing that a person sees. Reads only as far as the first character that is seen. */
export function isBlankText(text: string): boolean {
  return !VISIBLE.test(text)
}
