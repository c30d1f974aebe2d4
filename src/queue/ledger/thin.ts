import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { type Clock, DAY, pause } from '../../ports/clock.ts'

/** Accounts that are looked at together, and lines that are dropped together. */
const ACCOUNTS = 500
const LINES = 1000

type ThinningServices = { db: Database; clock: Clock; config: Pick<Config, 'historyDays'> }

/** Drops the oldest lines of every ledger, those past HISTORY_DAYS, until it is stopped. What is left has no gaps. */
export async function thinLedgers(
  { db, clock, config }: ThinningServices,
  stopping?: AbortSignal,
): Promise<void> {
  const before = clock.now() - config.historyDays * DAY
  let last = ''
  for (;;) {
    const accounts = await db.rows<{ id: string; oldest: number | null }>(
      `SELECT account_id AS id, (SELECT at FROM changes WHERE changes.account_id = queues.account_id
         ORDER BY sequence LIMIT 1) AS oldest
       FROM queues WHERE account_id > ? ORDER BY account_id LIMIT ?`,
      last,
      ACCOUNTS,
    )
    for (const { id, oldest } of accounts)
      if (oldest !== null && oldest < before) await thin(db, id, before, stopping)
    const end = accounts.at(-1)
    if (!end || stopping?.aborted) return
    last = end.id
    await pause(0)
  }
}

async function thin(
  db: Database,
  accountId: string,
  before: number,
  stopping: AbortSignal | undefined,
): Promise<void> {
  for (;;) {
    const dropped = await db.run(
      `DELETE FROM changes WHERE account_id = ? AND at < ? AND sequence IN (
         SELECT sequence FROM changes WHERE account_id = ? ORDER BY sequence LIMIT ?)`,
      accountId,
      before,
      accountId,
      LINES,
    )
    if (dropped < LINES || stopping?.aborted) return
    await pause(0)
  }
}
