import { dropCaptures } from './capture.ts'
import type { QueueChange } from './change.ts'
import type { Item } from './item.ts'
import { enqueueJob, FETCH_PAGE, KEEP_IMAGES, PRIORITIES } from './item-work.ts'
import type { Entry } from './ledger/entry.ts'
import { putAsideVersion, showVersion, takeAwayShown } from './page-versions.ts'

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
    await putAsideVersion(tx, accountId, id, before.snapshot, now)
    await takeAwayShown(tx, accountId, id, before.snapshot)
  }
  if (!after.snapshot) return ''
  const text = await showVersion(tx, accountId, id, after.snapshot.id)
  // Its images were kept with it; what had not come yet is asked for again.
  const job = { kind: KEEP_IMAGES, priority: PRIORITIES.freshImages, dueAt: clock.now(), site: null }
  await enqueueJob(tx, accountId, id, job)
  return text
}

/** Forgets the page that a save handed over and that nobody has read yet, so that it is not shown after all. */
export async function withdrawCapture(
  { tx, accountId, clock, touchContent }: QueueChange,
  entry: Entry,
): Promise<void> {
  if (!entry.action.startsWith('save-link')) return
  await touchContent(entry.itemId)
  if ((await dropCaptures(tx, accountId, entry.itemId, entry.act)) === 0) return
  // Also ends the job that may be reading it just now: what that brings is dropped.
  const job = { kind: FETCH_PAGE, priority: PRIORITIES.fresh, dueAt: clock.now(), site: null }
  await enqueueJob(tx, accountId, entry.itemId, job)
}
