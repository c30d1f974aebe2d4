/** Of the words of a teaser; a page has a few of its own around it. */
const MIN_SHARE = 0.8
/** How far a word may lie behind the one before it: what a teaser leaves out at once, in words. */
const MAX_GAP = 40
/** In UTF-16 units of the whole: the beginning that is looked at. */
const MAX_LENGTH = 20_000

/** Whether a text is the beginning of another, or an excerpt of that: most of its words stand there in their order. */
export function isBeginning(text: string, whole: string): boolean {
  const words = wordsOf(text)
  const others = wordsOf(whole.slice(0, MAX_LENGTH))
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

/** Also of scripts that set no spaces between words, such as Japanese and Thai, which are told apart by dictionaries. */
function wordsOf(text: string): string[] {
  const plain = text
    .replace(/<[^<>]{0,2000}>/g, ' ')
    .toLowerCase()
    .normalize('NFC')
  return [...segmenter.segment(plain)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []))
}
