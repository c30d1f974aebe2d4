import type { Connection, Value } from '../../database/database.ts'
import type { Change } from './change.ts'
import { selectChanges } from './change-row.ts'

/** Which lines a timeline shows; each member narrows. */
export type TimelineFilter = {
  /** An agent's client id, `person` or `service`; left out: the person and all agents. */
  by?: string | undefined
  /** Left out: all but what comes every few seconds while somebody reads. */
  action?: string | undefined
  itemId?: string | undefined
}

/** Lines newest first; `next` is the number below which to go on, undefined at the end. */
export type Timeline = { changes: Change[]; next: number | undefined }

/** Lines looked through for one page, so a page may be short and go on all the same. */
const MAX_SCANNED = 5000

type Piece = { sql: string; values: Value[] }

/** A page of who did what, below a number, newest first. */
export async function readTimeline(
  db: Connection,
  accountId: string,
  filter: TimelineFilter,
  limit: number,
  below: number = Number.MAX_SAFE_INTEGER,
): Promise<Timeline> {
  const scanned = scanOf(accountId, filter, below)
  const shown = [byWhom(filter), ofAction(filter)]
  const changes = await selectChanges(
    db,
    `(SELECT * ${scanned.sql}) AS scanned WHERE ${shown.map(({ sql }) => sql).join(' AND ')}
     ORDER BY sequence DESC LIMIT ?`,
    ...scanned.values,
    ...shown.flatMap(({ values }) => values),
    limit,
  )
  const last = changes.at(-1)
  if (changes.length === limit && last) return { changes, next: last.sequence }
  const end = await db.row<{ total: number; lowest: number | null }>(
    `SELECT COUNT(*) AS total, MIN(sequence) AS lowest FROM (SELECT sequence ${scanned.sql}) AS scanned`,
    ...scanned.values,
  )
  return { changes, next: end?.total === MAX_SCANNED ? (end.lowest ?? undefined) : undefined }
}

/** The way through an index to the lines that are looked through. */
function scanOf(accountId: string, { by, itemId }: TimelineFilter, below: number): Piece {
  const from = 'FROM changes WHERE account_id = ?'
  const to = `sequence < ? ORDER BY`
  if (itemId !== undefined) {
    return {
      sql: `${from} AND item_id = ? AND ${to} sequence DESC LIMIT ${MAX_SCANNED}`,
      values: [accountId, itemId, below],
    }
  }
  if (by === undefined || isOwn(by)) {
    return { sql: `${from} AND ${to} sequence DESC LIMIT ${MAX_SCANNED}`, values: [accountId, below] }
  }
  // Times grow with numbers, so the index by agent and time leads past what is not wanted.
  return {
    sql: `${from} AND client_id = ?
      AND at <= COALESCE((SELECT at FROM changes WHERE account_id = ? AND sequence = ?), ${Number.MAX_SAFE_INTEGER})
      AND ${to} at DESC, sequence DESC LIMIT ${MAX_SCANNED}`,
    values: [accountId, by, accountId, below, below],
  }
}

function byWhom({ by }: TimelineFilter): Piece {
  if (by === undefined) return { sql: `actor <> 'service'`, values: [] }
  return isOwn(by) ? { sql: 'actor = ?', values: [by] } : { sql: 'client_id = ?', values: [by] }
}

function ofAction({ action }: TimelineFilter): Piece {
  return action === undefined
    ? { sql: `action <> 'set-progress'`, values: [] }
    : { sql: 'action = ?', values: [action] }
}

/** Client ids are longer. */
function isOwn(by: string): boolean {
  return by === 'person' || by === 'service'
}
