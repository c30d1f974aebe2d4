import { Failure } from '../failure.ts'
import { consume, consumeUnchecked, type Limit, rejectIfBlocked } from '../limits/rate-limit.ts'
import type { Database } from '../database/database.ts'
import { HOUR, MINUTE, SECOND } from '../ports/clock.ts'
import type { LinkState } from '../ports/fetch-error.ts'
import { changeQueue } from '../queue/change/change-queue.ts'
import { CHECK_LINKS } from '../queue/items/item-jobs.ts'
import { type DueLink, dueLinks } from '../queue/links/due-links.ts'
import { deferLinkCheck, recordLinkCheck } from '../queue/links/link-check.ts'
import { itemsOf } from '../queue/lists/items.ts'
import { SERVICE } from '../queue/model/actor.ts'
import type { Services } from '../services.ts'
import { siteOfHost } from '../queue/model/url.ts'
import { endJob, type Job, postponeJob } from './job.ts'

/** Between two checks of one account. */
const INTERVAL = MINUTE
/** Between two checks of one site, for all accounts and instances. */
const SITE_LIMIT: Limit = { max: 1, window: 20 * SECOND }
/** For a site that asks for fewer requests. */
const SITE_PAUSE: Limit = { max: 1, window: HOUR }
/** Until a link is asked for again whose redirect leads to a site that may not be asked yet. */
const HELD_FOR = HOUR
/** Due links among which one of a site that may be asked now is looked for. */
const MAX_CHOICE = 20

/**
 * Asks the site of one due link of an account whether it still leads anywhere, and puts off the next. A site that a redirect
 * leads to is asked as seldom as one that a link names.
 */
export async function checkLinks(services: Services, job: Job): Promise<void> {
  const { db, clock, config, outbound } = services
  const { accountId } = job
  const days = config.linkCheckDays
  const due = days === 0 ? [] : await dueLinks(db, accountId, { now: clock.now(), days, limit: MAX_CHOICE })
  if (due.length === 0) return void (await endJob(db, job))
  const link = await firstAllowed(db, due, clock.now())
  if (!link) return void (await postponeJob(db, job, clock.now() + INTERVAL))
  let requestedSite = link.site
  const answer = await outbound.checkLink(link.url, async (host) => {
    const site = siteOfHost(host)
    if (site !== requestedSite && !(await isAllowed(db, site, clock.now()))) return false
    requestedSite = site
    return true
  })
  if ('heldAt' in answer) return void (await holdBack(services, job, link))
  if (!answer.ok && answer.retryAfter !== null)
    await consumeUnchecked(db, pauseName(requestedSite), { limit: SITE_PAUSE, now: clock.now() })
  await saveAnswer(services, job, { link, state: answer.ok ? 'alive' : answer.linkState })
}

/** A link that leads to a site that may not be asked now lets the others of the account go first. */
async function holdBack({ db, clock }: Services, job: Job, link: DueLink): Promise<void> {
  await deferLinkCheck(db, { accountId: job.accountId, itemId: link.id }, clock.now() + HELD_FOR)
  await postponeJob(db, job, clock.now() + INTERVAL)
}

async function saveAnswer(
  services: Services,
  job: Job,
  { link, state }: { link: DueLink; state: LinkState },
): Promise<void> {
  const { clock, config } = services
  const { accountId } = job
  await changeQueue(services, { accountId, caller: SERVICE, action: CHECK_LINKS }, async (queue) => {
    const { tx } = queue
    // Another process took the job over, and checks this link itself.
    if (!(await postponeJob(tx, job, clock.now() + INTERVAL))) return
    const item = await itemsOf(tx, accountId).findIfPresent(link.id)
    if (!item) return
    const after = await recordLinkCheck(queue, item, { state, days: config.linkCheckDays })
    await queue.saveItem(item, after)
    // Pages that are cached by the version of the queue say when a broken link was checked.
    if (after === item && item.brokenAt !== null)
      await tx.run('UPDATE queues SET version = version + 1 WHERE account_id = ?', accountId)
  })
}

/** The first link whose site may be asked now; that is counted. */
async function firstAllowed(db: Database, due: DueLink[], now: number): Promise<DueLink | undefined> {
  const sites = new Set<string>()
  for (const link of due) {
    if (sites.has(link.site)) continue
    sites.add(link.site)
    if (await isAllowed(db, link.site, now)) return link
  }
  return undefined
}

/** Whether a site may be asked now; that is counted. */
async function isAllowed(db: Database, site: string, now: number): Promise<boolean> {
  try {
    await rejectIfBlocked(db, pauseName(site), { limit: SITE_PAUSE, now })
    await db.transaction((tx) => consume(tx, [[`link-check ${site}`, SITE_LIMIT]], now))
    return true
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'too_many_requests') throw error
    return false
  }
}

function pauseName(site: string): string {
  return `link-pause ${site}`
}
