import { Failure } from '../../failure.ts'
import { shorten } from '../../text/shorten.ts'
import { type Asker, NOBODY } from './asker.ts'
import { MAX_QUERY, parseQuery, type Query } from './query.ts'

/** What is written elsewhere, and the same here. */
const TRANSLATIONS: [pattern: RegExp, here: string][] = [
  [/(?<!\S)(AND|&&)(?!\S)/g, ' '],
  [/&&/g, ' '],
  [/(?<!\S)(?:NOT\s+|!)(?=[\p{L}\p{N}#"(])/gu, '-'],
  [/(?<!\S)tag:-/g, '-tag:'],
  [/\|\|?/g, ' OR '],
  [/(?<!\S)\+(?=[\p{L}\p{N}])/gu, ''],
  [/(?<!\S)#(?=\p{N}+(?!\S))/gu, 'tag:'],
  [/(?<!\S)(under|over):(\d+)\s+(m|h)(in|ins|inutes?|ours?)?(?!\S)/gi, '$1:$2$3'],
]

/**
 * A query that something is to be done with, now or later: one with what looks like syntax and is taken as words would do
 * it to other items than are meant. Throws `invalid_input` with what is wrong, and a query that works where one is clear.
 */
export function parseStrictQuery(text: string, asker: Asker): Query {
  const query = parseQuery(text, asker)
  if (query.notes.length === 0) return query
  const meant = translated(text)
  const cure = meant === undefined ? '' : ` Write ${meant}`
  const detail = `Nothing was changed: “${shorten(text, MAX_SHOWN)}” may not mean what it looks like. ${query.notes.join(' ')}${cure}`
  throw new Failure('invalid_input', detail, { mistakes: [{ pointer: '#/query', detail }] })
}

const MAX_SHOWN = 100

/** The query that is probably meant; undefined if none is clear. */
function translated(text: string): string | undefined {
  if (/["“”„]/.test(text)) return undefined
  const meant = TRANSLATIONS.reduce((query, [pattern, here]) => query.replace(pattern, here), text)
    .replace(/\s+/g, ' ')
    .trim()
  if (meant.length > MAX_QUERY) return undefined
  try {
    return parseQuery(meant, NOBODY).notes.length === 0 ? meant : undefined
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
