import type { WebPage } from '../articles/page.ts'
import type { Connection } from '../database/database.ts'
import { sourceKey } from '../queue/content/capture-source.ts'
import { findStoredPage, type StoredPage } from '../queue/content/stored-page.ts'
import { findSiteExtraction } from '../queue/content/site-extractions.ts'
import type { Item } from '../queue/model/item.ts'
import { findServiceExtraction } from '../settings/service-extractions.ts'
import { lastRequest } from './requester.ts'
import type { AccountId } from '../ids.ts'

/** How the page of an item is to be read. */
export type PageExtraction = Required<Pick<WebPage, 'choice' | 'isChosenForPage'>>

/** As chosen for this page, else for its site by the person, else by the owner; else automatic. */
export async function pageExtractionOf(
  db: Connection,
  accountId: AccountId,
  { extraction, site }: Pick<Item, 'extraction' | 'site'>,
): Promise<PageExtraction> {
  if (extraction !== null) return { choice: extraction, isChosenForPage: true }
  const choice =
    (await findSiteExtraction(db, accountId, site)) ?? (await findServiceExtraction(db, site)) ?? 'automatic'
  return { choice, isChosenForPage: false }
}

/** The kept page to read again, if the last request chose how to read it; undefined if the page is to be fetched. */
export async function pageToReread(
  db: Connection,
  accountId: AccountId,
  { id, snapshot }: Item,
): Promise<StoredPage | undefined> {
  const request = await lastRequest(db, { accountId, itemId: id })
  if (!request?.before || !request.after || !('extraction' in request.after)) return undefined
  const page = await findStoredPage(
    db,
    { accountId, itemId: id },
    snapshot ? sourceKey(snapshot.source) : 'service',
  )
  return snapshot && page?.snapshotId !== snapshot.id ? undefined : page
}
