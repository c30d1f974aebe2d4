import type { Connection } from '../../database/database.ts'
import { keyOfName, MAX_SAVED_SEARCHES, type SavedSearch, sortNamed } from './saved-search.ts'
import type { AccountId } from '../../ids.ts'

type SavedSearchRow = { id: string; name: string; query: string; sort: string | null }

/** The saved searches of an account, by name. */
export async function listSavedSearches(db: Connection, accountId: AccountId): Promise<SavedSearch[]> {
  const rows = await db.rows<SavedSearchRow>(
    'SELECT id, name, query, sort FROM saved_searches WHERE account_id = ? ORDER BY name_key LIMIT ?',
    accountId,
    MAX_SAVED_SEARCHES,
  )
  return rows.map(toSavedSearch)
}

/** The saved search of a name, in any case. */
export async function findSavedSearch(
  db: Connection,
  accountId: AccountId,
  name: string,
): Promise<SavedSearch | undefined> {
  const row = await db.row<SavedSearchRow>(
    'SELECT id, name, query, sort FROM saved_searches WHERE account_id = ? AND name_key = ?',
    accountId,
    keyOfName(name),
  )
  return row && toSavedSearch(row)
}

/** Writes a saved search as it is then: null before it is made, and after it is deleted. The queue must be locked. */
export async function writeSavedSearch(
  tx: Connection,
  accountId: AccountId,
  { before, after }: { before: SavedSearch | null; after: SavedSearch | null },
): Promise<void> {
  if (before !== null && after === null) {
    await tx.run('DELETE FROM saved_searches WHERE account_id = ? AND id = ?', accountId, before.id)
  }
  if (after === null) return
  await tx.run(
    `INSERT INTO saved_searches (account_id, id, name, name_key, query, sort) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
       query = excluded.query, sort = excluded.sort`,
    accountId,
    after.id,
    after.name,
    keyOfName(after.name),
    after.query,
    after.sort,
  )
}

function toSavedSearch({ sort, ...row }: SavedSearchRow): SavedSearch {
  return { ...row, sort: sortNamed(sort ?? undefined) }
}
