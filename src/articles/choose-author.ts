import { cleanAuthor } from './author-name.ts'
import { cleanText } from './clean-text.ts'
import type { HtmlHead } from './html-head.ts'
import type { JsonLdMetadata } from './json-ld.ts'
import type { AuthorClue } from './page-clues.ts'
import { foldTitle } from './title-parts.ts'

const KEYS = [
  'author',
  'article:author',
  'parsely-author',
  'article:author_name',
  'dc.creator',
  'dcterms.creator',
  'dc.contributor',
  'sailthru.author',
  'byl',
  'authors',
  'author-name',
  'og:author',
  'article.author',
  'vr:author',
  'cxenseparse:author',
  'twitter:creator:name',
]

/** In UTF-16 units. */
const MAX_LENGTH = 200
const MAX_AUTHORS = 20
/** A longer text is a sentence, not a name. */
const MAX_WORDS = 10
const MAX_SHOWN = 6
/** The largest distance between names that belong together, in UTF-16 units of text. */
const MAX_DISTANCE = 200

/**
 * Chooses the author of a page: the one it declares, else the one it shows. `isSite` tells whether a text is a name
 * of the site.
 */
export function chooseAuthor(
  { meta, authors, clues }: HtmlHead,
  linked: JsonLdMetadata,
  isSite: (name: string) => boolean,
): string | null {
  const scholars = join(authors.map(putFirstNameFirst))
  const declared = KEYS.flatMap((key) => cleanAuthor(meta.get(key)) ?? [])
  const people = join(linked.authors)
  const marked = shownNames(clues.authors.filter(({ isMarked }) => isMarked))
  const named = shownNames(clues.authors.filter(({ isMarked }) => !isMarked)).slice(0, 1)
  const candidates = [scholars, ...declared, people, join(marked), join(named)].filter(
    (name) => name !== null,
  )
  const name = candidates.find((name) => !isSite(name)) ?? candidates[0] ?? null
  // A source may name only the first of several authors.
  return name !== null && people !== null && people.startsWith(`${name}, `) ? people : name
}

function join(authors: string[]): string | null {
  const names = new Map(
    authors.flatMap((author) => cleanAuthor(author) ?? []).map((name) => [foldTitle(name), name]),
  )
  return cleanText([...names.values()].slice(0, MAX_AUTHORS).join(', '), MAX_LENGTH)
}

/** The first group of names that are close together. A text around another one, such as a whole byline, is left out. */
function shownNames(clues: AuthorClue[]): string[] {
  const names: { name: string; at: number }[] = []
  for (const { text, at } of clues) {
    const name = cleanAuthor(text)
    if (name === null || name.split(/\s/).length > MAX_WORDS) continue
    if (at - (names.at(-1)?.at ?? at) > MAX_DISTANCE) break
    names.push({ name, at })
  }
  const inner = names
    .map(({ name }) => name)
    .filter((name, _, all) => !all.some((other) => other !== name && hasWords(name, other)))
  return [...new Set(inner)].slice(0, MAX_SHOWN)
}

/** Whether a text has the words of another, one after the other. */
function hasWords(text: string, words: string): boolean {
  const spaced = (written: string) => ` ${written.split(/[\s,;&]+/).join(' ')} `
  return spaced(text).includes(spaced(words))
}

/** Scholarly pages write "Reyes, Lu". */
function putFirstNameFirst(author: string): string {
  return author.replace(/^([^,]+),([^,]+)$/, '$2 $1')
}
