import type { Extraction } from '../articles/page.ts'
import type { ExtractionChoice } from '../settings/extraction-choice.ts'
import type { LinkState } from '../ports/fetch-error.ts'
import { MINUTE } from '../ports/clock.ts'
import { type Capture, readCaptures, deleteCaptures } from '../queue/content/capture.ts'
import { FETCHED, sourceKey } from '../queue/content/capture-source.ts'
import { changeQueue } from '../queue/change/change-queue.ts'
import type { Item } from '../queue/model/item.ts'
import { SERVICE } from '../queue/model/actor.ts'
import { FETCH_PAGE } from '../queue/items/item-jobs.ts'
import { recordLinkCheck } from '../queue/links/link-check.ts'
import { archivedCopyOf, archiveSite } from '../queue/links/web-archive.ts'
import { itemsOf } from '../queue/lists/items.ts'
import { findValidators, type StoredPage } from '../queue/content/stored-page.ts'
import { quotaExceededReason } from '../queue/items/quota.ts'
import { findRendered } from '../queue/content/rendered-article.ts'
import { saveReading, saveHiddenSnapshot, afterFailedFetch, enqueueImages } from './save-extraction.ts'
import { enqueueIcon } from './fetch-icon.ts'
import { type PageExtraction, pageExtractionOf, pageToReread } from './page-extraction.ts'
import { endJob, type Job, postponeJob, requesterOf } from './job.ts'
import type { JobServices } from './job-services.ts'

/** After the last of these, the item says why its page could not be fetched. */
const RETRY_DELAYS = [MINUTE, 10 * MINUTE, 60 * MINUTE]
/** More attempts than there are retries, which means that the process ended during some of them. */
const MAX_ATTEMPTS = 6

/** Whether the page will be fetched again later. */
function isRetried(outcome: Outcome): boolean {
  return 'failure' in outcome && outcome.retryAt !== null
}

/** A page that was read; `act` is the save that provided it. */
type ReadPage = {
  page: StoredPage
  extraction: Extraction
  choice: ExtractionChoice
  act?: number
  /** The kept page was read another way. */
  isReread?: true
}

type Outcome =
  | ReadPage
  /** The site says that the saved page is current. */
  | { unchanged: true }
  | { failure: string; retryAt: number | null; linkState?: LinkState }

/** Reads the page of an item, from a capture or the network, and saves the result. */
export async function fetchPage(services: JobServices, job: Job): Promise<void> {
  const { db } = services
  const item = await itemsOf(db, job.accountId).findIfPresent(job.subject)
  if (!item) return void (await endJob(db, job))

  const outcome = await readJobPage(services, item, job)
  if ('failure' in outcome && outcome.retryAt !== null)
    return void (await postponeJob(db, job, outcome.retryAt))

  try {
    await saveOutcome(services, job, outcome)
  } catch (error) {
    // A retry would fail as well; the person can fetch it again once there is room.
    await saveOutcome(services, job, {
      failure: quotaExceededReason(error, 'The page was not kept.'),
      retryAt: null,
    })
  }
}

async function saveOutcome(services: JobServices, job: Job, outcome: Outcome): Promise<void> {
  await changeQueue(
    services,
    { accountId: job.accountId, caller: SERVICE, action: FETCH_PAGE },
    async (queue) => {
      if (!(await endJob(queue.tx, job))) return
      const stored = await itemsOf(queue.tx, job.accountId).find(job.subject)
      const state = isFromArchive(services, stored, job) ? undefined : linkStateOf(outcome)
      const checked =
        state === undefined
          ? stored
          : await recordLinkCheck(queue, stored, { state, days: services.config.linkCheckDays })
      const key = { accountId: job.accountId, itemId: job.subject }
      await queue.touchContent(key.itemId)
      const { page } = 'page' in outcome ? outcome : {}
      for (const other of await readCaptures(queue.tx, key)) {
        const isOther = !page || sourceKey(other.source) !== sourceKey(page.source)
        if (isOther) await saveHiddenSnapshot(queue, stored, pageOf(other))
      }
      await deleteCaptures(queue.tx, key)
      if (!('failure' in outcome)) await enqueueIcon(queue, stored)
      if ('extraction' in outcome) await saveReading(queue, await queue.saveItem(stored, checked), outcome)
      else if ('failure' in outcome) await queue.saveItem(stored, afterFailedFetch(checked, outcome.failure))
      else {
        const before = await queue.saveItem(stored, {
          ...checked,
          content: { ...checked.content, status: 'ready', reason: null },
        })
        const { version } = services.articleRenderer
        const rendered = await findRendered(queue.tx, key, version)
        if (rendered !== undefined) await enqueueImages(queue, before, rendered)
      }
    },
  )
}

/** What the outcome says about the item's link; undefined if its site was not asked. */
function linkStateOf(outcome: Outcome): LinkState | undefined {
  if ('failure' in outcome) return outcome.linkState
  if ('unchanged' in outcome) return 'alive'
  return outcome.page.source.kind === 'service' && !outcome.isReread ? 'alive' : undefined
}

/** Whether the person asked for the copy of the web archive. */
function isFromArchive({ config }: JobServices, { site }: Item, job: Job): boolean {
  const archive = archiveSite(config.webArchiveUrl)
  return job.site === archive && site !== archive
}

async function readJobPage(services: JobServices, item: Item, job: Job): Promise<Outcome> {
  if (job.attempts > MAX_ATTEMPTS) {
    return {
      failure: 'Reading this page stopped the service again and again, so it is left alone.',
      retryAt: null,
    }
  }
  try {
    const how = await pageExtractionOf(services.db, job.accountId, item)
    const capture = await readCapture(services, item, { how, job })
    if (capture?.extraction.outcome === 'article') return capture
    const kept = capture ? undefined : await pageToReread(services.db, job.accountId, item)
    if (kept) return { ...(await readAs(services, kept, { how, job })), isReread: true }
    const answer = await fetchFromSite(services, item, { how, job })
    const isConclusive = 'extraction' in answer ? answer.extraction.outcome === 'article' : isRetried(answer)
    // An unreadable capture is still better than a failed fetch.
    return capture && !isConclusive ? capture : answer
  } catch (error) {
    services.log.error('A page could not be read', error, { item: job.subject, attempt: job.attempts })
    return failed('Something went wrong here while the page was read.', { now: services.clock.now(), job })
  }
}

/** Reads the captured pages until one is an article; returns that, else the first. */
async function readCapture(
  services: JobServices,
  item: Item,
  { how, job }: { how: PageExtraction; job: Job },
): Promise<ReadPage | undefined> {
  let first: ReadPage | undefined
  for (const capture of await readCaptures(services.db, { accountId: job.accountId, itemId: item.id })) {
    const read = { ...(await readAs(services, pageOf(capture), { how, job })), act: capture.act }
    if (read.extraction.outcome === 'article') return read
    first ??= read
  }
  return first
}

async function readAs(
  { extractionPool }: JobServices,
  page: StoredPage,
  { how, job }: { how: PageExtraction; job: Job },
): Promise<ReadPage> {
  const isCaptured = page.source.kind !== 'service'
  const extraction = await extractionPool.read({ ...page, ...how, isCaptured }, requesterOf(job))
  return { page, extraction, choice: how.choice }
}

/** A captured page, which is decoded already, whatever charset it declares. */
function pageOf({ source, url, body, receivedAt }: Capture): StoredPage {
  return {
    source,
    snapshotId: null,
    url,
    mediaType: 'text/html',
    charset: 'utf-8',
    etag: null,
    lastModified: null,
    body,
    fetchedAt: receivedAt,
  }
}

async function fetchFromSite(
  services: JobServices,
  item: Item,
  { how, job }: { how: PageExtraction; job: Job },
): Promise<Outcome> {
  const { db, clock, outbound } = services
  // Only a page with a saved article that was read in the same way may be requested conditionally.
  const isArchived = isFromArchive(services, item, job)
  const isAsChosen = item.wordCount !== null && (item.snapshot?.choice ?? 'automatic') === how.choice
  const known =
    isAsChosen && !isArchived
      ? await findValidators(db, { accountId: job.accountId, itemId: item.id })
      : undefined
  const url = isArchived ? archivedCopyOf(services.config.webArchiveUrl, item.url) : item.url
  const answer = await outbound.fetchPage(url, known)
  if (!answer.ok) return failed(answer.reason, { now: clock.now(), job }, answer)
  if ('unchanged' in answer) return { unchanged: true }
  const page: StoredPage = { ...answer, source: FETCHED, snapshotId: null, fetchedAt: clock.now() }
  return readAs(services, page, { how, job })
}

/** A failure, to be retried while attempts are left. */
function failed(
  failure: string,
  { now, job }: { now: number; job: Job },
  {
    retry,
    retryAfter,
    linkState = 'unknown',
  }: { retry: boolean; retryAfter: number | null; linkState?: LinkState } = { retry: true, retryAfter: null },
): Outcome {
  const wait = RETRY_DELAYS[job.attempts - 1]
  const retryAt = retry && wait !== undefined ? now + Math.max(wait, retryAfter ?? 0) : null
  return { failure, retryAt, linkState }
}
