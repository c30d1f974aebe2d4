import { contributorOf } from '../queue/content/capture-source.ts'
import type { QueueChange } from '../queue/change/change-queue.ts'
import type { Item } from '../queue/model/item.ts'
import type { PageSnapshot } from '../queue/content/page-snapshot.ts'
import { selectChanges } from '../queue/history/change-row.ts'
import { historyOf } from '../queue/history/history.ts'
import type { OnBehalf } from '../queue/history/change-recorder.ts'

/** How many changes of an item are searched for the request. */
const MAX_CHANGES = 20

/**
 * Who caused a page to be shown, so that it is undone with their change: who provided it, or asked to fetch it again.
 * Undefined for the first copy of a new item, which is undone with the item.
 */
export async function requesterOf(
  { tx, accountId }: QueueChange,
  { id, snapshot }: Item,
  { source }: PageSnapshot,
  act: number | undefined,
): Promise<OnBehalf | undefined> {
  if (source.kind === 'service') return snapshot ? lastRequester() : undefined
  if (snapshot === null && act && (await isNewWith(act))) return undefined
  return { actor: contributorOf(source), act: act || undefined }

  async function isNewWith(act: number): Promise<boolean> {
    const changes = await historyOf(tx, accountId).ofAct(act)
    return changes.some(({ itemId, before }) => itemId === id && before === null)
  }

  async function lastRequester(): Promise<OnBehalf | undefined> {
    const changes = await selectChanges(
      tx,
      'changes WHERE account_id = ? AND item_id = ? ORDER BY sequence DESC LIMIT ?',
      accountId,
      id,
      MAX_CHANGES,
    )
    const request = changes.find(({ after }) => after?.content?.status === 'pending')
    return request && request.actor.kind !== 'service'
      ? { actor: request.actor, act: request.act }
      : undefined
  }
}
