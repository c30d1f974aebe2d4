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
import { adoptReading, saveBeside, failToRead, imagesWanted, enqueueImages } from './adopt-reading.ts'
import { endJob, type Job, postponeJob } from './job.ts'
import type { JobServices } from './job-services.ts'

/** Waits between attempts; after the last the item says why its page could not be fetched. */
const RETRY_AFTER = [MINUTE, 10 * MINUTE, 60 * MINUTE]
/** An attempt that ends leaves no more than these; past them the process itself ended in each. */
const MAX_ATTEMPTS = 6

/** Whether the last word on a page is not spoken yet. */
function isTriedAgain(outcome: Outcome): boolean {
  return 'failure' in outcome && outcome.retryAt !== null
}

/** `act`: the save that handed it over. */
type ReadPage = { page: PageSnapshot; reading: Reading; act?: number }

type Outcome =
  | ReadPage
  /** The site says that its page is the one that is kept. */
  | { unchanged: true }
  | { failure: string; retryAt: number | null }

/** Gets the page of one item, from the network unless it was handed over, and keeps what it says. */
export async function fetchPage(services: JobServices, job: Job): Promise<void> {
  const { db } = services
  const item = await itemsOf(db, job.accountId).findKept(job.subject)
  if (!item) return void (await endJob(db, job))

  const outcome = await getPage(services, item, job)
  if ('failure' in outcome && outcome.retryAt !== null) return postponeJob(db, job, outcome.retryAt)

  try {
    await settle(services, job, outcome)
  } catch (error) {
    // Trying again would meet the same; refetch-item does when there is room.
    await settle(services, job, { failure: reasonOfFull(error, 'The page was not kept.'), retryAt: null })
  }
}

async function settle(services: JobServices, job: Job, outcome: Outcome): Promise<void> {
  await changeQueue(services, job.accountId, SERVICE, FETCH_PAGE, async (queue) => {
    if (!(await endJob(queue.tx, job))) return
    const before = await itemsOf(queue.tx, job.accountId).find(job.subject)
    await queue.touchContent(job.subject)
    const { page, act } = 'page' in outcome ? outcome : {}
    for (const other of await capturesOf(queue.tx, job.accountId, job.subject)) {
      const isOther = !page || sourceKey(other.source) !== sourceKey(page.source)
      if (isOther) await saveBeside(queue, before, pageOf(other))
    }
    await dropCaptures(queue.tx, job.accountId, job.subject)
    if ('reading' in outcome) await adoptReading(queue, before, outcome.page, outcome.reading, act)
    else if ('failure' in outcome) await queue.keep(before, failToRead(before, outcome.failure))
    else {
      await queue.keep(before, { ...before, content: { ...before.content, status: 'ready', reason: null } })
      const { version } = services.articleRenderer
      const rendered = await findRendered(queue.tx, job.accountId, job.subject, version)
      if (rendered !== undefined) await enqueueImages(queue, before, imagesWanted(before, rendered))
    }
  })
}

async function getPage(services: JobServices, item: Item, job: Job): Promise<Outcome> {
  if (job.attempts > MAX_ATTEMPTS) {
    return {
      failure: 'Reading this page stopped the service again and again, so it is left alone.',
      retryAt: null,
    }
  }
  try {
    const capture = await readCapture(services, item, job)
    if (capture?.reading.outcome === 'article') return capture
    const answer = await askSite(services, item, job)
    const isAnswered = 'reading' in answer ? answer.reading.outcome === 'article' : isTriedAgain(answer)
    // What the person saw says more than a refusal of what the service asked for.
    return capture && !isAnswered ? capture : answer
  } catch (error) {
    services.log.error('A page could not be read', error, { item: job.subject, attempt: job.attempts })
    return failed('Something went wrong here while the page was read.', services.clock.now(), job)
  }
}

/** Reads the pages that were handed over until one is an article; gives that, else the first of them. */
async function readCapture({ db, reader }: JobServices, item: Item, job: Job): Promise<ReadPage | undefined> {
  let first: ReadPage | undefined
  for (const capture of await capturesOf(db, job.accountId, item.id)) {
    const page = pageOf(capture)
    const read = { page, reading: await reader.read(page, requesterOf(job)), act: capture.act }
    if (read.reading.outcome === 'article') return read
    first ??= read
  }
  return first
}

/** A page as a browser shows it: already decoded, whatever it says of its charset. */
function pageOf({ source, url, body, handedAt }: Capture): PageSnapshot {
  return {
    source,
    snapshotId: null,
    url,
    mediaType: 'text/html',
    charset: 'utf-8',
    etag: null,
    lastModified: null,
    body,
    fetchedAt: handedAt,
  }
}

async function askSite({ db, clock, outbound, reader }: JobServices, item: Item, job: Job): Promise<Outcome> {
  // Only a page whose article is kept may answer that it has not changed.
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

/** A failure that is tried again later, as long as there are attempts left. */
function failed(
  failure: string,
  now: number,
  job: Job,
  { retry, retryAfter }: { retry: boolean; retryAfter: number | null } = { retry: true, retryAfter: null },
): Outcome {
  const wait = RETRY_AFTER[job.attempts - 1]
  const retryAt = retry && wait !== undefined ? now + Math.max(wait, retryAfter ?? 0) : null
  return { failure, retryAt }
}
