import type { Connection } from '../../database/database.ts'
import type { Item } from '../model/item.ts'
import { stateSql } from '../model/states.ts'
import { selectItems } from './item-row.ts'
import {
  readLargest,
  readAggregates,
  startOfWeek,
  type Aggregate,
  type AggregateKind,
  weekOf,
} from './aggregates.ts'

/** What a person saved and read. Items in the trash count nowhere. */
export type Stats = {
  /** The last WEEKS weeks, the current one last. */
  weeks: Week[]
  /** Where most was saved from, at most TOP of them. */
  sites: Share[]
  /** Who saved most; agents of one name are one, and `name` is null for the person. */
  savers: (Omit<Share, 'name'> & { name: string | null })[]
  unread: Unread
}

export type Week = {
  /** Monday, 0:00 UTC. */
  startsAt: number
  saved: number
  read: number
  /** Reading time of what was read. */
  minutes: number
}

/** What was saved under one name, and how much of it was read. */
export type Share = { name: string; saved: number; read: number }

export type Unread = {
  count: number
  minutes: number
  /** How many of them have no reading time, since nothing of theirs could be read. */
  unmeasured: number
  /** Milliseconds since they were saved; null where nothing is unread. */
  averageAge: number | null
  oldest: Item | null
}

const WEEKS = 26
const TOP = 10

/** The numbers of one account as they are at `now`, from sums that are kept with each change: nothing is counted here. */
export async function statsOf(db: Connection, accountId: string, now: number): Promise<Stats> {
  const first = weekOf(now) - WEEKS + 1
  const weeks = Array.from({ length: WEEKS }, (_, index) => first + index)
  const sumsOf = async (kind: AggregateKind) => {
    const aggregates = await readAggregates(db, accountId, kind, weeks.map(String))
    return new Map(aggregates.map((aggregate) => [Number(aggregate.name), aggregate]))
  }
  const [saved, read] = [await sumsOf('saved'), await sumsOf('read')]
  return {
    weeks: weeks.map((week) => ({
      startsAt: startOfWeek(week),
      saved: saved.get(week)?.items ?? 0,
      read: read.get(week)?.items ?? 0,
      minutes: read.get(week)?.minutes ?? 0,
    })),
    sites: (await readLargest(db, accountId, 'site', TOP)).map(shareOf),
    savers: await readSavers(db, accountId),
    unread: await readUnread(db, accountId, now),
  }
}

function shareOf({ name, items, read }: Aggregate): Share {
  return { name, saved: items, read }
}

async function readSavers(db: Connection, accountId: string): Promise<Stats['savers']> {
  // A client that registers anew is the same agent to a person, so they are counted by name.
  const agents = await readLargest(db, accountId, 'saver', TOP)
  const person = await readLargest(db, accountId, 'person', 1)
  const savers = [
    ...person.map((aggregate) => ({ ...shareOf(aggregate), name: null })),
    ...agents.map(shareOf),
  ]
  return savers.sort((one, other) => other.saved - one.saved).slice(0, TOP)
}

async function readUnread(db: Connection, accountId: string, now: number): Promise<Unread> {
  const [sums] = await readLargest(db, accountId, 'unread', 1)
  if (!sums) return { count: 0, minutes: 0, unmeasured: 0, averageAge: null, oldest: null }
  const { items, minutes, measured, seconds } = sums
  const [oldest = null] = await selectItems(
    db,
    `account_id = ? AND ${stateSql('unread')} ORDER BY place LIMIT 1`,
    accountId,
  )
  const averageAge = Math.max(0, now - Math.round((seconds / items) * 1000))
  return { count: items, minutes, unmeasured: items - measured, averageAge, oldest }
}
