import type { Connection } from '../database/database.ts'
import { DAY, pause } from '../ports/clock.ts'
import type { Item } from './item.ts'
import { selectItems } from './item-row.ts'

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

const WEEK = 7 * DAY
/** The first Monday of 1970. */
const FIRST_MONDAY = 4 * DAY

/** Every kept item of an account, which is all that is counted. */
const MINE = 'FROM items WHERE account_id = ? AND removed_at IS NULL'
const IS_UNREAD = 'read_at IS NULL AND snoozed_until IS NULL'

/**
 * Counts the items of one account as they are at `now`. Every statement reads all of them, and SQLite does
 * that on this very thread, so between the statements others have their turn.
 */
export async function statsOf(db: Connection, accountId: string, now: number): Promise<Stats> {
  const first = weekOf(now) - WEEKS + 1
  const saved = await countByWeek(db, accountId, 'saved_at', first)
  await pause(0)
  const read = await countByWeek(db, accountId, 'read_at', first)
  await pause(0)
  const sites = await readSites(db, accountId)
  await pause(0)
  const savers = await readSavers(db, accountId)
  await pause(0)
  const unread = await readUnread(db, accountId, now)
  return { weeks: weeksFrom(first, saved, read), sites, savers, unread }
}

type WeekRow = { week: number; count: number; minutes: number }

function weeksFrom(first: number, saved: Map<number, WeekRow>, read: Map<number, WeekRow>): Week[] {
  return Array.from({ length: WEEKS }, (_, index) => {
    const week = first + index
    return {
      startsAt: FIRST_MONDAY + week * WEEK,
      saved: saved.get(week)?.count ?? 0,
      read: read.get(week)?.count ?? 0,
      minutes: read.get(week)?.minutes ?? 0,
    }
  })
}

async function countByWeek(
  db: Connection,
  accountId: string,
  instant: 'saved_at' | 'read_at',
  first: number,
): Promise<Map<number, WeekRow>> {
  // The numbers stand in the text: SQLite would bind them as fractions and divide without rounding.
  const rows = await db.rows<WeekRow>(
    `SELECT (${instant} - ${FIRST_MONDAY}) / ${WEEK} AS week, COUNT(*) AS count,
       CAST(COALESCE(SUM(reading_minutes), 0) AS BIGINT) AS minutes
     ${MINE} AND ${instant} >= ? GROUP BY 1`,
    accountId,
    FIRST_MONDAY + first * WEEK,
  )
  return new Map(rows.map((row) => [row.week, row]))
}

function weekOf(instant: number): number {
  return Math.floor((instant - FIRST_MONDAY) / WEEK)
}

function readSites(db: Connection, accountId: string): Promise<Share[]> {
  return db.rows<Share>(
    `SELECT site AS name, COUNT(*) AS saved, COUNT(read_at) AS read
     ${MINE} GROUP BY site ORDER BY COUNT(*) DESC, site LIMIT ${TOP}`,
    accountId,
  )
}

async function readSavers(db: Connection, accountId: string): Promise<Stats['savers']> {
  // A client that registers anew is the same agent to a person, so they are counted by name.
  return db.rows(
    `SELECT CASE WHEN saved_by_id IS NULL THEN NULL ELSE COALESCE(saved_by_name, '') END AS name,
       COUNT(*) AS saved, COUNT(read_at) AS read
     ${MINE} GROUP BY 1 ORDER BY COUNT(*) DESC, 1 NULLS FIRST LIMIT ${TOP}`,
    accountId,
  )
}

async function readUnread(db: Connection, accountId: string, now: number): Promise<Unread> {
  const row = await db.row<{ count: number; minutes: number; measured: number; saved_at: number | null }>(
    `SELECT COUNT(*) AS count, CAST(COALESCE(SUM(reading_minutes), 0) AS BIGINT) AS minutes,
       COUNT(reading_minutes) AS measured, CAST(AVG(saved_at) AS BIGINT) AS saved_at
     ${MINE} AND ${IS_UNREAD}`,
    accountId,
  )
  const { count = 0, minutes = 0, measured = 0, saved_at: savedAt = null } = row ?? {}
  const [oldest = null] = await selectItems(
    db,
    `account_id = ? AND removed_at IS NULL AND ${IS_UNREAD} ORDER BY place LIMIT 1`,
    accountId,
  )
  const averageAge = savedAt === null ? null : Math.max(0, now - savedAt)
  return { count, minutes, unmeasured: count - measured, averageAge, oldest }
}
