import { domainToASCII } from 'node:url'
import type { ListName } from '../model/states.ts'
import type { TypeName } from '../model/field.ts'
import { entryOf, FIELD_NAMES, type FieldName, propertyOf, typeOf } from '../model/fields.ts'
import { parseInstant, parseRelativeDay } from '../model/instant-text.ts'
import { AGENT_REQUEST_STATES, type AgentRequestState } from '../model/agent-request.ts'
import { normaliseTag } from '../model/tag.ts'
import type { QueryContext } from './query-context.ts'
import { wordsOf } from './words.ts'

/** An item in the trash also has the state it had before. */
const LIST_STATES = ['unread', 'read', 'favourite', 'snoozed', 'removed'] as const satisfies ListName[]

const PROPERTIES = ['failed', 'pending', 'broken', 'untagged', ...AGENT_REQUEST_STATES] as const

export const IS_VALUES = [...LIST_STATES, ...PROPERTIES]

/** A number or time of the item, compared with another; `isRelative` if that one depends on today’s date. */
export type Comparison = {
  kind: 'comparison'
  field: FieldName
  operator: ComparisonOperator
  value: number
  isRelative?: true
}
type ComparisonOperator = '<' | '<=' | '=' | '>' | '>='

/** A condition of a search besides words. Times are milliseconds since 1970. */
export type Condition =
  | { kind: 'tag'; tag: string }
  /** The site and its subdomains. */
  | { kind: 'site'; site: string }
  | { kind: 'state'; state: (typeof LIST_STATES)[number] }
  /** Words of an agent's name, or the person. */
  | { kind: 'saver'; name: string[] | null }
  /** Saved by the agent of this id. */
  | { kind: 'savedByAgent'; id: string }
  | Comparison
  | { kind: 'untagged' }
  | { kind: 'note' }
  | { kind: 'highlight' }
  /** Its page could not be saved. */
  | { kind: 'failed' }
  /** Its page is still to be fetched. */
  | { kind: 'pending' }
  /** Its link leads nowhere any more. */
  | { kind: 'broken' }
  /** Where its request to agents stands. */
  | { kind: AgentRequestState }
  /** At least one of several. */
  | { kind: 'any'; of: Clause[] }

/** A condition as a search states it. */
export type Clause = Condition & { isExcluded: boolean }

type Operator = {
  /** What may follow the colon, for error messages. */
  takes: string
  /** Undefined if the value is invalid. */
  read(value: string, queryContext: QueryContext): Condition | undefined
}

/** The fields of numbers by the names of their conditions, such as `rating:4` and `rating:>3`. */
export const NUMBER_FIELDS = new Map(
  FIELD_NAMES.filter((name) => entryOf(name).max !== undefined).map((name) => [
    propertyOf(name).toLowerCase(),
    name,
  ]),
)

/** The search operators by name. */
export const OPERATORS: Record<string, Operator> = {
  tag: {
    takes: 'one tag, such as tag:web or tag:"to do"',
    read(value) {
      const tag = normaliseTag(value)
      return tag === '' || tag.includes(',') ? undefined : { kind: 'tag', tag }
    },
  },
  site: {
    takes: 'a site, such as site:example.org',
    read(value) {
      const site = siteOf(value)
      return /[\p{L}\p{N}]/u.test(site) ? { kind: 'site', site } : undefined
    },
  },
  is: {
    takes: `one of ${IS_VALUES.join(', ')}`,
    read(value) {
      const property = PROPERTIES.find((candidate) => candidate === value.toLowerCase())
      if (property) return { kind: property }
      const state = LIST_STATES.find((candidate) => candidate === value.toLowerCase())
      return state && { kind: 'state', state }
    },
  },
  by: {
    takes: 'words of the name of who saved it, such as by:claude or by:"my agent", or me, or person',
    read(value, { agent }) {
      const name = wordsOf(value)
      if (name.length === 0) return undefined
      const who = name.join(' ')
      if (who === 'me' && agent) return { kind: 'savedByAgent', id: agent.id }
      return { kind: 'saver', name: who === 'me' || who === 'person' ? null : name }
    },
  },
  ...rangeOperators('instant', dateOperator),
  ...rangeOperators('integer', durationOperator),
  has: {
    takes: 'note, for items with a note, or highlight, for items with highlights',
    read(value) {
      const kind = (['note', 'highlight'] as const).find((candidate) => candidate === value.toLowerCase())
      return kind && { kind }
    },
  },
  ...Object.fromEntries([...NUMBER_FIELDS].map(([name, field]) => [name, numberOperator(field)])),
}

/** The operators whose value is a date. */
export const DATE_OPERATORS = new Set(Object.keys(rangeOperators('instant', dateOperator)))

/** Conditions that are one word. */
export const WORD_CONDITIONS = new Map<string, Condition>([['untagged', { kind: 'untagged' }]])

/** A host in the form stored with items: lower case, ASCII, without `www.`. Also accepts a full address, with a port. */
export function siteOf(text: string): string {
  const host = text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]{0,20}:\/\//i, '')
    .split(/[/?#]/)[0]!
    .replace(/^.*@/, '')
    .replace(/:\d*$/, '')
  return (domainToASCII(host) || host.toLowerCase()).replace(/^www\./, '')
}

type Bound = 'below' | 'above'

/** The operators of the fields of a type that have a condition for each bound. */
function rangeOperators(
  type: TypeName,
  operatorOf: (field: FieldName, bound: Bound) => Operator,
): Record<string, Operator> {
  const operators = FIELD_NAMES.filter((name) => typeOf(name) === type).flatMap((name) => {
    const [below, above] = entryOf(name).conditions ?? []
    if (below === undefined || above === undefined) return []
    return [[below, operatorOf(name, 'below')] as const, [above, operatorOf(name, 'above')] as const]
  })
  return Object.fromEntries(operators)
}

function durationOperator(field: FieldName, bound: Bound): Operator {
  return {
    takes: 'a reading time such as 15m, 90 (minutes) or 1h',
    read(text) {
      const value = parseMinutes(text)
      const operator = bound === 'below' ? '<=' : '>'
      return value > 0 ? { kind: 'comparison', field, operator, value } : undefined
    },
  }
}

/** The minutes of a reading time such as `90`, `15m` or `1h30`; 0 for anything else. */
export function parseMinutes(text: string): number {
  const [, hours, minutes] = /^(?:(\d{1,3})h)?(?:(\d{1,4})m?)?$/i.exec(text) ?? []
  return Number(hours ?? 0) * 60 + Number(minutes ?? 0)
}

/** Whether its meaning depends on today’s date. */
export function isRelative(clause: Condition): boolean {
  return clause.kind === 'any' ? clause.of.some(isRelative) : 'isRelative' in clause
}

/** Takes the start, in UTC, of a day, month or year; a day as it is named from now; or an instant. */
function dateOperator(field: FieldName, bound: Bound): Operator {
  const operator = bound === 'below' ? '<' : '>='
  return {
    takes:
      'a date such as 2026-01-31, 2026-01 or 2026, today, yesterday, monday for the last one, 7d for seven days ago (also 2w, 6m or 1y), or an instant such as 2026-01-31T18:00:00Z',
    read(text, { now }) {
      const isPeriod = /^\d{4}(-\d{2}){0,2}$/.test(text)
      const at = parseInstant(isPeriod ? `${text}-01-01`.slice(0, 10) : text)
      if (at !== undefined) return { kind: 'comparison', field, operator, value: at }
      const day = parseRelativeDay(text, now)
      return day === undefined
        ? undefined
        : { kind: 'comparison', field, operator, value: day, isRelative: true }
    },
  }
}

function numberOperator(field: FieldName): Operator {
  const { max = 0 } = entryOf(field)
  return {
    takes: `a number from 1 to ${max}, alone or behind <, <=, > or >=`,
    read(text) {
      const [, operator = '=', digits] = /^([<>]=?)?(\d{1,9})$/.exec(text) ?? []
      const value = Number(digits)
      return value >= 1 && value <= max
        ? { kind: 'comparison', field, operator: operator as ComparisonOperator, value }
        : undefined
    },
  }
}
