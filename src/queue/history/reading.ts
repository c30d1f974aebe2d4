import type { Database } from '../../database/database.ts'
import { unlessDiskFull } from '../../database/disk-full.ts'
import { type Clock, MINUTE } from '../../ports/clock.ts'

/** Milliseconds after reading in which a change is recorded as following it: enough for an agent to act on a page. */
export const READ_JUST_BEFORE = MINUTE

/** Records which item's content an agent read, so that a change soon after can refer to it. */
export async function noteReading(
  { db, clock }: { db: Database; clock: Clock },
  accountId: string,
  clientId: string,
  itemId: string,
): Promise<void> {
  const noted = db.run(
    `INSERT INTO readings (account_id, client_id, item_id, read_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, client_id) DO UPDATE SET item_id = excluded.item_id, read_at = excluded.read_at`,
    accountId,
    clientId,
    itemId,
    clock.now(),
  )
  await noted.catch(unlessDiskFull)
}
