import { type Connection, placeholders } from '../database/database.ts'
import type { AccountId, ItemId } from '../ids.ts'
import type { LibraryVersion } from './parsing/entry.ts'

const COLUMNS = 'id, source, html, markdown, text, saved_at, url, media_type, charset, body, fetched_at'

type Key = { accountId: AccountId; id: string }

/** Stores the older copies of a row's page until it becomes an item. */
export async function insertVersions(
  tx: Connection,
  { accountId, id }: Key,
  { number, versions }: { number: number; versions: LibraryVersion[] },
): Promise<void> {
  if (versions.length === 0) return
  await tx.run(
    `INSERT INTO import_versions (account_id, import_id, number, replaced_at, ${COLUMNS})
     VALUES ${versions.map(() => `(${placeholders(15)})`).join(', ')} ON CONFLICT DO NOTHING`,
    ...versions.flatMap(({ page, ...version }) => [
      accountId,
      id,
      number,
      version.replacedAt,
      version.id,
      // The agents belong to the account from which the file was exported, so they aren't kept.
      version.isFetched ? 'service' : 'person',
      version.html,
      version.markdown,
      version.text,
      version.savedAt,
      page?.url ?? null,
      page?.mediaType ?? null,
      page?.charset ?? null,
      page?.body ?? null,
      page?.fetchedAt ?? null,
    ]),
  )
}

/**
 * Moves the older copies of a row to the item that it became, without reading them. A copy is replaced now at the
 * latest.
 */
export async function moveVersions(
  tx: Connection,
  { accountId, id }: Key,
  { number, itemId, now }: { number: number; itemId: ItemId; now: number },
): Promise<void> {
  await tx.run(
    `INSERT INTO page_versions (account_id, item_id, replaced_at, ${COLUMNS})
     SELECT account_id, CAST(? AS TEXT), CASE WHEN replaced_at > ? THEN CAST(? AS BIGINT) ELSE replaced_at END, ${COLUMNS}
     FROM import_versions WHERE account_id = ? AND import_id = ? AND number = ?`,
    itemId,
    now,
    now,
    accountId,
    id,
    number,
  )
  await deleteVersions(tx, { accountId, id }, number)
}

export async function deleteVersions(tx: Connection, { accountId, id }: Key, number: number): Promise<void> {
  await tx.run(
    'DELETE FROM import_versions WHERE account_id = ? AND import_id = ? AND number = ?',
    accountId,
    id,
    number,
  )
}
