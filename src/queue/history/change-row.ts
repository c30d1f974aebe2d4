import type { Connection, Value } from '../../database/database.ts'
import { type Actor, byAgent, PERSON, SERVICE } from '../model/actor.ts'
import type { Change, RecordedItem, UndoneFields } from './change.ts'

type ChangeRow = {
  sequence: number
  act: number | null
  at: number
  actor: Actor['kind']
  client_id: string | null
  client_name: string | null
  action: string
  item_id: string
  before: string | null
  after: string | null
  undoes: number | null
  undone_by: number | null
  undone_fields: string | null
  after_reading: string | null
}

const COLUMNS = `sequence, act, at, actor, client_id, client_name, action, item_id, before, after, undoes, undone_by,
  undone_fields, after_reading`
const PLACES = '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'

/** Reads changes; `from` is what follows FROM in the SELECT. */
export async function selectChanges(db: Connection, from: string, ...values: Value[]): Promise<Change[]> {
  return (await db.rows<ChangeRow>(`SELECT ${COLUMNS} FROM ${from}`, ...values)).map(changeOf)
}

export async function insertChanges(tx: Connection, accountId: string, changes: Change[]): Promise<void> {
  if (changes.length === 0) return
  await tx.run(
    `INSERT INTO changes (account_id, ${COLUMNS}, removal) VALUES ${changes.map(() => PLACES).join(', ')}`,
    ...changes.flatMap((change) => [accountId, ...valuesOf(change)]),
  )
}

/** Updates what is undone of a change, which is all of it that ever changes. */
export async function updateUndone(tx: Connection, accountId: string, change: Change): Promise<void> {
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

function valuesOf(change: Change): Value[] {
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
    change.before && JSON.stringify(change.before),
    change.after && JSON.stringify(change.after),
    change.undoes,
    change.undoneBy,
    change.undoneFields && JSON.stringify(change.undoneFields),
    change.afterReading,
    isRemoval(change) ? 1 : null,
  ]
}

function changeOf(row: ChangeRow): Change {
  return {
    sequence: row.sequence,
    act: row.act ?? row.sequence,
    at: row.at,
    actor: actorOf(row),
    action: row.action,
    itemId: row.item_id,
    before: row.before === null ? null : (JSON.parse(row.before) as Partial<RecordedItem>),
    after: row.after === null ? null : (JSON.parse(row.after) as Partial<RecordedItem>),
    undoes: row.undoes,
    undoneBy: row.undone_by,
    undoneFields: row.undone_fields === null ? null : (JSON.parse(row.undone_fields) as UndoneFields),
    afterReading: row.after_reading,
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
