import { type PageFacts, readPageFacts } from '../articles/page-facts.ts'
import { MINUTE } from '../ports/clock.ts'
import { changeQueue } from '../queue/change.ts'
import type { Item } from '../queue/item.ts'
import { itemsOf } from '../queue/items.ts'
import type { Services } from '../services.ts'
import { endJob, type Job, postponeJob } from './job.ts'

/** Waits between attempts; after the last the item says why its page could not be fetched. */
const RETRY_AFTER = [MINUTE, 10 * MINUTE, 60 * MINUTE]
/** An attempt that ends leaves no more than these; past them the process itself ended in each. */
const MAX_ATTEMPTS = 6

type Outcome = { facts: PageFacts } | { failure: string; retry: boolean }

/** Fetches the page of one item and keeps what it says of itself. Ends in ready, failed, or a retry. */
export async function fetchPage(services: Services, job: Job): Promise<void> {
  const { db, clock } = services
  const item = await itemsOf(db, job.accountId).findKept(job.subject)
  if (!item) return void (await endJob(db, job))

  const outcome = await readPage(services, item, job)
  const wait = RETRY_AFTER[job.attempts - 1]
  if ('failure' in outcome && outcome.retry && wait !== undefined) {
    return postponeJob(db, job, clock.now() + wait)
  }
  await changeQueue(services, job.accountId, { agent: null }, async (change) => {
    if (!(await endJob(change.tx, job))) return
    const before = await itemsOf(change.tx, job.accountId).find(job.subject)
    await change.keep(before, withOutcome(before, outcome))
  })
}

async function readPage({ outbound, log }: Services, item: Item, job: Job): Promise<Outcome> {
  if (job.attempts > MAX_ATTEMPTS) {
    return {
      failure: 'Reading this page stopped the service again and again, so it is left alone.',
      retry: false,
    }
  }
  try {
    const page = await outbound.fetchPage(item.url)
    if (!page.ok) return { failure: page.reason, retry: page.retry }
    const facts = readPageFacts(page)
    return 'unreadable' in facts ? { failure: facts.unreadable, retry: false } : { facts }
  } catch (error) {
    log.error('A page could not be read', error, { item: job.subject, attempt: job.attempts })
    return { failure: 'Something went wrong here while the page was read.', retry: true }
  }
}

function withOutcome(item: Item, outcome: Outcome): Item {
  if ('failure' in outcome) return { ...item, content: { status: 'failed', reason: outcome.failure } }
  const { title, siteName, excerpt, imageUrl, language } = outcome.facts
  return {
    ...item,
    pageTitle: title,
    siteName,
    excerpt,
    imageUrl,
    language,
    content: { status: 'ready', reason: null },
  }
}
