/** A normalised word, and its position in the original text in UTF-16 units. */
export type Word = { word: string; start: number; end: number }

/** The most words indexed per text: enough for a book. */
const MAX_WORDS = 50_000
/** A tsvector is limited to 1 MiB, including some bytes per word for its position. */
const MAX_BYTES = 850_000
const BYTES_BESIDE_WORD = 6
/** Words are truncated to this many UTF-16 units, both when indexed and when searched. */
const MAX_WORD_LENGTH = 64
/** UTF-16 units read of one run of letters; combining marks may make up most of them. */
const MAX_RUN = 256

/** Scripts that put no spaces between words: each character is a word, so that a run of them is a phrase. */
const SPACELESS =
  '[\\p{L}&&[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]]'
/** The voicing marks of kana change the sound, and Unicode counts their half-width forms as letters. */
const VOICING = '\\u3099\\u309A\\uFF9E\\uFF9F'
/** Characters that may occur inside a word and are ignored: soft hyphen, joiners, tatweel. */
const SILENT = '\\u00AD\\u200C\\u200D\\u2060\\u0640'
const RUN = new RegExp(
  `${SPACELESS}[\\p{M}${VOICING}${SILENT}]*|[[\\p{L}\\p{N}\\p{M}${SILENT}]--${SPACELESS}]+`,
  'gv',
)
const IS_ASCII = /^[\u0021-\u007e]*$/

/** Marks that are optional in writing. In other scripts, marks are vowels and part of the word. */
const OPTIONAL_MARKS =
  /[[\p{M}&&[\p{sc=Zinh}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}]]--[\u3099\u309A]]/gv
const SILENT_LETTERS = new RegExp(`[${SILENT}]`, 'gv')
/** Letters that Unicode does not decompose. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ı: 'i',
  þ: 'th',
  ς: 'σ',
}
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')

/** The words of a text in order, without case and accents. Used both for indexing and for searching. */
export function* readWords(text: string): Generator<Word> {
  for (const run of text.matchAll(RUN)) {
    const [letters] = run
    const start = run.index
    const end = start + letters.length
    if (IS_ASCII.test(letters)) {
      yield { word: truncateWord(letters.toLowerCase()), start, end }
    } else {
      // Decomposition can produce spaces, symbols, and several characters that are words by themselves.
      for (const word of fold(letters.slice(0, MAX_RUN)).match(RUN) ?? [])
        yield { word: truncateWord(word), start, end }
    }
  }
}

/** The words of a text, up to the number indexed. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  let bytes = 0
  for (const { word } of readWords(text)) {
    bytes += Buffer.byteLength(word) + BYTES_BESIDE_WORD
    if (words.length === MAX_WORDS || bytes > MAX_BYTES) break
    words.push(word)
  }
  return words
}

function fold(letters: string): string {
  return letters
    .normalize('NFKD')
    .toLowerCase()
    .replace(SILENT_LETTERS, '')
    .replace(OPTIONAL_MARKS, '')
    .replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? letter)
    .normalize('NFC')
}

/** Truncates without splitting a surrogate pair. */
function truncateWord(word: string): string {
  return word.length > MAX_WORD_LENGTH ? word.slice(0, MAX_WORD_LENGTH).replace(/[\ud800-\udbff]$/, '') : word
}
