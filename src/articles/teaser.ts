/** The share of a teaser's words that must be in the text; the site may add a few of its own. */
const MIN_SHARE = 0.8
/** The most consecutive words that a teaser may leave out. */
const MAX_GAP = 40
/** In UTF-16 units: how much of the whole text is compared. */
const MAX_LENGTH = 20_000

/** Whether a text is the beginning of another or a teaser of it: most of its words occur there in the same order. */
export function isTeaserOf(text: string, whole: string): boolean {
  const words = splitWords(text)
  const others = splitWords(whole.slice(0, MAX_LENGTH))
  let at = 0
  let found = 0
  for (const word of words) {
    const next = others.slice(at, at + MAX_GAP).indexOf(word)
    if (next < 0) continue
    at += next + 1
    found += 1
  }
  return words.length > 0 && found >= words.length * MIN_SHARE
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** The words of a text; those of scripts without spaces, such as Japanese and Thai, are separated with dictionaries. */
function splitWords(text: string): string[] {
  const plain = text
    .replace(/<[^<>]{0,2000}>/g, ' ')
    .toLowerCase()
    .normalize('NFC')
  return [...segmenter.segment(plain)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []))
}
