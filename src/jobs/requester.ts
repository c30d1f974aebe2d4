import { contributorOf } from '../queue/content/capture-source.ts'
import type { QueueChange } from '../queue/change/queue-change.ts'
import type { Item } from '../queue/model/item.ts'
import type { CaptureSource } from '../queue/model/content.ts'
import { selectChanges } from '../queue/history/change-row.ts'
import type { OnBehalf } from '../queue/history/change-recorder.ts'

import type { Connection } from '../database/database.ts'
import type { Change } from '../queue/history/change.ts'
import type { ItemKey } from '../ids.ts'

/** How many changes of an item are searched for the request. */
const MAX_CHANGES = 20

/**
 * Who caused a page to be shown, so that it is undone with their change: who provided it, or asked to fetch it again.
 * Undefined for the first copy of a new item, which is undone with the item.
 */
export async function requesterOf(
  { tx, accountId }: Pick<QueueChange, 'tx' | 'accountId'>,
  { id, snapshot }: Item,
  { source, act }: { source: CaptureSource; act: number | undefined },
): Promise<OnBehalf | undefined> {
  if (source.kind === 'service') return snapshot ? refetcherOf(tx, { accountId, itemId: id }) : undefined
  if (snapshot === null && act && (await isNewWith(act))) return undefined
  return { actor: contributorOf(source), act: act || undefined }

  async function isNewWith(act: number): Promise<boolean> {
    // Of the item alone: the act of an import may have hundreds of thousands of changes.
    const row = await tx.row(
      'SELECT 1 AS found FROM changes WHERE account_id = ? AND item_id = ? AND before IS NULL AND COALESCE(act, sequence) = ? LIMIT 1',
      accountId,
      id,
      act,
    )
    return row !== undefined
  }
}

/** Who asked last to fetch the page of an item, or to read it another way; undefined for the service itself. */
export async function refetcherOf(
  db: Connection,
  { accountId, itemId }: ItemKey,
): Promise<OnBehalf | undefined> {
  const request = await lastRequest(db, { accountId, itemId })
  return request && request.actor.kind !== 'service' ? { actor: request.actor, act: request.act } : undefined
}

/** The change that asked last to fetch the page of an item, or to read it another way. */
export async function lastRequest(
  db: Connection,
  { accountId, itemId }: ItemKey,
): Promise<Change | undefined> {
  const changes = await selectChanges(
    db,
    'changes WHERE account_id = ? AND item_id = ? ORDER BY sequence DESC LIMIT ?',
    accountId,
    itemId,
    MAX_CHANGES,
  )
  return changes.find(({ after }) => after?.content?.status === 'pending')
}
