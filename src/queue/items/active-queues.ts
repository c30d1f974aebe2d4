import type { Connection } from '../../database/database.ts'
import { sleep } from '../../ports/clock.ts'
import type { AccountId } from '../../ids.ts'

const ACCOUNTS_PER_BATCH = 500

/** The accounts that have not been deleted, by id; other work runs between batches. */
export async function* activeQueues(db: Connection): AsyncGenerator<AccountId> {
  for (let last = ''; ; await sleep(0)) {
    const accounts = await db.rows<{ id: string }>(
      'SELECT account_id AS id FROM queues WHERE account_id > ? AND ended_at IS NULL ORDER BY account_id LIMIT ?',
      last,
      ACCOUNTS_PER_BATCH,
    )
    for (const { id } of accounts) yield id
    const end = accounts.at(-1)
    if (!end) return
    last = end.id
  }
}
