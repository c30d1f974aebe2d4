import type { Term } from '../../database/sql/full-text.ts'

/** English words that say little of what a text is about. */
const STOP_WORDS = new Set(
  `a about after all also am an and any are as at be because been before but by can could did do does each for from get
had has have he her his how i if in into is it its just like long made make many may me more most much my no not of off on one
only or other our out over per said say says she should since so some such tell than that the their them then there these they
this those through to too up us very was we were what when where which while who whom whose why will with would you your`.split(
    /\s+/,
  ),
)

/** The terms that say what is looked for: without the small words of a question, unless there is nothing else. */
export function contentTerms(terms: Term[]): Term[] {
  const telling = terms.filter((term) => !term.every(isSmall))
  return telling.length > 0 ? telling : terms
}

/** Whether a word says little of what a text is about. */
export function isSmallWord(word: string): boolean {
  return STOP_WORDS.has(word)
}

function isSmall({ words, hasForms, isPrefix }: Term[number]): boolean {
  const [word] = words
  return words.length === 1 && (hasForms === true || !isPrefix) && isSmallWord(word!)
}
