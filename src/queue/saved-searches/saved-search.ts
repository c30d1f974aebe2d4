import { Failure, invalidField } from '../../failure.ts'
import type { Fields } from '../input/field.ts'
import { type Sort, SORTS } from '../search/filter.ts'
import type { Agent } from '../model/actor.ts'
import { parseStrictQuery } from '../search/strict-query.ts'
import { MAX_QUERY, parseQuery } from '../search/query.ts'

/** The content of a saved search; `sort` is null for the default order. */
export type SearchFields = { name: string; query: string; sort: Sort | null }

/** A query that was saved under a name; the id stays the same when it is renamed. */
export type SavedSearch = SearchFields & { id: string }

/** The most saved searches of an account. */
export const MAX_SAVED_SEARCHES = 100
export const MAX_SEARCH_NAME = 60

/** The fields of the actions on saved searches. */
export const NAME_FIELD = { kind: 'line', title: 'Name', maxLength: MAX_SEARCH_NAME } as const
export const QUERY_FIELD = {
  kind: 'line',
  title: 'Search',
  hint: 'As q of list_queue',
  maxLength: MAX_QUERY,
} as const
export const SORT_FIELD = { kind: 'choice', title: 'Order', choices: SORTS } as const satisfies Fields[string]

const OWN_ITEMS =
  'To the person, “me” in a saved search is the person. Write by:person for their items, or by: and your name for yours.'

/** Names that look the same to a person have the same key. */
export function keyOfName(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** Throws `invalid_input` for a name that stands for a folder in an address: the link to the search would lead elsewhere. */
export function requireLinkable(name: string, field: string): void {
  if (name === '.' || name === '..') throw invalidField(field, 'A name can’t be only dots. Add a word.')
}

export function fieldsOf({ name, query, sort }: SearchFields): SearchFields {
  return { name, query, sort }
}

export function isSameSearch(one: SearchFields | null, other: SearchFields | null): boolean {
  return JSON.stringify(one && fieldsOf(one)) === JSON.stringify(other && fieldsOf(other))
}

/** The order of this name; null for the default order, or if there is no name. */
export function sortNamed(name: string | undefined): Sort | null {
  return SORTS.find((known) => known === name && known !== 'best') ?? null
}

/**
 * Throws `invalid_input` unless the query is one, and means the same to whoever reads it if an agent saves it; the mistake
 * is in the field `query`.
 */
export function requireQuery(query: string, agent: Agent | null): void {
  try {
    if (!agent) return void parseQuery(query)
    const { conditions } = parseStrictQuery(query, { agent, now: 0 })
    const own = conditions.flatMap((clause) => (clause.kind === 'any' ? clause.of : [clause]))
    if (own.some(({ kind }) => kind === 'savedByAgent')) throw invalidField('query', OWN_ITEMS)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure(error.code, error.detail, {
      errors: [{ pointer: '#/query', detail: error.detail }],
    })
  }
}
