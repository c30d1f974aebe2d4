import type { QueueChange } from '../change/queue-change.ts'
import type { Item } from '../model/item.ts'
import { enqueueJob, SAVE_IMAGES, PRIORITIES } from '../items/item-jobs.ts'
import { archiveVersion, showVersion, removeShownVersion } from '../content/page-versions.ts'

/**
 * Archives the page snapshot of `before` and shows that of `after`. Returns the new text to index, or undefined if the
 * snapshot is the same.
 */
export async function replaceShownCopy(
  { tx, accountId, now, touchContent }: QueueChange,
  before: Item,
  after: Item,
): Promise<string | undefined> {
  if (before.snapshot?.id === after.snapshot?.id) return undefined
  const { id } = after
  const key = { accountId, itemId: id }
  await touchContent(id)
  if (before.snapshot) {
    await archiveVersion(tx, key, { snapshot: before.snapshot, now })
    await removeShownVersion(tx, key, before.snapshot)
  }
  if (!after.snapshot) return ''
  const text = await showVersion(tx, key, after.snapshot.id)
  // The version's images are still stored; the job fetches any that are missing.
  const job = { kind: SAVE_IMAGES, subject: id, priority: PRIORITIES.freshImages, dueAt: now, site: null }
  await enqueueJob(tx, accountId, job)
  return text
}
