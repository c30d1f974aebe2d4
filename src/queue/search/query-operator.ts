import { domainToASCII } from 'node:url'
import type { ListName } from '../model/states.ts'
import { parseInstant, parseRelativeDay } from '../model/instant-text.ts'
import { AGENT_REQUEST_STATES, type AgentRequestState } from '../model/agent-request.ts'
import { normaliseTag } from '../model/tag.ts'
import type { Asker } from './asker.ts'
import { wordsOf } from './words.ts'

/** An item in the trash also has the state it had before. */
const LIST_STATES = ['unread', 'read', 'favourite', 'snoozed', 'removed'] as const satisfies ListName[]

const PROPERTIES = ['failed', 'broken', 'untagged', ...AGENT_REQUEST_STATES] as const

export const IS_VALUES = [...LIST_STATES, ...PROPERTIES]

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
  | { kind: 'savedBefore' | 'savedFrom' | 'readBefore' | 'readFrom'; at: number; isRelative?: true }
  /** At most this long. */
  | { kind: 'maxMinutes'; minutes: number }
  | { kind: 'moreThanMinutes'; minutes: number }
  | { kind: 'untagged' }
  | { kind: 'note' }
  | { kind: 'highlight' }
  /** Its page could not be saved. */
  | { kind: 'failed' }
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
  before: { takes: DATE, read: (value, { now }) => dated('savedBefore', value, now) },
  after: { takes: DATE, read: (value, { now }) => dated('savedFrom', value, now) },
  'read-before': { takes: DATE, read: (value, { now }) => dated('readBefore', value, now) },
  'read-after': { takes: DATE, read: (value, { now }) => dated('readFrom', value, now) },
  under: { takes: READING_TIME, read: (value) => timed('maxMinutes', value) },
  over: { takes: READING_TIME, read: (value) => timed('moreThanMinutes', value) },
  has: {
    takes: 'note, for items with a note, or highlight, for items with highlights',
    read(value) {
      const kind = (['note', 'highlight'] as const).find((candidate) => candidate === value.toLowerCase())
      return kind && { kind }
    },
  },
}

/** Conditions that are one word. */
export const WORD_CONDITIONS = new Map<string, Condition>([['untagged', { kind: 'untagged' }]])

/** A host in the form stored with items: lower case, ASCII, without `www.`. Also accepts a full address. */
export function siteOf(text: string): string {
  const host = text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]{0,20}:\/\//i, '')
    .split(/[/?#]/)[0]!
  return (domainToASCII(host) || host.toLowerCase()).replace(/^www\./, '')
}

function timed(kind: 'maxMinutes' | 'moreThanMinutes', value: string): Condition | undefined {
  const [, hours, minutes] = /^(?:(\d{1,3})h)?(?:(\d{1,4})m?)?$/i.exec(value) ?? []
  const all = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return all > 0 ? { kind, minutes: all } : undefined
}

type Dated = 'savedBefore' | 'savedFrom' | 'readBefore' | 'readFrom'

/** The operators whose value is a time. */
export const DATED = new Set(['before', 'after', 'read-before', 'read-after'])

/** Whether its meaning depends on today’s date. */
export function isRelative(clause: Condition): boolean {
  return clause.kind === 'any' ? clause.of.some(isRelative) : 'isRelative' in clause
}

/** The start, in UTC, of a day, month or year; a day as it is named from now; or an instant. */
function dated(kind: Dated, value: string, now: number): Condition | undefined {
  const isPeriod = /^\d{4}(-\d{2}){0,2}$/.test(value)
  const at = parseInstant(isPeriod ? `${value}-01-01`.slice(0, 10) : value)
  if (at !== undefined) return { kind, at }
  const day = parseRelativeDay(value, now)
  return day === undefined ? undefined : { kind, at: day, isRelative: true }
}
