import type { Connection, Database } from '../../database/database.ts'
import { unlessDiskFull } from '../../database/disk-full.ts'
import { type Clock, MINUTE } from '../../ports/clock.ts'
import { containsPromptInjection } from '../../text/prompt-injection.ts'
import type { AccountId, ClientId, ItemId } from '../../ids.ts'

/** Milliseconds after reading in which a change is recorded as following it: enough for an agent to act on a page. */
export const AFTER_READING_WINDOW = MINUTE

/**
 * Milliseconds after reading prompt injection in which what the agent changes is only suggested: it may read more
 * before it acts.
 */
const INJECTION_WINDOW = 10 * MINUTE

/**
 * Records which item's content an agent read, so that a change soon after can refer to it. `text` is what it read;
 * returns whether that contains prompt injection.
 */
export async function recordContentAccess(
  { db, clock }: { db: Database; clock: Clock },
  {
    accountId,
    clientId,
    itemId,
    text,
  }: { accountId: AccountId; clientId: ClientId; itemId: ItemId; text: string },
): Promise<boolean> {
  const injectionAt = (await containsPromptInjection(text)) ? clock.now() : null
  const noted = db.run(
    `INSERT INTO content_accesses (account_id, client_id, item_id, read_at, instructed_at, instructed_by) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, client_id) DO UPDATE SET item_id = excluded.item_id, read_at = excluded.read_at,
       instructed_at = COALESCE(excluded.instructed_at, content_accesses.instructed_at),
       instructed_by = COALESCE(excluded.instructed_by, content_accesses.instructed_by)`,
    accountId,
    clientId,
    itemId,
    clock.now(),
    injectionAt,
    injectionAt && itemId,
  )
  await noted.catch(unlessDiskFull)
  return injectionAt !== null
}

/** Records that an agent has seen prompt injection elsewhere than in the content of an item, which it need not have read. */
export async function saveInjectionSource(
  { db, clock }: { db: Database; clock: Clock },
  { accountId, clientId, itemId }: { accountId: AccountId; clientId: ClientId; itemId: ItemId },
): Promise<void> {
  const noted = db.run(
    `INSERT INTO content_accesses (account_id, client_id, item_id, read_at, instructed_at, instructed_by) VALUES (?, ?, ?, 0, ?, ?)
     ON CONFLICT (account_id, client_id) DO UPDATE SET instructed_at = excluded.instructed_at,
       instructed_by = excluded.instructed_by`,
    accountId,
    clientId,
    itemId,
    clock.now(),
    itemId,
  )
  await noted.catch(unlessDiskFull)
}

/** The item with prompt injection whose text an agent read lately; undefined if there is none. */
export async function findRecentInjectionSource(
  db: Connection,
  clock: Clock,
  { accountId, clientId }: { accountId: AccountId; clientId: ClientId },
): Promise<string | undefined> {
  const row = await db.row<{ instructed_by: string | null }>(
    'SELECT instructed_by FROM content_accesses WHERE account_id = ? AND client_id = ? AND instructed_at >= ?',
    accountId,
    clientId,
    clock.now() - INJECTION_WINDOW,
  )
  return row?.instructed_by ?? undefined
}
