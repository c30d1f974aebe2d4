import type { Database } from '../../database/database.ts'
import { unlessDiskFull } from '../../database/disk-full.ts'
import { type Clock, MINUTE } from '../../ports/clock.ts'

/** How long a change counts as made after reading: long enough for an agent to act on what a page says. */
export const READ_JUST_BEFORE = MINUTE

/** Notes whose content an agent was given, so that a change soon after can say so. */
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
