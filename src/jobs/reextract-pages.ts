import { Failure } from '../failure.ts'
import { changeQueue } from '../queue/change/change-queue.ts'
import { SERVICE } from '../queue/model/actor.ts'
import { itemsOf } from '../queue/lists/items.ts'
import { findStoredPage } from '../queue/content/stored-page.ts'
import { pageExtractionOf } from './page-extraction.ts'
import { replaceArticle, reasonToKeepShown } from './save-extraction.ts'
import type { JobServices } from './job-services.ts'
import type { AccountId, ItemId } from '../ids.ts'

type ReadingServices = Omit<JobServices, 'thumbnailMaker'>

/** Pages read, by outcome: `adopted` articles are new or better. */
export type Reextraction = { read: number; total: number; adopted: number; left: number; unreadable: number }

type PageKey = { account_id: AccountId; item_id: ItemId; source: string }

const BATCH = 100
const REEXTRACT = 'reextract'

/** Extracts every saved page again with this release, and saves the articles that are better. */
export async function reextractPages(
  services: ReadingServices,
  onProgress: (counts: Reextraction) => void,
): Promise<Reextraction> {
  const count = await services.db.row<{ total: number }>('SELECT COUNT(*) AS total FROM pages')
  const counts: Reextraction = { read: 0, total: count?.total ?? 0, adopted: 0, left: 0, unreadable: 0 }
  let last: PageKey = { account_id: '', item_id: '', source: '' }
  while (true) {
    const keys = await services.db.rows<PageKey>(
      `SELECT account_id, item_id, source FROM pages WHERE (account_id, item_id, source) > (?, ?, ?)
       ORDER BY account_id, item_id, source LIMIT ?`,
      last.account_id,
      last.item_id,
      last.source,
      BATCH,
    )
    for (const key of keys) {
      counts[await reextractPage(services, key)] += 1
      counts.read += 1
      onProgress(counts)
    }
    const end = keys.at(-1)
    if (!end) return counts
    last = end
  }
}

async function reextractPage(
  services: ReadingServices,
  { account_id: accountId, item_id: itemId, source }: PageKey,
): Promise<'adopted' | 'left' | 'unreadable'> {
  const page = await findStoredPage(services.db, { accountId, itemId }, source)
  const known = await itemsOf(services.db, accountId).findIfPresent(itemId)
  if (!page || !known) return 'left'
  const how = await pageExtractionOf(services.db, accountId, known)
  const extraction = await services.extractionPool.read(
    { ...page, ...how, isCaptured: page.source.kind !== 'service' },
    { accountId, isBulk: true },
  )
  if (extraction.outcome !== 'article') return 'unreadable'
  return leftIfFull(
    changeQueue(services, { accountId, caller: SERVICE, action: REEXTRACT }, async (queue) => {
      const item = await itemsOf(queue.tx, accountId).findIfPresent(itemId)
      const current = await findStoredPage(queue.tx, { accountId, itemId }, source)
      // The page was replaced meanwhile, or is to be read another way.
      if (!item || current?.fetchedAt !== page.fetchedAt || item.extraction !== known.extraction)
        return 'left'
      if (reasonToKeepShown(item, page, extraction.article) !== undefined) return 'left'
      await replaceArticle(queue, item, { page, extraction, choice: how.choice })
      return 'adopted'
    }),
  )
}

/** In an account that is full, the article stays as it is. */
async function leftIfFull(change: Promise<'adopted' | 'left'>): Promise<'adopted' | 'left'> {
  try {
    return await change
  } catch (error) {
    if (error instanceof Failure && error.code === 'quota_exceeded') return 'left'
    throw error
  }
}
