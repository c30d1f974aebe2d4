import { nearestName } from '../../text/nearest-name.ts'
import { NO_CONTEXT } from './query-context.ts'
import { OPERATORS } from './query-operator.ts'

/** What conditions are called elsewhere, and the ones that are meant here. */
const SYNONYMS = new Map([
  // Who wrote a page is found by words; `by` is who saved it.
  ['author', []],
  ['domain', ['site']],
  ['from', ['after', 'by']],
  ['host', ['site']],
  ['in', ['is']],
  ['label', ['tag']],
  ['longer', ['over']],
  ['max', ['under']],
  ['min', ['over']],
  ['newer', ['after']],
  ['older', ['before']],
  ['saved', ['after']],
  ['shorter', ['under']],
  ['since', ['after']],
  ['source', ['site']],
  ['state', ['is']],
  ['status', ['is']],
  ['tagged', ['tag']],
  ['tags', ['tag']],
  ['until', ['before']],
  ['url', ['site']],
])

/** Conditions by what is compared elsewhere, with less and with more than a value. */
const COMPARED = new Map<string, [less: string, more: string]>([
  ['added', ['before', 'after']],
  ['created', ['before', 'after']],
  ['date', ['before', 'after']],
  ['length', ['under', 'over']],
  ['minutes', ['under', 'over']],
  ['read', ['read-before', 'read-after']],
  ['saved', ['before', 'after']],
  ['time', ['under', 'over']],
])

/** The condition that is probably meant by one that does not exist, such as `is:read` by `state:read`. */
export function meantCondition(name: string, value: string): string | undefined {
  const [, sign, compared] = /^([<>])=?(.+)$/.exec(value) ?? []
  if (sign !== undefined && compared !== undefined) {
    const operator = COMPARED.get(name)?.[sign === '<' ? 0 : 1]
    const isTaken = operator !== undefined && OPERATORS[operator]?.read(compared, NO_CONTEXT) !== undefined
    return isTaken ? `${operator}:${compared}` : undefined
  }
  const names = SYNONYMS.get(name) ?? [nearestName(name, Object.keys(OPERATORS)) ?? '']
  const operator = names.find((known) => OPERATORS[known]?.read(value, NO_CONTEXT) !== undefined)
  return operator === undefined ? undefined : `${operator}:${value}`
}
