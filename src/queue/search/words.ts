/** A word as it is compared, and where it stands in the text it was read from (UTF-16 units). */
export type Word = { word: string; start: number; end: number }

/** Words kept of one text: enough for a book. */
const MAX_WORDS = 50_000
/** A tsvector holds one mebibyte, and each word comes with some bytes that say where it stands. */
const MAX_BYTES = 850_000
const BYTES_BESIDE_WORD = 6
/** UTF-16 units kept of one word; the same are compared. */
const MAX_WORD_LENGTH = 64
/** UTF-16 units of letters without a gap that are looked at; marks may take most of them. */
const MAX_RUN = 256

/** Scripts that put no spaces between words: each character is a word, so that a run of them is a phrase. */
const SPACELESS =
  '[\\p{L}&&[\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]]'
/** The voicing marks of kana change the sound, and Unicode counts their half-width forms as letters. */
const VOICING = '\\u3099\\u309A\\uFF9E\\uFF9F'
/** What may stand inside a word and is no part of it: soft hyphen, joiners, tatweel. */
const SILENT = '\\u00AD\\u200C\\u200D\\u2060\\u0640'
const RUN = new RegExp(
  `${SPACELESS}[\\p{M}${VOICING}${SILENT}]*|[[\\p{L}\\p{N}\\p{M}${SILENT}]--${SPACELESS}]+`,
  'gv',
)
const IS_ASCII = /^[\u0021-\u007e]*$/

/** Marks that may be left out in writing. Those of other scripts are vowels, and part of the word. */
const OPTIONAL_MARKS =
  /[[\p{M}&&[\p{sc=Zinh}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}]]--[\u3099\u309A]]/gv
const SILENT_LETTERS = new RegExp(`[${SILENT}]`, 'gv')
/** Letters that Unicode does not take apart. */
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

/** The words of a text in their order, without case and accents; the one rule for what is kept and what is asked. */
export function* readWords(text: string): Generator<Word> {
  for (const run of text.matchAll(RUN)) {
    const [letters] = run
    const start = run.index
    const end = start + letters.length
    if (IS_ASCII.test(letters)) {
      yield { word: cut(letters.toLowerCase()), start, end }
    } else {
      // Taking characters apart can bring up spaces, signs and several characters that are a word each.
      for (const word of fold(letters.slice(0, MAX_RUN)).match(RUN) ?? [])
        yield { word: cut(word), start, end }
    }
  }
}

/** The words of a text, no more than are kept of one. */
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

/** Not through the middle of a character. */
function cut(word: string): string {
  return word.length > MAX_WORD_LENGTH ? word.slice(0, MAX_WORD_LENGTH).replace(/[\ud800-\udbff]$/, '') : word
}
