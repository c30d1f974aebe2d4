import { domainToASCII } from 'node:url'
import type { ListName } from '../model/states.ts'
import { parseInstant, parseRelativeDay } from '../model/instant-text.ts'
import { REQUEST_STATES, type RequestState } from '../model/request.ts'
import { normaliseTag } from '../model/tag.ts'
import type { Asker } from './asker.ts'
import { wordsOf } from './words.ts'

/** The values of `is:`. An item in the trash also has the state it had before. */
const MARKS = ['unread', 'read', 'favourite', 'snoozed', 'removed'] as const satisfies ListName[]

/** What `is:` takes besides, which is no list. */
const PROPERTIES = ['failed', 'broken', 'untagged', ...REQUEST_STATES] as const

/** What `is:` takes. */
export const STATES = [...MARKS, ...PROPERTIES]

/** A condition of a search besides words. Times are milliseconds since 1970. */
export type Condition =
  | { on: 'tag'; tag: string }
  /** The site and its subdomains. */
  | { on: 'site'; site: string }
  | { on: 'mark'; mark: (typeof MARKS)[number] }
  /** Words of an agent's name, or the person. */
  | { on: 'saver'; name: string[] | null }
  /** Saved by the agent of this id. */
  | { on: 'savedByAgent'; id: string }
  | { on: 'savedBefore' | 'savedFrom' | 'readBefore' | 'readFrom'; at: number; isRelative?: true }
  /** At most this long. */
  | { on: 'readingTime'; minutes: number }
  | { on: 'longerThan'; minutes: number }
  | { on: 'untagged' }
  | { on: 'note' }
  | { on: 'highlight' }
  /** Its page could not be saved. */
  | { on: 'failed' }
  /** Its link leads nowhere any more. */
  | { on: 'broken' }
  /** Where its request to agents stands. */
  | { on: RequestState }
  /** At least one of several. */
  | { on: 'any'; of: Clause[] }

/** A condition as a search states it. */
export type Clause = Condition & { isExcluded: boolean }

type Operator = {
  /** What may follow the colon, for error messages. */
  takes: string
  /** Undefined if the value is invalid. */
  read(value: string, asker: Asker): Condition | undefined
}

const DATE =
  'a date such as 2026-01-31, 2026-01 or 2026, today, yesterday, 7d for seven days ago, or an instant such as 2026-01-31T18:00:00Z'
const READING_TIME = 'a reading time such as 15m, 90 (minutes) or 1h'

/** The search operators by name. */
export const OPERATORS: Record<string, Operator> = {
  tag: {
    takes: 'one tag, such as tag:web or tag:"to do"',
    read(value) {
      const tag = normaliseTag(value)
      return tag === '' || tag.includes(',') ? undefined : { on: 'tag', tag }
    },
  },
  site: {
    takes: 'a site, such as site:example.org',
    read(value) {
      const site = siteOf(value)
      return /[\p{L}\p{N}]/u.test(site) ? { on: 'site', site } : undefined
    },
  },
  is: {
    takes: `one of ${STATES.join(', ')}`,
    read(value) {
      const property = PROPERTIES.find((known) => known === value.toLowerCase())
      if (property) return { on: property }
      const mark = MARKS.find((known) => known === value.toLowerCase())
      return mark && { on: 'mark', mark }
    },
  },
  by: {
    takes: 'words of the name of who saved it, such as by:claude or by:"my agent", or me, or person',
    read(value, { agent }) {
      const name = wordsOf(value)
      if (name.length === 0) return undefined
      const who = name.join(' ')
      if (who === 'me' && agent) return { on: 'savedByAgent', id: agent.id }
      return { on: 'saver', name: who === 'me' || who === 'person' ? null : name }
    },
  },
  before: { takes: DATE, read: (value, { now }) => dated('savedBefore', value, now) },
  after: { takes: DATE, read: (value, { now }) => dated('savedFrom', value, now) },
  'read-before': { takes: DATE, read: (value, { now }) => dated('readBefore', value, now) },
  'read-after': { takes: DATE, read: (value, { now }) => dated('readFrom', value, now) },
  under: { takes: READING_TIME, read: (value) => timed('readingTime', value) },
  over: { takes: READING_TIME, read: (value) => timed('longerThan', value) },
  has: {
    takes: 'note, for items with a note, or highlight, for items with highlights',
    read(value) {
      const on = (['note', 'highlight'] as const).find((known) => known === value.toLowerCase())
      return on && { on }
    },
  },
}

/** Conditions that are one word. */
export const WORD_CONDITIONS = new Map<string, Condition>([['untagged', { on: 'untagged' }]])

/** A host in the form stored with items: lower case, ASCII, without `www.`. Also accepts a full address. */
export function siteOf(text: string): string {
  const host = text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]{0,20}:\/\//i, '')
    .split(/[/?#]/)[0]!
  return (domainToASCII(host) || host.toLowerCase()).replace(/^www\./, '')
}

function timed(on: 'readingTime' | 'longerThan', value: string): Condition | undefined {
  const [, hours, minutes] = /^(?:(\d{1,3})h)?(?:(\d{1,4})m?)?$/i.exec(value) ?? []
  const all = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return all > 0 ? { on, minutes: all } : undefined
}

type Dated = 'savedBefore' | 'savedFrom' | 'readBefore' | 'readFrom'

/** The operators whose value is a time. */
export const DATED = new Set(['before', 'after', 'read-before', 'read-after'])

/** Whether a condition means another time on another day. */
export function isRelative(clause: Condition): boolean {
  return clause.on === 'any' ? clause.of.some(isRelative) : 'isRelative' in clause
}

/** The start, in UTC, of a day, month or year; a day as it is named from now; or an instant. */
function dated(on: Dated, value: string, now: number): Condition | undefined {
  const isPeriod = /^\d{4}(-\d{2}){0,2}$/.test(value)
  const at = parseInstant(isPeriod ? `${value}-01-01`.slice(0, 10) : value)
  if (at !== undefined) return { on, at }
  const day = parseRelativeDay(value, now)
  return day === undefined ? undefined : { on, at: day, isRelative: true }
}
