import type { Connection, Database } from '../../database/database.ts'
import { sleep } from '../../ports/clock.ts'
import type { Permits } from '../../limits/permits.ts'
import { selectItems } from '../items/select-items.ts'
import { deleteWords, indexWords, saverWordsOf, WORDS_VERSION } from '../search/item-words.ts'
import { lockQueue } from '../items/queue-state.ts'
import type { AccountId } from '../../ids.ts'

/** Items of one account per transaction; it limits how long other changes of the account wait. */
const BATCH = 20

type IndexServices = { db: Database; permits: Permits }

/** Indexes the items that are not indexed by the current rule, until all are or it is stopped. */
export async function indexOldItems(services: IndexServices, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    if (stopping?.aborted) return
    const old = await services.db.row<{ account_id: AccountId }>(
      `SELECT i.account_id FROM items i JOIN queues q ON q.account_id = i.account_id
       WHERE i.words_version < ? AND q.ended_at IS NULL LIMIT 1`,
      WORDS_VERSION,
    )
    if (!old) return
    await indexSome(services, old.account_id)
    // SQLite answers synchronously, so yield to the event loop.
    await sleep(0)
  }
}

async function indexSome({ db, permits }: IndexServices, accountId: AccountId): Promise<void> {
  const work = async (tx: Connection) => {
    await lockQueue(tx, accountId)
    const items = await selectItems(
      tx,
      'account_id = ? AND words_version < ? LIMIT ?',
      accountId,
      WORDS_VERSION,
      BATCH,
    )
    for (const item of items) {
      await deleteWords(tx, accountId, item.savedAt)
      await indexWords(tx, accountId, { item })
      await tx.run(
        'UPDATE items SET words_version = ?, saver_words = ? WHERE account_id = ? AND id = ?',
        WORDS_VERSION,
        saverWordsOf(item),
        accountId,
        item.id,
      )
    }
    // Search results have changed, so cached responses must be invalidated.
    await tx.run('UPDATE queues SET version = version + 1 WHERE account_id = ?', accountId)
  }
  await permits.withChange(accountId, () => db.transaction(work))
}
