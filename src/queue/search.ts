import { domainToASCII } from 'node:url'
import { Failure, invalidField } from '../failure.ts'
import type { Seal } from '../seal.ts'
import type { Fields, RawInput } from './field.ts'
import { parseInput } from './parse-input.ts'
import { foldText } from './search-text.ts'
import { DEFAULT_PAGE, type Filter, MAX_PAGE, type Position, type State, STATES } from './page.ts'

/** What a page of the queue can be asked for, in every face. */
export const SEARCH_FIELDS = {
  q: { kind: 'line', title: 'Words', hint: 'Words that must all occur', maxLength: 200 },
  state: { kind: 'choice', title: 'State', choices: STATES },
  tag: { kind: 'tag', title: 'Tag' },
  site: { kind: 'line', title: 'Site', maxLength: 255 },
  limit: { kind: 'count', title: 'Items on a page', max: MAX_PAGE },
} as const satisfies Fields

export type Search = { filter: Filter; limit: number; position?: Position }

/** Reads the query of a page; throws `invalid_input`, or `malformed` for a cursor that is not of this list. */
export function parseSearch(raw: RawInput, accountId: string, seal: Seal): Search {
  const { q, state, tag, site, limit } = parseInput(SEARCH_FIELDS, raw)
  const filter: Filter = {
    state: STATES.find((known) => known === state) ?? 'unread',
    tag,
    site: site && asSite(site),
    words: q === undefined ? undefined : asWords(q),
  }
  const search = { filter, limit: limit ?? DEFAULT_PAGE }
  const cursor = raw['after']
  if (cursor === undefined || cursor === '') return search
  if (typeof cursor !== 'string') throw foreignCursor()
  return { ...search, position: readCursor(cursor, filter, accountId, seal) }
}

/** Each number of words makes a statement of its own. */
const MAX_WORDS = 8

function asWords(text: string): string[] {
  const words = foldText(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) throw invalidField('q', 'There is no word to search for.')
  if (words.length > MAX_WORDS) throw invalidField('q', `A search takes at most ${MAX_WORDS} words.`)
  return words
}

function foreignCursor(): Failure {
  return new Failure('malformed', 'The cursor in "after" is not one of this list. Start again without it.')
}

/** A host as items have it: in lower case and ASCII, without `www.` */
function asSite(text: string): string {
  return (domainToASCII(text) || text.toLowerCase()).replace(/^www\./, '')
}

/** An opaque text for a place in one account's list. */
export function writeCursor(position: Position, filter: Filter, accountId: string, seal: Seal): string {
  const place = JSON.stringify([position.direction, position.savedAt, position.id])
  const signature = seal.sign('cursor', scopeOf(place, filter, accountId)).slice(0, SIGNATURE_LENGTH)
  return Buffer.from(place).toString('base64url') + signature
}

/** Base64url characters of the signature kept: 96 bits, since a forged cursor gains nothing. */
const SIGNATURE_LENGTH = 16

function readCursor(cursor: string, filter: Filter, accountId: string, seal: Seal): Position {
  const place = Buffer.from(cursor.slice(0, -SIGNATURE_LENGTH), 'base64url').toString()
  const expected = seal.sign('cursor', scopeOf(place, filter, accountId)).slice(0, SIGNATURE_LENGTH)
  if (cursor.slice(-SIGNATURE_LENGTH) !== expected) {
    throw foreignCursor()
  }
  const [direction, savedAt, id] = JSON.parse(place) as [Position['direction'], number, string]
  return { direction, savedAt, id }
}

function scopeOf(place: string, filter: Filter, accountId: string): string {
  return JSON.stringify([
    accountId,
    filter.state,
    filter.tag ?? '',
    filter.site ?? '',
    filter.words ?? [],
    place,
  ])
}

/** The members of a search that differ from the default, as query parameters. */
export function searchParameters({ filter, limit }: Search): [name: string, value: string][] {
  const parameters: [string, string | undefined][] = [
    ['q', filter.words?.join(' ')],
    ['state', filter.state === ('unread' satisfies State) ? undefined : filter.state],
    ['tag', filter.tag],
    ['site', filter.site],
    ['limit', limit === DEFAULT_PAGE ? undefined : String(limit)],
  ]
  return parameters.filter((parameter): parameter is [string, string] => parameter[1] !== undefined)
}
