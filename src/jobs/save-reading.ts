import { imageName, inspectImage } from '../articles/images.ts'
import { isWorse } from '../articles/block-reason.ts'
import type { Article, PageFacts, Reading } from '../articles/page.ts'
import { parseRendered, RENDERER_VERSION } from '../articles/rendered-article.ts'
import { findArticle, saveArticle } from '../queue/content/article.ts'
import { sourceKey } from '../queue/content/capture-source.ts'
import type { QueueChange } from '../queue/change/change-queue.ts'
import type { Item } from '../queue/model/item.ts'
import { enqueueJob, SAVE_IMAGES, PRIORITIES } from '../queue/items/item-jobs.ts'
import { dropOtherImages, imagesOf, saveImage } from '../queue/content/saved-image.ts'
import { saveSnapshot, type PageSnapshot } from '../queue/content/page-snapshot.ts'
import type { OnBehalf } from '../queue/history/change-recorder.ts'
import { imagesInVersions, MAX_VERSIONS, archiveVersion, versionsOf } from '../queue/content/page-versions.ts'
import { requesterOf } from './requester.ts'

type ArticleReading = Extract<Reading, { outcome: 'article' }>

/** The action recorded when somebody's change replaced the displayed copy. */
export const REPLACE_PAGE = 'replace-page'

/** Saves the result of reading a page, unless a better copy is shown already. `act` is the save that provided the page. */
export async function saveReading(
  queue: QueueChange,
  item: Item,
  page: PageSnapshot,
  reading: Reading,
  act?: number,
): Promise<void> {
  await queue.touchContent(item.id)
  if (reading.outcome === 'article') {
    const onBehalf = await requesterOf(queue, item, page, act)
    const keepReason =
      reasonToKeepShown(item, page, reading.article) ?? (await reasonVersionsAreFull(queue, item, onBehalf))
    if (keepReason === undefined) return showArticle(queue, item, page, reading, onBehalf)
    await saveHiddenSnapshot(queue, item, page)
    await queue.saveItem(item, ready(item, item.content.type, keepReason))
    return
  }
  // Saved although unreadable, since a later release may be able to read it.
  if (page.source.kind !== 'service') await saveHiddenSnapshot(queue, item, page)
  else if (item.wordCount === null && reading.outcome === 'unreadable')
    await saveSnapshot(queue.tx, queue.accountId, item.id, page)
  const known = withFacts(item, reading.facts, 'missing')
  const after =
    reading.outcome === 'unreadable'
      ? afterFailedFetch(known, reading.reason)
      : ready(known, reading.mediaType, null)
  await queue.saveItem(item, after)
}

/** Saves a page without showing it, unless the shown copy has the same source. */
export async function saveHiddenSnapshot(
  { tx, accountId }: QueueChange,
  { id, snapshot }: Item,
  page: PageSnapshot,
): Promise<void> {
  if (snapshot && sourceKey(snapshot.source) === sourceKey(page.source)) return
  await saveSnapshot(tx, accountId, id, page)
}

/** Shows an article and archives the previous one as a version. `onBehalf` is who caused it. */
export async function showArticle(
  queue: QueueChange,
  item: Item,
  page: PageSnapshot,
  { facts, article }: ArticleReading,
  onBehalf?: OnBehalf,
): Promise<void> {
  const { tx, accountId, now, random } = queue
  await queue.touchContent(item.id)
  const { wordCount, readingMinutes } = article
  const { source, fetchedAt } = page
  const isSame = item.snapshot !== null && (await isSameCopy(queue, item, page, article))
  const snapshot =
    isSame && item.snapshot ? item.snapshot : { id: random.id(), source, at: fetchedAt, words: wordCount }
  if (!isSame && item.snapshot) await archiveVersion(tx, accountId, item.id, item.snapshot, now)
  const after = { ...withFacts(item, facts), wordCount, readingMinutes, snapshot }
  const imageSources = imageSourcesOf(after, article.rendered)
  const imageNames = [...article.inlineImages.map(({ source }) => source), ...imageSources].map(imageName)
  await saveSnapshot(tx, accountId, item.id, { ...page, snapshotId: snapshot.id })
  const saved = { ...article, version: RENDERER_VERSION, source, imageNames, storedAt: now }
  await saveArticle(tx, accountId, item.id, saved)
  const leadName = after.imageUrl === item.imageUrl ? item.imageName : null
  const isReplaced = !isSame && onBehalf !== undefined
  await queue.saveItem(item, ready({ ...after, imageName: leadName }, page.mediaType, null), {
    text: article.text,
    ...(isReplaced && { action: REPLACE_PAGE, onBehalf }),
  })
  await replaceImages(queue, after, article, imageNames)
  await enqueueImages(queue, after, imageSources)
}

/** Whether this is the shown copy: the same page read again, or fetched again without changes. */
async function isSameCopy(
  { tx, accountId }: QueueChange,
  { id, snapshot }: Item,
  { source, snapshotId }: PageSnapshot,
  article: Article,
): Promise<boolean> {
  if (snapshotId !== null && snapshotId === snapshot?.id) return true
  if (source.kind !== 'service' || snapshot?.source.kind !== 'service') return false
  return (await findArticle(tx, accountId, id, 'html')) === article.html
}

/** The item after a failed fetch; a previous copy stays. */
export function afterFailedFetch(item: Item, reason: string): Item {
  if (item.wordCount === null) return { ...item, content: { ...item.content, status: 'failed', reason } }
  return ready(item, item.content.type, `${reason} The copy from before is kept.`)
}

/** Words; a browser may capture a page before it has loaded, so a shorter copy may be replaced by any better one. */
const MIN_MEANINGFUL_WORDS = 50

const MUCH_LESS = 'The page holds much less now than before; the copy from before is kept.'

/**
 * Why the shown copy stays, as a sentence; undefined if the new article replaces it. Only another copy from the person's
 * browser replaces one; an agent's copy replaces a fetched one only if it is much longer.
 */
export function reasonToKeepShown(
  { wordCount, snapshot }: Item,
  { source }: Pick<PageSnapshot, 'source'>,
  article: Article,
): string | undefined {
  if (wordCount === null) return undefined
  const shown = { wordCount }
  const isWorseNow = isWorse(article, shown)
  const [was, is] = [snapshot?.source.kind ?? 'service', source.kind]
  if (was === 'person' && is !== 'person') {
    const isIncomplete = is === 'service' && wordCount < MIN_MEANINGFUL_WORDS && isWorse(shown, article)
    return isIncomplete ? undefined : 'The copy from your browser is kept.'
  }
  if (was === 'service' && is === 'agent') {
    return isWorse(shown, article) ? undefined : 'The copy that was fetched is kept.'
  }
  if (was === 'agent' && is === 'person') {
    return isWorseNow && article.wordCount < MIN_MEANINGFUL_WORDS ? MUCH_LESS : undefined
  }
  return isWorseNow ? MUCH_LESS : undefined
}

/** Why an agent can't replace the copy again, as a sentence: all previous versions must stay restorable. */
async function reasonVersionsAreFull(
  { tx, accountId }: QueueChange,
  { id, snapshot }: Item,
  onBehalf: OnBehalf | undefined,
): Promise<string | undefined> {
  if (snapshot === null || onBehalf?.actor.kind !== 'agent' || onBehalf.actor.isBrowser) return undefined
  const versions = await versionsOf(tx, accountId, [id])
  return versions.size < MAX_VERSIONS
    ? undefined
    : 'This page was replaced too often for an agent to replace it again; the copy from before is kept. Fetch it again yourself.'
}

function ready(item: Item, type: string | null, reason: string | null): Item {
  return { ...item, content: { status: 'ready', reason, type } }
}

/** The item with the facts of its page; `missing` only fills in those that are still unknown. */
function withFacts(item: Item, facts: PageFacts, extent: 'all' | 'missing' = 'all'): Item {
  const { title, ...others } = facts
  const pageFacts = { pageTitle: title, ...others }
  const known = (name: keyof typeof pageFacts) => (extent === 'all' ? null : item[name]) ?? pageFacts[name]
  const names = Object.keys(pageFacts) as (keyof typeof pageFacts)[]
  return { ...item, ...Object.fromEntries(names.map((name) => [name, known(name)])) }
}

/** Saves the images embedded in the article, and drops those that neither it nor a version uses. */
async function replaceImages(
  { tx, accountId }: QueueChange,
  item: Item,
  { inlineImages }: Article,
  names: string[],
): Promise<void> {
  for (const { source, body } of inlineImages) {
    const inspected = inspectImage(body)
    if (inspected) await saveImage(tx, accountId, item.id, { ...inspected, name: imageName(source), body })
  }
  const before = await imagesInVersions(tx, accountId, item.id)
  if (before) await dropOtherImages(tx, accountId, item.id, [...names, ...before])
}

/** Enqueues fetching the missing images of an article, which can be read without them. */
export async function enqueueImages(
  { tx, accountId, clock }: QueueChange,
  item: Item,
  wanted: string[],
): Promise<void> {
  const savedNames = new Set((await imagesOf(tx, accountId, item.id)).map(({ name }) => name))
  if (wanted.every((source) => savedNames.has(imageName(source)))) return
  const job = { kind: SAVE_IMAGES, priority: PRIORITIES.freshImages, dueAt: clock.now(), site: null }
  await enqueueJob(tx, accountId, item.id, job)
}

/** The sources of an item's lead image and of the images in its rendered article. */
export function imageSourcesOf({ imageUrl }: Item, rendered: string): string[] {
  const inArticle = parseRendered(rendered)?.imageSources ?? []
  return [...new Set([...(imageUrl === null ? [] : [imageUrl]), ...inArticle])]
}
