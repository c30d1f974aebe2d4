import type { Services } from '../services.ts'
import { changeQueue } from '../queue/change/change-queue.ts'
import { loadShownText } from '../queue/content/load-shown-text.ts'
import { anchorAll } from '../queue/highlights/anchor.ts'
import type { HighlightsById } from '../queue/highlights/highlight.ts'
import { readHighlights } from '../queue/highlights/highlights.ts'
import { ANCHOR_HIGHLIGHTS } from '../queue/items/item-jobs.ts'
import { itemsOf } from '../queue/lists/items.ts'
import { SERVICE } from '../queue/model/actor.ts'
import { endJob, type Job } from './job.ts'

/**
 * Looks for the highlights of an item in its present article. One that is not found stays, without a place, and is looked
 * for again with the next article.
 */
export async function anchorHighlights(services: Services, job: Job): Promise<void> {
  const { accountId, subject: itemId } = job
  const { db, clock } = services
  const item = await itemsOf(db, accountId).findIfPresent(itemId)
  const text = (item && (await loadShownText(services, accountId, item)))?.text
  const known = item && text !== undefined ? await readHighlights(db, accountId, item) : []
  const anchors = await anchorAll(text ?? '', known, clock)
  await changeQueue(services, { accountId, caller: SERVICE, action: ANCHOR_HIGHLIGHTS }, async (queue) => {
    // Another article, or another highlight, enqueues the job again, which takes its lease.
    if (!(await endJob(queue.tx, job)) || anchors.size === 0) return
    const current = await itemsOf(queue.tx, accountId).findIfPresent(itemId)
    if (!current) return
    const before: HighlightsById = {}
    const after: HighlightsById = {}
    for (const highlight of await readHighlights(queue.tx, accountId, current)) {
      const anchor = anchors.get(highlight.id)
      if (!anchor) continue
      const { start, end, prefix, suffix, anchoredAt } = anchor
      before[highlight.id] = highlight
      after[highlight.id] = { ...highlight, start, end, prefix, suffix, anchoredAt }
    }
    await queue.saveItem(
      { ...current, highlights: before },
      { ...current, highlights: after },
      { isAnchored: true },
    )
  })
}
