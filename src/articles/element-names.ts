import type { Element } from './dom.ts'

/** Pages repeat their names. Beyond this number, which only made-up names reach, nothing is cached. */
const MAX_CACHED = 5000
/** In UTF-16 units. */
const MAX_LENGTH = 300
/** An id of more words is a sentence. */
const MAX_ID_WORDS = 3
const cachedWords = new Map<string, string>()

/**
 * The words in the class, id and other names of an element, in lower case between hyphens: `-post-body-wide-` for
 * `postBody wide`. The hyphens keep a pattern from matching within a longer word.
 */
export function elementWords(element: Element): string {
  const { className, id } = element
  if (className === '' && id === '') return ''
  const written = (id === '' || isSentence(id) ? className : `${className} ${id}`).slice(0, MAX_LENGTH)
  const found = cachedWords.get(written)
  if (found !== undefined) return found
  const words = written
    .replace(/([a-z\d])(?=[A-Z])/g, '$1-')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
  const names = `-${words.filter((word) => word !== '').join('-')}-`
  if (cachedWords.size < MAX_CACHED) cachedWords.set(written, names)
  return names
}

/** The ids of headings and sections are often made from their text. */
function isSentence(id: string): boolean {
  return id.split(/[^\p{L}\d]+/u, MAX_ID_WORDS + 1).length > MAX_ID_WORDS
}
