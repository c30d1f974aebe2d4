import { dropCaptures } from '../content/capture.ts'
import type { QueueChange } from '../change/change-queue.ts'
import type { Item } from '../model/item.ts'
import { enqueueJob, FETCH_PAGE, SAVE_IMAGES, PRIORITIES } from '../items/item-jobs.ts'
import type { Change } from '../history/change.ts'
import { archiveVersion, showVersion, removeShownVersion } from '../content/page-versions.ts'

/**
 * Shows the copy that an item has afterwards in place of the one that it had. Gives the text that it is found by then;
 * undefined where it is the same copy.
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
  // Its images were kept with it; what had not come yet is asked for again.
  const job = { kind: SAVE_IMAGES, priority: PRIORITIES.freshImages, dueAt: clock.now(), site: null }
  await enqueueJob(tx, accountId, id, job)
  return text
}

/** Forgets the page that a save handed over and that nobody has read yet, so that it is not shown after all. */
export async function withdrawCapture(
  { tx, accountId, clock, touchContent }: QueueChange,
  change: Change,
): Promise<void> {
  if (!change.action.startsWith('save-link')) return
  await touchContent(change.itemId)
  if ((await dropCaptures(tx, accountId, change.itemId, change.act)) === 0) return
  // Also ends the job that may be reading it just now: what that brings is dropped.
  const job = { kind: FETCH_PAGE, priority: PRIORITIES.fresh, dueAt: clock.now(), site: null }
  await enqueueJob(tx, accountId, change.itemId, job)
}
