import type { ExtractionChoice } from '../settings/extraction-choice.ts'
import { imageName, inspectImage } from '../articles/images.ts'
import { isWorse } from '../articles/block-reason.ts'
import type { Article, PageMetadata, Extraction } from '../articles/page.ts'
import { RENDERER_VERSION } from '../articles/rendered-article.ts'
import { findArticle, saveArticle } from '../queue/content/article.ts'
import { sourceKey } from '../queue/content/capture-source.ts'
import type { QueueChange } from '../queue/change/queue-change.ts'
import type { Item } from '../queue/model/item.ts'
import { enqueueJob, SAVE_IMAGES, PRIORITIES } from '../queue/items/item-jobs.ts'
import { deleteOtherImages, readImages, saveImage } from '../queue/content/saved-image.ts'
import { storePage, type StoredPage } from '../queue/content/stored-page.ts'
import type { OnBehalf } from '../queue/history/change-recorder.ts'
import {
  imagesInVersions,
  MAX_VERSIONS,
  archiveVersion,
  readVersions,
} from '../queue/content/page-versions.ts'
import { imageNamesOf, leadImageOf } from './item-images.ts'
import { refetcherOf, requesterOf } from './requester.ts'

type ArticleExtraction = Extract<Extraction, { outcome: 'article' }>

/** The action recorded when somebody's change replaced the displayed copy. */
const REPLACE_PAGE = 'replace-page'

/** The result of reading a page. */
type ReadPage = {
  page: StoredPage
  extraction: Extraction
  choice: ExtractionChoice
  /** The save that provided the page. */
  act?: number
  /** Somebody chose another way to read the kept page, so that its text is shown even if it is less. */
  isReread?: true
}

/** Saves the result of reading a page, unless a better copy is shown already. */
export async function saveReading(
  queue: QueueChange,
  item: Item,
  { page, extraction, choice, act, isReread }: ReadPage,
): Promise<void> {
  await queue.touchContent(item.id)
  if (extraction.outcome === 'article') {
    const onBehalf = isReread
      ? await refetcherOf(queue.tx, { accountId: queue.accountId, itemId: item.id })
      : await requesterOf(queue, item, { source: page.source, act })
    const keepReason =
      (isReread ? undefined : reasonToKeepShown(item, page, extraction.article)) ??
      (await reasonVersionsAreFull(queue, item, onBehalf))
    if (keepReason === undefined) {
      return replaceArticle(queue, item, { page, extraction, choice, onBehalf, isReread })
    }
    await saveHiddenSnapshot(queue, item, page)
    await queue.saveItem(item, ready(item, item.content.type, keepReason))
    return
  }
  // Saved although unreadable, since a later release may be able to read it.
  if (page.source.kind !== 'service') await saveHiddenSnapshot(queue, item, page)
  else if (item.wordCount === null && extraction.outcome === 'unreadable')
    await storePage(queue.tx, { accountId: queue.accountId, itemId: item.id }, page)
  const known = withMetadata(item, extraction.metadata, 'missing')
  const after =
    extraction.outcome === 'unreadable'
      ? afterFailedFetch(known, extraction.reason)
      : ready(known, extraction.mediaType, null)
  await queue.saveItem(item, after)
}

/** Saves a page without showing it, unless the shown copy has the same source. */
export async function saveHiddenSnapshot(
  { tx, accountId }: QueueChange,
  { id, snapshot }: Item,
  page: StoredPage,
): Promise<void> {
  if (snapshot && sourceKey(snapshot.source) === sourceKey(page.source)) return
  await storePage(tx, { accountId, itemId: id }, page)
}

/** How an article came about: how it was to be found, and who caused it. */
type Origin = Pick<ReadPage, 'choice'> & { isReread?: true | undefined; onBehalf?: OnBehalf | undefined }

const SAME_TEXT = 'Read that way, the page gives the same text.'

type ReplacedArticle = Origin & { page: StoredPage; extraction: ArticleExtraction }

/** Replaces the article of an item and archives the previous one as a version. */
export async function replaceArticle(
  queue: QueueChange,
  item: Item,
  { page, extraction: { metadata, article }, choice, onBehalf, isReread }: ReplacedArticle,
): Promise<void> {
  const { tx, accountId, now, random } = queue
  const key = { accountId, itemId: item.id }
  await queue.touchContent(item.id)
  const { wordCount, readingMinutes } = article
  const { source, fetchedAt } = page
  const isSame =
    item.snapshot !== null &&
    (isReread ? await isSameText(queue, item, article) : await isSameCopy(queue, item, { page, article }))
  const {
    choice: _,
    method: __,
    ...copy
  } = isSame && item.snapshot ? item.snapshot : { id: random.id(), source, at: fetchedAt, words: wordCount }
  const { method } = article
  const snapshot = { ...copy, ...(choice !== 'automatic' && { choice }), ...(method && { method }) }
  if (!isSame && item.snapshot) await archiveVersion(tx, key, { snapshot: item.snapshot, now })
  const after = { ...withMetadata(item, metadata), wordCount, readingMinutes, snapshot }
  const inlineNames = article.inlineImages.map(({ source }) => imageName(source))
  const savedImages = await readImages(tx, key)
  const imageNames = [...inlineNames, ...imageNamesOf(after, article.rendered, savedImages)]
  await storePage(tx, key, { ...page, snapshotId: snapshot.id })
  const saved = { ...article, version: RENDERER_VERSION, source, imageNames, storedAt: now }
  await saveArticle(tx, key, saved)
  const leadName = leadImageOf(after, article.rendered, savedImages)
  const isReplaced = !isSame && onBehalf !== undefined
  const reason = isReread && isSame ? SAME_TEXT : null
  await queue.saveItem(item, ready({ ...after, imageName: leadName }, page.mediaType, reason), {
    text: article.text,
    ...(isReplaced && { action: REPLACE_PAGE, onBehalf }),
  })
  await replaceImages(queue, after, { article, names: imageNames })
  await enqueueImages(queue, after, article.rendered)
}

/** Whether this is the shown copy: the same page read again, or fetched again without changes. */
async function isSameCopy(
  queue: QueueChange,
  item: Item,
  { page: { source, snapshotId }, article }: { page: StoredPage; article: Article },
): Promise<boolean> {
  if (snapshotId !== null && snapshotId === item.snapshot?.id) return true
  if (source.kind !== 'service' || item.snapshot?.source.kind !== 'service') return false
  return isSameText(queue, item, article)
}

async function isSameText({ tx, accountId }: QueueChange, { id }: Item, article: Article): Promise<boolean> {
  return (await findArticle(tx, { accountId, itemId: id }, 'html')) === article.html
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
  { source }: Pick<StoredPage, 'source'>,
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
  const versions = await readVersions(tx, accountId, [id])
  return versions.size < MAX_VERSIONS
    ? undefined
    : 'This page was replaced too often for an agent to replace it again; the copy from before is kept. Fetch it again yourself.'
}

function ready(item: Item, type: string | null, reason: string | null): Item {
  return { ...item, content: { status: 'ready', reason, type } }
}

/** The item with the metadata of its page; `missing` only fills in those that are still unknown. */
function withMetadata(item: Item, metadata: PageMetadata, extent: 'all' | 'missing' = 'all'): Item {
  const { title, ...others } = metadata
  const pageMetadata = { pageTitle: title, ...others }
  const known = (name: keyof typeof pageMetadata) =>
    (extent === 'all' ? null : item[name]) ?? pageMetadata[name]
  const names = Object.keys(pageMetadata) as (keyof typeof pageMetadata)[]
  return { ...item, ...Object.fromEntries(names.map((name) => [name, known(name)])) }
}

/** Saves the images embedded in the article, and drops those that neither it nor a version uses. */
async function replaceImages(
  { tx, accountId }: QueueChange,
  item: Item,
  { article: { inlineImages }, names }: { article: Article; names: string[] },
): Promise<void> {
  const key = { accountId, itemId: item.id }
  for (const { source, body } of inlineImages) {
    const inspected = inspectImage(body)
    if (inspected) await saveImage(tx, key, { ...inspected, name: imageName(source), body })
  }
  const before = await imagesInVersions(tx, key)
  if (before) await deleteOtherImages(tx, key, [...names, ...before])
}

/** Enqueues fetching the missing images of an article, which can be read without them, and making thumbnails. */
export async function enqueueImages(
  { tx, accountId, clock }: QueueChange,
  item: Item,
  rendered: string,
): Promise<void> {
  const saved = await readImages(tx, { accountId, itemId: item.id })
  const savedNames = new Set(saved.map(({ name }) => name))
  if (imageNamesOf(item, rendered, saved).every((name) => savedNames.has(name))) return
  await enqueueJob(tx, accountId, {
    kind: SAVE_IMAGES,
    subject: item.id,
    priority: PRIORITIES.freshImages,
    dueAt: clock.now(),
    site: null,
  })
}
