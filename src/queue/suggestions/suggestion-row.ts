import { type Connection, placeholders } from '../../database/database.ts'
import { renewQueue } from '../items/queue-state.ts'
import type { RawInput } from '../input/field.ts'
import type { SuggestedChange, Suggestion } from './suggestion.ts'
import type { AccountId, ClientId, ItemId } from '../../ids.ts'

type SuggestionRow = {
  id: string
  client_id: ClientId
  client_name: string
  action: string
  item_id: ItemId | null
  input: string
  changes: string
  instructed_by: string | null
  suggested_at: number
}

/** Suggestions of before there were saved searches say nothing of them. */
type StoredChange = Omit<SuggestedChange, 'search'> & Partial<Pick<SuggestedChange, 'search'>>

const COLUMNS = 'id, client_id, client_name, action, item_id, input, changes, instructed_by, suggested_at'

/** The suggestions of an account, of all its agents or of some, oldest first, with ids after this one. */
export async function listSuggestions(
  db: Connection,
  accountId: AccountId,
  { after = '', limit, clientIds }: { after?: string; limit: number; clientIds?: string[] },
): Promise<Suggestion[]> {
  if (clientIds?.length === 0) return []
  const isOfAgent = clientIds ? `AND client_id IN (${placeholders(clientIds.length)})` : ''
  const rows = await db.rows<SuggestionRow>(
    `SELECT ${COLUMNS} FROM suggestions WHERE account_id = ? AND id > ? ${isOfAgent} ORDER BY id LIMIT ?`,
    accountId,
    after,
    ...(clientIds ?? []),
    limit,
  )
  return rows.map(toSuggestion)
}

export async function findSuggestion(
  db: Connection,
  accountId: AccountId,
  id: string,
): Promise<Suggestion | undefined> {
  const row = await db.row<SuggestionRow>(
    `SELECT ${COLUMNS} FROM suggestions WHERE account_id = ? AND id = ?`,
    accountId,
    id,
  )
  return row && toSuggestion(row)
}

/** How many suggestions of an account wait, by client id. */
export async function countSuggestions(db: Connection, accountId: AccountId): Promise<Map<string, number>> {
  const rows = await db.rows<{ client_id: ClientId; count: number }>(
    'SELECT client_id, COUNT(*) AS count FROM suggestions WHERE account_id = ? GROUP BY client_id',
    accountId,
  )
  return new Map(rows.map(({ client_id: clientId, count }) => [clientId, Number(count)]))
}

/** Deletes suggestions; returns how many there were. The queue must be locked. */
export async function deleteSuggestions(
  tx: Connection,
  accountId: AccountId,
  ids: string[],
): Promise<number> {
  if (ids.length === 0) return 0
  return tx.run(
    `DELETE FROM suggestions WHERE account_id = ? AND id IN (${placeholders(ids.length)})`,
    accountId,
    ...ids,
  )
}

/** An agent that has suggestions waiting. */
export type Suggester = { accountId: AccountId; clientId: ClientId }

/** The agents that have suggestions waiting, of all accounts, in an order of their own; at most 1000 after one of them. */
export async function listSuggesters(
  db: Connection,
  { accountId, clientId }: Suggester = { accountId: '', clientId: '' },
): Promise<Suggester[]> {
  return db.rows(
    `SELECT DISTINCT account_id AS "accountId", client_id AS "clientId" FROM suggestions
     WHERE account_id > ? OR (account_id = ? AND client_id > ?) ORDER BY account_id, client_id LIMIT 1000`,
    accountId,
    accountId,
    clientId,
  )
}

/** Deletes all suggestions of an agent. */
export async function deleteAgentSuggestions(
  db: Connection,
  accountId: AccountId,
  clientId: ClientId,
): Promise<void> {
  const sql = 'DELETE FROM suggestions WHERE account_id = ? AND client_id = ?'
  if ((await db.run(sql, accountId, clientId)) > 0) await renewQueue(db, accountId)
}

function toSuggestion(row: SuggestionRow): Suggestion {
  return {
    id: row.id,
    agent: { id: row.client_id, name: row.client_name },
    action: row.action,
    itemId: row.item_id,
    input: JSON.parse(row.input) as RawInput,
    changes: (JSON.parse(row.changes) as StoredChange[]).map((change) => ({ search: null, ...change })),
    injectionSource: row.instructed_by,
    suggestedAt: row.suggested_at,
  }
}
