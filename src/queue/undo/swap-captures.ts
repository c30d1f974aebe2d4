import type { QueueChange } from '../change/queue-change.ts'
import { hasWithdrawn, restoreCaptures, withdrawCapture } from '../content/withdrawn-capture.ts'
import type { Change } from '../history/change.ts'
import { enqueueJob, FETCH_PAGE, PRIORITIES } from '../items/item-jobs.ts'
import type { HighlightedItem } from '../highlights/highlights.ts'

/** A change, the change it undoes, the change that one undoes, and so on. */
export type Chain = [Change, ...Change[]]

/** The item after undoing a change: pending if that brings back a captured page, which is still to be extracted. */
export async function pendingIfCaptureReturns(
  { tx, accountId }: QueueChange,
  change: Change,
  after: HighlightedItem,
): Promise<HighlightedItem> {
  if (!(await hasWithdrawn(tx, { accountId, itemId: after.id }, change.sequence))) return after
  return { ...after, content: { ...after.content, status: 'pending', reason: null } }
}

/**
 * Withdraws the capture that an undone save of a known item brought, if it has not been extracted yet, and brings back
 * those that the undone change had withdrawn. The capture of a new item goes to the trash with it. `by` is the number of
 * the undo.
 */
export async function swapCaptures(
  { tx, accountId, now, clock, touchContent }: QueueChange,
  chain: Chain,
  by: number,
): Promise<void> {
  const [{ itemId, sequence }] = chain
  const key = { accountId, itemId }
  const root = chain.at(-1)!
  const isSaveUndone = chain.length % 2 === 1 && root.action.startsWith('save-link') && root.before !== null
  const isRestoring = await hasWithdrawn(tx, key, sequence)
  if (!isSaveUndone && !isRestoring) return
  await touchContent(itemId)
  const isWithdrawn =
    isSaveUndone && (await withdrawCapture(tx, key, { which: { act: root.act }, by, at: now }))
  await restoreCaptures(tx, key, { by: sequence, at: now })
  if (!isWithdrawn && !isRestoring) return
  // Enqueueing again also invalidates the lease of a job that is extracting now, so its result is discarded.
  await enqueueJob(tx, accountId, {
    kind: FETCH_PAGE,
    subject: itemId,
    priority: PRIORITIES.fresh,
    dueAt: clock.now(),
    site: null,
  })
}
