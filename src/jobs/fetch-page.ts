import type { Requester } from '../articles/page-queue.ts'
import type { Reading } from '../articles/page.ts'
import { MINUTE } from '../ports/clock.ts'
import { type Capture, capturesOf, dropCaptures } from '../queue/content/capture.ts'
import { FETCHED, sourceKey } from '../queue/content/capture-source.ts'
import { changeQueue } from '../queue/change/change-queue.ts'
import type { Item } from '../queue/model/item.ts'
import { SERVICE } from '../queue/model/actor.ts'
import { BULK, FETCH_PAGE } from '../queue/items/item-jobs.ts'
import { itemsOf } from '../queue/lists/items.ts'
import { findValidators, type PageSnapshot } from '../queue/content/page-snapshot.ts'
import { reasonOfFull } from '../queue/items/quota.ts'
import { findRendered } from '../queue/content/rendered-article.ts'
import {
  saveReading,
  saveHiddenSnapshot,
  afterFailedFetch,
  imageSourcesOf,
  enqueueImages,
} from './save-reading.ts'
import { endJob, type Job, postponeJob } from './job.ts'
import type { JobServices } from './job-services.ts'

/** After the last of these, the item says why its page could not be fetched. */
const RETRY_DELAYS = [MINUTE, 10 * MINUTE, 60 * MINUTE]
/** More attempts than there are retries, which means that the process ended during some of them. */
const MAX_ATTEMPTS = 6

/** Whether the page will be fetched again later. */
function isRetried(outcome: Outcome): boolean {
  return 'failure' in outcome && outcome.retryAt !== null
}

/** `act` is the save that provided the page. */
type ReadPage = { page: PageSnapshot; reading: Reading; act?: number }

type Outcome =
  | ReadPage
  /** The site says that the saved page is current. */
  | { unchanged: true }
  | { failure: string; retryAt: number | null }

/** Reads the page of an item, from a capture or the network, and saves the result. */
export async function fetchPage(services: JobServices, job: Job): Promise<void> {
  const { db } = services
  const item = await itemsOf(db, job.accountId).findIfPresent(job.subject)
  if (!item) return void (await endJob(db, job))

  const outcome = await readPage(services, item, job)
  if ('failure' in outcome && outcome.retryAt !== null) return postponeJob(db, job, outcome.retryAt)

  try {
    await saveOutcome(services, job, outcome)
  } catch (error) {
    // A retry would fail as well; the person can fetch it again once there is room.
    await saveOutcome(services, job, {
      failure: reasonOfFull(error, 'The page was not kept.'),
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
      const before = await itemsOf(queue.tx, job.accountId).find(job.subject)
      await queue.touchContent(job.subject)
      const { page, act } = 'page' in outcome ? outcome : {}
      for (const other of await capturesOf(queue.tx, job.accountId, job.subject)) {
        const isOther = !page || sourceKey(other.source) !== sourceKey(page.source)
        if (isOther) await saveHiddenSnapshot(queue, before, pageOf(other))
      }
      await dropCaptures(queue.tx, job.accountId, job.subject)
      if ('reading' in outcome) await saveReading(queue, before, outcome.page, outcome.reading, act)
      else if ('failure' in outcome) await queue.saveItem(before, afterFailedFetch(before, outcome.failure))
      else {
        await queue.saveItem(before, {
          ...before,
          content: { ...before.content, status: 'ready', reason: null },
        })
        const { version } = services.articleRenderer
        const rendered = await findRendered(queue.tx, job.accountId, job.subject, version)
        if (rendered !== undefined) await enqueueImages(queue, before, imageSourcesOf(before, rendered))
      }
    },
  )
}

async function readPage(services: JobServices, item: Item, job: Job): Promise<Outcome> {
  if (job.attempts > MAX_ATTEMPTS) {
    return {
      failure: 'Reading this page stopped the service again and again, so it is left alone.',
      retryAt: null,
    }
  }
  try {
    const capture = await readCapture(services, item, job)
    if (capture?.reading.outcome === 'article') return capture
    const answer = await fetchFromSite(services, item, job)
    const isConclusive = 'reading' in answer ? answer.reading.outcome === 'article' : isRetried(answer)
    // An unreadable capture is still better than a failed fetch.
    return capture && !isConclusive ? capture : answer
  } catch (error) {
    services.log.error('A page could not be read', error, { item: job.subject, attempt: job.attempts })
    return failed('Something went wrong here while the page was read.', services.clock.now(), job)
  }
}

/** Reads the captured pages until one is an article; returns that, else the first. */
async function readCapture({ db, reader }: JobServices, item: Item, job: Job): Promise<ReadPage | undefined> {
  let first: ReadPage | undefined
  for (const capture of await capturesOf(db, job.accountId, item.id)) {
    const page = pageOf(capture)
    const read = {
      page,
      reading: await reader.read({ ...page, isCaptured: true }, requesterOf(job)),
      act: capture.act,
    }
    if (read.reading.outcome === 'article') return read
    first ??= read
  }
  return first
}

/** A captured page, which is decoded already, whatever charset it declares. */
function pageOf({ source, url, body, receivedAt }: Capture): PageSnapshot {
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
  { db, clock, outbound, reader }: JobServices,
  item: Item,
  job: Job,
): Promise<Outcome> {
  // Only a page with a saved article may be requested conditionally.
  const known = item.wordCount === null ? undefined : await findValidators(db, job.accountId, item.id)
  const answer = await outbound.fetchPage(item.url, known)
  if (!answer.ok) return failed(answer.reason, clock.now(), job, answer)
  if ('unchanged' in answer) return { unchanged: true }
  const page: PageSnapshot = { ...answer, source: FETCHED, snapshotId: null, fetchedAt: clock.now() }
  return { page, reading: await reader.read(page, requesterOf(job)) }
}

function requesterOf({ accountId, priority }: Job): Requester {
  return { accountId, isBulk: priority >= BULK }
}

/** A failure, to be retried while attempts are left. */
function failed(
  failure: string,
  now: number,
  job: Job,
  { retry, retryAfter }: { retry: boolean; retryAfter: number | null } = { retry: true, retryAfter: null },
): Outcome {
  const wait = RETRY_DELAYS[job.attempts - 1]
  const retryAt = retry && wait !== undefined ? now + Math.max(wait, retryAfter ?? 0) : null
  return { failure, retryAt }
}
