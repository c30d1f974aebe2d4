import { type Connection, placeholders } from '../../database/database.ts'
import type { SqlFragment } from '../../database/sql-fragment.ts'
import type { Change } from './change.ts'
import { IS_NOT_READING_PROGRESS } from './reading-progress.ts'
import { CHANGE_BYTES, selectBounded } from './bounded-changes.ts'
import { changesOfAct } from './change-row.ts'
import type { AccountId, ItemId } from '../../ids.ts'

/** Which changes a page shows; each property narrows it. */
export type ChangesFilter = {
  /** Of one act. */
  act?: number | undefined
  /** An agent's client id, or several, `person` or `service`. Default: the person and all agents, of an act everybody. */
  by?: string | readonly string[] | undefined
  /** Default: all actions except reading progress, of an act all of them. */
  action?: string | undefined
  itemId?: ItemId | undefined
}

/** Changes, newest first. Pass `next` as `below` to continue; it is undefined at the end. Large changes make a short page. */
export type ChangesPage = { changes: Change[]; next: number | undefined }

/** The most changes scanned for one page, so a short page may still have a `next`. */
const MAX_SCANNED = 5000

/** Changes of a filter below a sequence number. */
type ChangesRange = { filter: ChangesFilter; limit: number; below?: number | undefined }

/** A page of the changes below a sequence number, newest first. */
export async function readChangesPage(
  db: Connection,
  accountId: AccountId,
  { filter, limit, below = Number.MAX_SAFE_INTEGER }: ChangesRange,
): Promise<ChangesPage> {
  const scanned = chooseScan(accountId, filter, below)
  const shown = [byWhom(filter), ofAction(filter)]
  const { changes, last, isCut } = await selectBounded(db, accountId, {
    sql: `(SELECT sequence, actor, client_id, action, ${CHANGE_BYTES} AS bytes ${scanned.sql}) AS scanned
     WHERE ${shown.map(({ sql }) => sql).join(' AND ')} ORDER BY sequence DESC LIMIT ?`,
    values: [...scanned.values, ...shown.flatMap(({ values }) => values), limit],
  })
  if (isCut || changes.length === limit) return { changes, next: last }
  const end = await db.row<{ total: number; lowest: number | null }>(
    `SELECT COUNT(*) AS total, MIN(sequence) AS lowest FROM (SELECT sequence ${scanned.sql}) AS scanned`,
    ...scanned.values,
  )
  return { changes, next: end?.total === MAX_SCANNED ? (end.lowest ?? undefined) : undefined }
}

/** The FROM to LIMIT of an index scan over the candidate changes. */
function chooseScan(accountId: AccountId, { act, by, itemId }: ChangesFilter, below: number): SqlFragment {
  if (act !== undefined) {
    const { sql, values } = changesOfAct(accountId, act)
    return {
      sql: `FROM ${sql} WHERE sequence < ? ORDER BY sequence DESC LIMIT ${MAX_SCANNED}`,
      values: [...values, below],
    }
  }
  const from = 'FROM changes WHERE account_id = ?'
  const to = `sequence < ? ORDER BY`
  if (itemId !== undefined) {
    return {
      sql: `${from} AND item_id = ? AND ${to} sequence DESC LIMIT ${MAX_SCANNED}`,
      values: [accountId, itemId, below],
    }
  }
  if (typeof by !== 'string' || isOwn(by)) {
    return { sql: `${from} AND ${to} sequence DESC LIMIT ${MAX_SCANNED}`, values: [accountId, below] }
  }
  // Times increase with sequence numbers, so the index by agent and time can start at `below`.
  return {
    sql: `${from} AND client_id = ?
      AND at <= COALESCE((SELECT at FROM changes WHERE account_id = ? AND sequence = ?), ${Number.MAX_SAFE_INTEGER})
      AND ${to} at DESC, sequence DESC LIMIT ${MAX_SCANNED}`,
    values: [accountId, by, accountId, below, below],
  }
}

/** The condition that every change meets. */
const ANY: SqlFragment = { sql: '1 = 1', values: [] }

function byWhom({ act, by }: ChangesFilter): SqlFragment {
  if (by === undefined) return act === undefined ? { sql: `actor <> 'service'`, values: [] } : ANY
  if (typeof by !== 'string') return { sql: `client_id IN (${placeholders(by.length)})`, values: [...by] }
  return isOwn(by) ? { sql: 'actor = ?', values: [by] } : { sql: 'client_id = ?', values: [by] }
}

function ofAction({ act, action }: ChangesFilter): SqlFragment {
  if (action !== undefined) return { sql: 'action = ?', values: [action] }
  return act === undefined ? { sql: IS_NOT_READING_PROGRESS, values: [] } : ANY
}

/** Tells `person` and `service` from client ids, which are longer. */
function isOwn(by: string): boolean {
  return by === 'person' || by === 'service'
}
