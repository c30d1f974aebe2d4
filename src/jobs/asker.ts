import { contributorOf } from '../queue/content/capture-source.ts'
import type { QueueChange } from '../queue/change/change-queue.ts'
import type { Item } from '../queue/model/item.ts'
import type { PageSnapshot } from '../queue/content/page-snapshot.ts'
import { selectChanges } from '../queue/history/change-row.ts'
import { historyOf } from '../queue/history/history.ts'
import type { OnBehalf } from '../queue/history/change-recorder.ts'

/** Lines of an item that are looked through for who asked for its page. */
const LOOKED_THROUGH = 20

/**
 * Whose act it is that a page is shown, so that it can be taken back with that: of who handed it over, or asked to
 * fetch it again. Undefined for the first copy of a new item, which goes with the item itself.
 */
export async function requesterOf(
  { tx, accountId }: QueueChange,
  { id, snapshot }: Item,
  { source }: PageSnapshot,
  act: number | undefined,
): Promise<OnBehalf | undefined> {
  if (source.kind === 'service') return snapshot ? lastToAsk() : undefined
  if (snapshot === null && act && (await isNewWith(act))) return undefined
  return { actor: contributorOf(source), act: act || undefined }

  async function isNewWith(act: number): Promise<boolean> {
    const changes = await historyOf(tx, accountId).ofAct(act)
    return changes.some(({ itemId, before }) => itemId === id && before === null)
  }

  async function lastToAsk(): Promise<OnBehalf | undefined> {
    const changes = await selectChanges(
      tx,
      'changes WHERE account_id = ? AND item_id = ? ORDER BY sequence DESC LIMIT ?',
      accountId,
      id,
      LOOKED_THROUGH,
    )
    const asking = changes.find(({ after }) => after?.content?.status === 'pending')
    return asking && asking.actor.kind !== 'service' ? { actor: asking.actor, act: asking.act } : undefined
  }
}
