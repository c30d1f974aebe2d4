import { dropCaptures } from '../content/capture.ts'
import type { QueueChange } from '../change/change-queue.ts'
import type { Item } from '../model/item.ts'
import { enqueueJob, FETCH_PAGE, SAVE_IMAGES, PRIORITIES } from '../items/item-jobs.ts'
import type { Change } from '../history/change.ts'
import { archiveVersion, showVersion, removeShownVersion } from '../content/page-versions.ts'

/**
 * Archives the page snapshot of `before` and shows that of `after`. Returns the new text to index, or undefined if the
 * snapshot is the same.
 */
export async function swapCopies(
  { tx, accountId, now, clock, touchContent }: QueueChange,
  before: Item,
  after: Item,
): Promise<string | undefined> {
  if (before.snapshot?.id === after.snapshot?.id) return undefined
  const { id } = after
  await touchContent(id)
  if (before.snapshot) {
    await archiveVersion(tx, accountId, id, before.snapshot, now)
    await removeShownVersion(tx, accountId, id, before.snapshot)
  }
  if (!after.snapshot) return ''
  const text = await showVersion(tx, accountId, id, after.snapshot.id)
  // The version's images are still stored; the job fetches any that are missing.
  const job = { kind: SAVE_IMAGES, priority: PRIORITIES.freshImages, dueAt: clock.now(), site: null }
  await enqueueJob(tx, accountId, id, job)
  return text
}

/** Deletes the capture that an undone save brought, if it has not been extracted yet, so that it is never shown. */
export async function withdrawCapture(
  { tx, accountId, clock, touchContent }: QueueChange,
  change: Change,
): Promise<void> {
  if (!change.action.startsWith('save-link')) return
  await touchContent(change.itemId)
  if ((await dropCaptures(tx, accountId, change.itemId, change.act)) === 0) return
  // Enqueueing again also invalidates the lease of a job that is extracting it now, so its result is discarded.
  const job = { kind: FETCH_PAGE, priority: PRIORITIES.fresh, dueAt: clock.now(), site: null }
  await enqueueJob(tx, accountId, change.itemId, job)
}
