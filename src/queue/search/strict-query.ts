import { Failure } from '../../failure.ts'
import { truncate } from '../../text/truncate.ts'
import { type QueryContext, NO_CONTEXT } from './query-context.ts'
import { MAX_QUERY, parseQuery, type Query } from './query.ts'

/** Syntax of other services, and the same in ours. */
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
 * Parses a query that a change depends on, now or later. Throws `invalid_input` if it has words that look like syntax,
 * because the change would affect other items than intended; the detail suggests a query if it is clear which one is meant.
 */
export function parseStrictQuery(text: string, queryContext: QueryContext): Query {
  const query = parseQuery(text, queryContext)
  if (query.notes.length === 0) return query
  const meant = translated(text)
  const hint = meant === undefined ? '' : ` Write ${meant}`
  const detail = `Nothing was changed: “${truncate(text, MAX_SHOWN)}” may not mean what it looks like. ${query.notes.join(' ')}${hint}`
  throw new Failure('invalid_input', detail, { errors: [{ pointer: '#/query', detail }] })
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
    return parseQuery(meant, NO_CONTEXT).notes.length === 0 ? meant : undefined
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
