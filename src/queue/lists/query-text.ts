import { Failure } from '../../failure.ts'
import type { Filter } from '../search/filter.ts'
import { MAX_QUERY, parseQuery } from '../search/query.ts'
import { listParameters } from './search.ts'

/**
 * The query that lists the same items as a filter, with its list, tag and site as conditions; undefined if the filter is
 * a whole list, or if no query says the same.
 */
export function queryTextOf(filter: Filter): string | undefined {
  const { query, tag, site, state } = filter
  if (query === undefined && tag === undefined && site === undefined) return undefined
  const text = [
    ...(query ? [query.text] : []),
    ...(tag === undefined ? [] : [`tag:${quoted(tag)}`]),
    ...(site === undefined ? [] : [`site:${site}`]),
  ].join(' ')
  try {
    const meant = parseQuery(text)
    const isList = listParameters({ state, query: meant }).length === 0
    const whole = isList ? text : `${text} is:${state}`
    return whole.length <= MAX_QUERY && saysState(whole, state) ? whole : undefined
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

function saysState(text: string, state: Filter['state']): boolean {
  return listParameters({ state, query: parseQuery(text) }).length === 0
}

function quoted(tag: string): string {
  return /[\s"]/.test(tag) ? `"${tag}"` : tag
}
