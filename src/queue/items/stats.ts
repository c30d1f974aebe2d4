import type { Connection } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import { type Clock, DAY, MINUTE } from '../../ports/clock.ts'
import type { Item } from '../model/item.ts'
import { markSql, stateSql } from '../model/states.ts'
import type { Permits } from '../../limits/permits.ts'
import { selectItems } from './select-items.ts'
import { readQueueSummary } from './queue-state.ts'
import type { AccountId } from '../../ids.ts'

/** What a person saved and read. Items in the trash are not counted. */
export type Stats = {
  /** The last WEEKS weeks, ending with the current one. */
  weeks: Week[]
  /** The sites with the most saved items, at most TOP. */
  sites: SavedAndRead[]
  /** Who saved the most items; agents with the same name are merged, and `name` is null for the person. */
  savers: (Omit<SavedAndRead, 'name'> & { name: string | null })[]
  unread: Unread
}

export type Week = {
  /** Monday, 0:00 UTC. */
  startsAt: number
  saved: number
  read: number
  /** Total reading time of the items that were read. */
  minutes: number
}

/** How many items were saved under one name, and how many of them were read. */
export type SavedAndRead = { name: string; saved: number; read: number }

export type Unread = {
  count: number
  minutes: number
  /** How many of them have no reading time, because they have no article. */
  unmeasured: number
  /** Milliseconds since they were saved; null where nothing is unread. */
  averageAge: number | null
  oldest: Item | null
}

const WEEKS = 26
const TOP = 10
const WEEK = 7 * DAY
/** The first Monday of 1970. */
const FIRST_MONDAY = 4 * DAY
/** Seconds. */
const RETRY_AFTER = 60

const MINUTES = 'CAST(COALESCE(SUM(reading_minutes), 0) AS BIGINT) AS minutes'
const SHARE = 'COUNT(*) AS saved, COUNT(read_at) AS read'
const LARGEST = `GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${TOP}`
/** Agents are counted by name, since a client that registers again is the same agent to a person. */
const SAVER = `CASE WHEN saved_by_id IS NOT NULL THEN COALESCE(saved_by_name, '') END`

type StatsServices = { db: Connection; permits: Permits }

/** Aggregates of the items that were saved from a point in time on. */
type Question = { select: string; where?: string; groups?: string; savedFrom?: number }

/** Computes the statistics of one account at `now`. Throws `busy` if that takes too long. */
export async function countStats(services: StatsServices, accountId: AccountId, now: number): Promise<Stats> {
  const ask = <Row>(question: Question) => count<Row>(services, accountId, question)
  const thisWeek = FIRST_MONDAY + Math.floor((now - FIRST_MONDAY) / WEEK) * WEEK
  const starts = Array.from({ length: WEEKS }, (_, index) => thisWeek - (WEEKS - 1 - index) * WEEK)
  const [first] = starts as [number]
  const saved = await ask<{ week: number; items: number }>({
    select: `${weekOf('saved_at')} AS week, COUNT(*) AS items`,
    groups: 'GROUP BY 1',
    savedFrom: first,
  })
  const read = await ask<{ week: number; items: number; minutes: number }>({
    select: `${weekOf('read_at')} AS week, COUNT(*) AS items, ${MINUTES}`,
    where: `read_at IS NOT NULL AND read_at >= ${first}`,
    groups: 'GROUP BY 1',
  })
  return {
    weeks: starts.map((startsAt) => {
      const inWeek = read.find(({ week }) => week === startsAt)
      return {
        startsAt,
        saved: saved.find(({ week }) => week === startsAt)?.items ?? 0,
        read: inWeek?.items ?? 0,
        minutes: inWeek?.minutes ?? 0,
      }
    }),
    sites: await ask({ select: `site AS name, ${SHARE}`, groups: LARGEST }),
    savers: await ask({ select: `${SAVER} AS name, ${SHARE}`, groups: LARGEST }),
    unread: await readUnread(services, accountId, now),
  }
}

async function readUnread(services: StatsServices, accountId: AccountId, now: number): Promise<Unread> {
  const [sums] = await count<{ items: number; measured: number; minutes: number; age: number | null }>(
    services,
    accountId,
    {
      select: `COUNT(*) AS items, COUNT(reading_minutes) AS measured, ${MINUTES},
        CAST(AVG(${now} - saved_at) AS DOUBLE PRECISION) AS age`,
      where: markSql('unread'),
    },
  )
  if (!sums || sums.age === null)
    return { count: 0, minutes: 0, unmeasured: 0, averageAge: null, oldest: null }
  const [oldest = null] = await selectItems(
    services.db,
    `account_id = ? AND ${stateSql('unread')} ORDER BY saved_at LIMIT 1`,
    accountId,
  )
  const { items, measured, minutes, age } = sums
  return {
    count: items,
    minutes,
    unmeasured: items - measured,
    averageAge: Math.max(0, Math.round(age)),
    oldest,
  }
}

/** The start of the week of a point in time. */
function weekOf(instant: string): string {
  return `${FIRST_MONDAY} + (${instant} - ${FIRST_MONDAY}) / ${WEEK} * ${WEEK}`
}

/** Scans the items once, in the order in which they are stored, under the limit for searches. */
async function count<Row>(
  { db, permits }: StatsServices,
  accountId: AccountId,
  question: Question,
): Promise<Row[]> {
  const { select, where = '1 = 1', groups = '', savedFrom = 0 } = question
  const sql = `SELECT ${select} FROM items
    WHERE account_id = ? AND ${stateSql('all')} AND saved_at >= ? AND ${where} ${groups}`
  try {
    return await permits.withSearch(accountId, () => db.slow.rows<Row>(sql, accountId, savedFrom))
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'invalid_input') throw error
    const detail = 'Your statistics take too long to count at the moment. Try again in a minute.'
    throw new Failure('busy', detail, { cause: error, retryAfter: RETRY_AFTER })
  }
}

/** The statistics of larger queues are cached for a minute, even if the queue changes. */
const MAX_FRESH = 10_000
const CACHE_DURATION = MINUTE

/** Returns the statistics of an account; those of a large queue may be a minute old. */
export function createStatsReader(services: StatsServices & { clock: Clock }) {
  const { db, clock } = services
  const recent = new Map<string, { until: number; stats: Promise<Stats> }>()
  return async (accountId: AccountId): Promise<Stats> => {
    const now = clock.now()
    const { unread, read, snoozed } = await readQueueSummary(db, accountId)
    if (unread + read + snoozed <= MAX_FRESH) return countStats(services, accountId, now)
    const known = recent.get(accountId)
    if (known && now < known.until) return known.stats
    for (const [id, { until }] of recent) if (until <= now) recent.delete(id)
    const stats = countStats(services, accountId, now)
    recent.set(accountId, { until: now + CACHE_DURATION, stats })
    // Failures are not cached.
    stats.catch(() => recent.delete(accountId))
    return stats
  }
}
