import { domainToASCII } from 'node:url'
import type { ListName } from '../model/states.ts'
import { normaliseTag } from '../model/tag.ts'
import { wordsOf } from './words.ts'

/** The values of `is:`. An item in the trash also has the state it had before. */
export const MARKS = ['unread', 'read', 'favourite', 'snoozed', 'removed'] as const satisfies ListName[]

/** A condition of a search besides words. Times are milliseconds since 1970. */
export type Condition =
  | { on: 'tag'; tag: string }
  /** The site and its subdomains. */
  | { on: 'site'; site: string }
  | { on: 'mark'; mark: (typeof MARKS)[number] }
  /** Words of an agent's name, or the person. */
  | { on: 'saver'; name: string[] | null }
  | { on: 'savedBefore'; at: number }
  | { on: 'savedFrom'; at: number }
  | { on: 'readingTime'; minutes: number }

type Operator = {
  /** What may follow the colon, for error messages. */
  takes: string
  /** Undefined if the value is invalid. */
  read(value: string): Condition | undefined
}

const DATE = 'a date such as 2026-01-31, 2026-01 or 2026'

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
    takes: `one of ${MARKS.join(', ')}`,
    read(value) {
      const mark = MARKS.find((known) => known === value.toLowerCase())
      return mark && { on: 'mark', mark }
    },
  },
  by: {
    takes: 'words of the name of who saved it, such as by:claude or by:"my agent", or me',
    read(value) {
      const name = wordsOf(value)
      if (name.length === 0) return undefined
      return { on: 'saver', name: name.join(' ') === 'me' ? null : name }
    },
  },
  before: { takes: DATE, read: (value) => savedAt('savedBefore', value) },
  after: { takes: DATE, read: (value) => savedAt('savedFrom', value) },
  under: {
    takes: 'a reading time such as 15m, 90 (minutes) or 1h',
    read(value) {
      const [, hours, minutes] = /^(?:(\d{1,3})h)?(?:(\d{1,4})m?)?$/i.exec(value) ?? []
      const all = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
      return all > 0 ? { on: 'readingTime', minutes: all } : undefined
    },
  },
}

/** A host in the form stored with items: lower case, ASCII, without `www.`. Also accepts a full address. */
export function siteOf(text: string): string {
  const host = text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]{0,20}:\/\//i, '')
    .split(/[/?#]/)[0]!
  return (domainToASCII(host) || host.toLowerCase()).replace(/^www\./, '')
}

/** The start, in UTC, of a day, month or year. */
function savedAt(on: 'savedBefore' | 'savedFrom', value: string): Condition | undefined {
  if (!/^\d{4}(-\d{2}){0,2}$/.test(value)) return undefined
  const day = `${value}-01-01`.slice(0, 10)
  const at = Date.parse(`${day}T00:00:00Z`)
  // Date parses 31 February as a day in March.
  const isRealDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
  return isRealDay ? { on, at } : undefined
}
