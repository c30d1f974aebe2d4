import type { Connection, Value } from '../../database/database.ts'
import { type Actor, byAgent, PERSON, SERVICE } from '../item.ts'
import type { Entry, Recorded } from './entry.ts'

type EntryRow = {
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
  after_reading: string | null
}

const COLUMNS = `sequence, act, at, actor, client_id, client_name, action, item_id, before, after, undoes, undone_by, after_reading`
const PLACES = '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'

/** Lines of the ledger; `from` begins behind the SELECT's FROM. */
export async function selectEntries(db: Connection, from: string, ...values: Value[]): Promise<Entry[]> {
  return (await db.rows<EntryRow>(`SELECT ${COLUMNS} FROM ${from}`, ...values)).map(entryOf)
}

export async function insertEntries(tx: Connection, accountId: string, entries: Entry[]): Promise<void> {
  if (entries.length === 0) return
  await tx.run(
    `INSERT INTO changes (account_id, ${COLUMNS}, removal) VALUES ${entries.map(() => PLACES).join(', ')}`,
    ...entries.flatMap((entry) => [accountId, ...valuesOf(entry)]),
  )
}

/** The one thing of a line that changes: which other takes it back now. */
export async function setUndoneBy(
  tx: Connection,
  accountId: string,
  sequence: number,
  undoneBy: number | null,
): Promise<void> {
  await tx.run(
    'UPDATE changes SET undone_by = ? WHERE account_id = ? AND sequence = ?',
    undoneBy,
    accountId,
    sequence,
  )
}

/** Whether a line put an item into the trash. */
export function isRemoval({ before, after }: Pick<Entry, 'before' | 'after'>): boolean {
  return before !== null && !before.removedAt && typeof after?.removedAt === 'number'
}

function valuesOf(entry: Entry): Value[] {
  const { agent } = entry.actor
  return [
    entry.sequence,
    entry.act === entry.sequence ? null : entry.act,
    entry.at,
    entry.actor.kind,
    agent?.id ?? null,
    agent?.name ?? null,
    entry.action,
    entry.itemId,
    entry.before && JSON.stringify(entry.before),
    entry.after && JSON.stringify(entry.after),
    entry.undoes,
    entry.undoneBy,
    entry.afterReading,
    isRemoval(entry) ? 1 : null,
  ]
}

function entryOf(row: EntryRow): Entry {
  return {
    sequence: row.sequence,
    act: row.act ?? row.sequence,
    at: row.at,
    actor: actorOf(row),
    action: row.action,
    itemId: row.item_id,
    before: row.before === null ? null : (JSON.parse(row.before) as Partial<Recorded>),
    after: row.after === null ? null : (JSON.parse(row.after) as Partial<Recorded>),
    undoes: row.undoes,
    undoneBy: row.undone_by,
    afterReading: row.after_reading,
  }
}

/** Who made a line, from how its row says so. */
function actorOf({
  actor,
  client_id: id,
  client_name: name,
}: Pick<EntryRow, 'actor' | 'client_id' | 'client_name'>): Actor {
  if (actor === 'agent') return byAgent({ id: id ?? '', name: name ?? '' })
  return actor === 'person' ? PERSON : SERVICE
}
