import type { Connection, Value } from '../../database/database.ts'
import type { SqlFragment } from '../../database/sql-fragment.ts'
import { type Actor, byAgent, PERSON, SERVICE } from '../model/actor.ts'
import type { Change, RecordedItem, SearchChange, UndoneFields } from './change.ts'
import type { AccountId, ClientId, ItemId } from '../../ids.ts'

type ChangeRow = {
  sequence: number
  act: number | null
  at: number
  actor: Actor['kind']
  client_id: ClientId | null
  client_name: string | null
  action: string
  item_id: ItemId
  before: string | null
  after: string | null
  undoes: number | null
  undone_by: number | null
  undone_fields: string | null
  after_reading: string | null
  accepted_at: number | null
}

const COLUMNS = `sequence, act, at, actor, client_id, client_name, action, item_id, before, after, undoes, undone_by,
  undone_fields, after_reading, accepted_at`
const PLACES = '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'

/** Reads changes; `from` is what follows FROM in the SELECT. */
export async function selectChanges(db: Connection, from: string, ...values: Value[]): Promise<Change[]> {
  return (await db.rows<ChangeRow>(`SELECT ${COLUMNS} FROM ${from}`, ...values)).map(parseChange)
}

/**
 * The changes of an act, for FROM, with a condition on them. The act's first change stores no act
 * number; these are two SELECTs, since an OR would scan the whole history.
 */
export function changesOfAct(
  accountId: AccountId,
  act: number,
  { sql, values }: SqlFragment = { sql: '1 = 1', values: [] },
): SqlFragment {
  return {
    sql: `(SELECT * FROM changes WHERE account_id = ? AND act = ? AND ${sql}
      UNION ALL SELECT * FROM changes WHERE account_id = ? AND sequence = ? AND act IS NULL AND ${sql}) AS of_act`,
    values: [accountId, act, ...values, accountId, act, ...values],
  }
}

/** The condition on changes that are in effect. */
export const IN_EFFECT: SqlFragment = { sql: 'undone_by IS NULL', values: [] }

export async function insertChanges(tx: Connection, accountId: AccountId, changes: Change[]): Promise<void> {
  if (changes.length === 0) return
  await tx.run(
    `INSERT INTO changes (account_id, ${COLUMNS}, is_removal) VALUES ${changes.map(() => PLACES).join(', ')}`,
    ...changes.flatMap((change) => [accountId, ...serializeChange(change)]),
  )
}

/** Updates what is undone of a change, which is all of it that ever changes. */
export async function updateUndone(tx: Connection, accountId: AccountId, change: Change): Promise<void> {
  await tx.run(
    'UPDATE changes SET undone_by = ?, undone_fields = ? WHERE account_id = ? AND sequence = ?',
    change.undoneBy,
    change.undoneFields && JSON.stringify(change.undoneFields),
    accountId,
    change.sequence,
  )
}

/** Whether a change moved an item to the trash. */
export function isRemoval({ before, after }: Pick<Change, 'before' | 'after'>): boolean {
  return before !== null && !before.removedAt && typeof after?.removedAt === 'number'
}

function serializeChange(change: Change): Value[] {
  const { agent } = change.actor
  return [
    change.sequence,
    change.act === change.sequence ? null : change.act,
    change.at,
    change.actor.kind,
    agent?.id ?? null,
    agent?.name ?? null,
    change.action,
    change.itemId,
    ...statesOf(change).map((state) => state && JSON.stringify(state)),
    change.undoes,
    change.undoneBy,
    change.undoneFields && JSON.stringify(change.undoneFields),
    change.afterReading,
    change.acceptedAt,
    isRemoval(change) ? 1 : null,
  ]
}

/** What is stored of the states before and after; those of a saved search are nested in `search`. */
function statesOf({ before, after, search }: Change): (object | null)[] {
  return search ? [{ search: search.before }, { search: search.after }] : [before, after]
}

type State = Partial<RecordedItem> | null
type StoredState = State | { search: SearchChange['after'] }

function parseChange(row: ChangeRow): Change {
  const before = row.before === null ? null : (JSON.parse(row.before) as StoredState)
  const after = row.after === null ? null : (JSON.parse(row.after) as StoredState)
  const isOfSearch = before && after && 'search' in before && 'search' in after
  return {
    sequence: row.sequence,
    act: row.act ?? row.sequence,
    at: row.at,
    actor: actorOf(row),
    action: row.action,
    itemId: row.item_id,
    search: isOfSearch ? { before: before.search, after: after.search } : null,
    before: isOfSearch ? {} : (before as State),
    after: isOfSearch ? {} : (after as State),
    undoes: row.undoes,
    undoneBy: row.undone_by,
    undoneFields: row.undone_fields === null ? null : (JSON.parse(row.undone_fields) as UndoneFields),
    afterReading: row.after_reading,
    acceptedAt: row.accepted_at,
  }
}

/** Who made a change, from the columns of its row. */
function actorOf({
  actor,
  client_id: id,
  client_name: name,
}: Pick<ChangeRow, 'actor' | 'client_id' | 'client_name'>): Actor {
  if (actor === 'agent') return byAgent({ id: id ?? '', name: name ?? '' })
  return actor === 'person' ? PERSON : SERVICE
}
