import { imageName, inspectImage } from '../articles/images.ts'
import {
  LEAD_IMAGE,
  THUMBNAIL_TYPE,
  thumbnailName,
  thumbnailNames,
} from '../articles/thumbnails/thumbnail.ts'
import { MINUTE } from '../ports/clock.ts'
import { changeQueue } from '../queue/change/change-queue.ts'
import { SERVICE } from '../queue/model/actor.ts'
import { SAVE_IMAGES } from '../queue/items/item-jobs.ts'
import { itemsOf } from '../queue/lists/items.ts'
import { quotaExceededReason } from '../queue/items/quota.ts'
import { findImage, readImages, saveImage, type SavedImage } from '../queue/content/saved-image.ts'
import { findRendered, renderedArticle } from '../queue/content/rendered-article.ts'
import { imageNamesOf, imageSourcesOf, leadImageOf } from './item-images.ts'
import { endJob, type Job, requesterOf } from './job.ts'
import type { JobServices } from './job-services.ts'

/** Bytes of all images of one article. */
const MAX_TOTAL_BYTES = 20 * 1024 * 1024
/** Images that take longer are left out. Well within the lease of the job. */
const MAX_TIME = MINUTE
const MAX_CONCURRENT = 3

/** Saves the images of an article, so that reading it sends requests to no other site. */
export async function saveImages(services: JobServices, job: Job): Promise<void> {
  const { db, accountId, subject } = { ...services, ...job }
  const key = { accountId, itemId: subject }
  const item = await itemsOf(db, accountId).findIfPresent(subject)
  const article = item && (await renderedArticle(services, key))
  if (!item || article === undefined) return void (await endJob(db, job))

  const saved = await readImages(db, key)
  const savedNames = new Set(saved.map(({ name }) => name))
  const sources = imageSourcesOf(item, article)
  const names = new Set(sources.map(imageName))
  const savedBytes = saved.reduce((sum, { name, bytes }) => sum + (names.has(name) ? bytes : 0), 0)
  const fetched = await fetchImages(services, {
    sources: sources.filter((source) => !savedNames.has(imageName(source))),
    maxBytes: MAX_TOTAL_BYTES - savedBytes,
  })
  const lead = leadImageOf(item, article, [...saved, ...fetched])
  const images = [...fetched, ...(await thumbnailsOf(services, job, { lead, savedNames, fetched }))]
  const saveAll = (images: SavedImage[], reason: string | null) =>
    changeQueue(services, { accountId, caller: SERVICE, action: SAVE_IMAGES }, async (queue) => {
      if (!(await endJob(queue.tx, job))) return
      const current = await itemsOf(queue.tx, accountId).findIfPresent(subject)
      const { version } = services.articleRenderer
      const shown = current && (await findRendered(queue.tx, key, version))
      if (!current || shown === undefined) return
      // The page may have been fetched again meanwhile.
      const known = [...(await readImages(queue.tx, key)), ...images]
      const named = new Set(imageNamesOf(current, shown, known))
      await queue.touchContent(subject)
      for (const image of images) if (named.has(image.name)) await saveImage(queue.tx, key, image)
      // Recorded even without a lead image, since the article now shows other images.
      const content = { ...current.content, reason: reason ?? current.content.reason }
      await queue.saveItem(current, { ...current, content, imageName: leadImageOf(current, shown, known) })
    })
  try {
    await saveAll(images, null)
  } catch (error) {
    await saveAll([], quotaExceededReason(error, 'Its images were not kept.'))
  }
}

type Images = { lead: string | null; savedNames: Set<string>; fetched: SavedImage[] }

/** The missing thumbnails of an item's lead image. Without them, lists show the image itself. */
async function thumbnailsOf(
  { db, thumbnailMaker }: JobServices,
  job: Job,
  { lead, savedNames, fetched }: Images,
): Promise<SavedImage[]> {
  if (lead === null) return []
  if (thumbnailNames(lead).every((name) => savedNames.has(name))) return []
  const image =
    fetched.find(({ name }) => name === lead) ??
    (await findImage(db, { accountId: job.accountId, itemId: job.subject }, lead))
  const thumbnails = (image && (await thumbnailMaker.make(image.body, LEAD_IMAGE, requesterOf(job)))) ?? []
  return thumbnails.map((thumbnail) => ({
    ...thumbnail,
    name: thumbnailName(lead, thumbnail.width),
    mediaType: THUMBNAIL_TYPE,
  }))
}

/** The images of these sources, those left out that would exceed `maxBytes` together. */
async function fetchImages(
  { outbound, clock }: JobServices,
  { sources, maxBytes }: { sources: string[]; maxBytes: number },
): Promise<SavedImage[]> {
  const images: SavedImage[] = []
  const deadline = clock.now() + MAX_TIME
  let left = maxBytes
  const waiting = [...sources]
  async function fetchNext(): Promise<void> {
    while (clock.now() < deadline) {
      const source = waiting.shift()
      if (source === undefined) return
      const answer = await outbound.fetchImage(source)
      const inspected = answer.ok ? inspectImage(answer.body) : undefined
      if (!answer.ok || !inspected || answer.body.length > left) continue
      left -= answer.body.length
      images.push({ ...inspected, name: imageName(source), body: answer.body })
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, fetchNext))
  return images
}
