import { createHash } from 'node:crypto'
import { findIconSources } from '../articles/icon-sources.ts'
import { inspectImage } from '../articles/images.ts'
import { readIco } from '../articles/thumbnails/read-ico.ts'
import { SITE_ICON } from '../articles/thumbnails/thumbnail.ts'
import { DAY } from '../ports/clock.ts'
import type { QueueChange } from '../queue/change/queue-change.ts'
import { sourceKey } from '../queue/content/capture-source.ts'
import { findStoredPage } from '../queue/content/stored-page.ts'
import { claimSiteIcon, postponeSiteIcon, saveSiteIcon, type SiteIcon } from '../queue/content/site-icon.ts'
import { enqueueJob, FETCH_ICON, PRIORITIES } from '../queue/items/item-jobs.ts'
import { itemsOf } from '../queue/lists/items.ts'
import type { Item } from '../queue/model/item.ts'
import { endJob, type Job, requesterOf } from './job.ts'
import type { JobServices } from './job-services.ts'

/** A site is asked again no earlier, in milliseconds; after a failure that may pass, no earlier than the second. */
const KEPT_FOR = 30 * DAY
const RETRY_AFTER = DAY

/** In bytes, of an icon as a site sends it, and of both copies that are kept. */
const MAX_SOURCE_BYTES = 256 * 1024
const MAX_ICON_BYTES = 8 * 1024
const NAME_LENGTH = 8

/** Enqueues fetching the icon of an item's site, unless that was done of late. */
export async function enqueueIcon({ tx, accountId, clock }: QueueChange, { id, site }: Item): Promise<void> {
  const now = clock.now()
  if (!(await claimSiteIcon(tx, { accountId, site, now, dueAt: now + KEPT_FOR }))) return
  // Without the site: a person's next page of it comes first.
  const job = { kind: FETCH_ICON, subject: id, priority: PRIORITIES.icons, dueAt: now, site: null }
  await enqueueJob(tx, accountId, job)
}

/** Fetches the icon of the site of an item whose page was read. */
export async function fetchIcon(services: JobServices, job: Job): Promise<void> {
  const { db, clock } = services
  const { accountId } = job
  const item = await itemsOf(db, accountId).findIfPresent(job.subject)
  if (!item) return void (await endJob(db, job))
  const found = await findIcon(services, job, item)
  await db.transaction(async (tx) => {
    if (found !== 'later' && found) await saveSiteIcon(tx, { accountId, site: item.site }, found)
    if (!(await endJob(tx, job))) return
    if (found === 'later')
      await postponeSiteIcon(tx, { accountId, site: item.site, dueAt: clock.now() + RETRY_AFTER })
  })
}

/** The icon of an item's site; undefined where it has none, `later` where it could not be asked now. */
async function findIcon(
  services: JobServices,
  job: Job,
  item: Item,
): Promise<SiteIcon | 'later' | undefined> {
  const source = item.snapshot ? sourceKey(item.snapshot.source) : 'service'
  const page = await findStoredPage(services.db, { accountId: job.accountId, itemId: item.id }, source)
  // What an agent provides says nothing of the site.
  const isOfSite =
    page &&
    (source === 'service' || source === 'person') &&
    URL.parse(page.url)?.hostname.replace(/^www\./, '') === item.site
  const sources = findIconSources(
    isOfSite ? page : { url: item.url, mediaType: '', charset: undefined, body: new Uint8Array() },
  )
  let mayComeLater = false
  for (const url of sources) {
    const answer = await services.outbound.fetchImage(url, MAX_SOURCE_BYTES)
    if (!answer.ok) mayComeLater ||= answer.retry
    const icon = answer.ok ? await makeIcon(services, job, answer.body) : undefined
    if (icon) return icon
  }
  return mayComeLater ? 'later' : undefined
}

async function makeIcon(
  { thumbnailMaker }: JobServices,
  job: Job,
  body: Uint8Array,
): Promise<SiteIcon | undefined> {
  const image = inspectImage(body) ? body : readIco(body)
  const made = image && (await thumbnailMaker.make(image, SITE_ICON, requesterOf(job)))
  const [small, large] = made ?? []
  if (!small || !large || small.body.length + large.body.length > MAX_ICON_BYTES) return undefined
  const name = createHash('sha256').update(large.body).digest('base64url').slice(0, NAME_LENGTH)
  return { name, small: small.body, large: large.body }
}
