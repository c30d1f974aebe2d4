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
import { requesterOf } from './asker.ts'

type ArticleReading = Extract<Reading, { outcome: 'article' }>

/** What the history calls it where somebody's act changed which copy is shown. */
export const REPLACE_PAGE = 'replace-page'

/** Keeps what came of reading a page, unless something better of it is kept already. `act`: the save that handed it over. */
export async function adoptReading(
  queue: QueueChange,
  item: Item,
  page: PageSnapshot,
  reading: Reading,
  act?: number,
): Promise<void> {
  await queue.touchContent(item.id)
  if (reading.outcome === 'article') {
    const onBehalf = await requesterOf(queue, item, page, act)
    const better = whatIsBetter(item, page, reading.article) ?? (await whatIsFull(queue, item, onBehalf))
    if (better === undefined) return adoptArticle(queue, item, page, reading, onBehalf)
    await saveBeside(queue, item, page)
    await queue.keep(item, ready(item, item.content.type, better))
    return
  }
  // The page is kept where there is nothing better: a later extractor may make something of it.
  if (page.source.kind !== 'service') await saveBeside(queue, item, page)
  else if (item.wordCount === null && reading.outcome === 'unreadable')
    await saveSnapshot(queue.tx, queue.accountId, item.id, page)
  const known = withFacts(item, reading.facts, 'missing')
  const after =
    reading.outcome === 'unreadable'
      ? failToRead(known, reading.reason)
      : ready(known, reading.mediaType, null)
  await queue.keep(item, after)
}

/** Keeps a page that is not shown, unless the one that is shown is of the same source. */
export async function saveBeside(
  { tx, accountId }: QueueChange,
  { id, snapshot }: Item,
  page: PageSnapshot,
): Promise<void> {
  if (snapshot && sourceKey(snapshot.source) === sourceKey(page.source)) return
  await saveSnapshot(tx, accountId, id, page)
}

/** Shows an article in place of the one before, which is kept as a version. `onBehalf`: whose act it is. */
export async function adoptArticle(
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
  const wanted = imagesWanted(after, article.rendered)
  const imageNames = [...article.inlineImages.map(({ source }) => source), ...wanted].map(imageName)
  await saveSnapshot(tx, accountId, item.id, { ...page, snapshotId: snapshot.id })
  const kept = { ...article, version: RENDERER_VERSION, source, imageNames, keptAt: now }
  await saveArticle(tx, accountId, item.id, kept)
  const leadName = after.imageUrl === item.imageUrl ? item.imageName : null
  const isReplaced = !isSame && onBehalf !== undefined
  await queue.keep(item, ready({ ...after, imageName: leadName }, page.mediaType, null), {
    text: article.text,
    ...(isReplaced && { action: REPLACE_PAGE, onBehalf }),
  })
  await saveOnlyImages(queue, after, article, imageNames)
  await enqueueImages(queue, after, wanted)
}

/** Whether it is the copy that is shown: the same page read again, or what the site still says. */
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

/** The item after a fetch that brought nothing: what was kept before still counts. */
export function failToRead(item: Item, reason: string): Item {
  if (item.wordCount === null) return { ...item, content: { ...item.content, status: 'failed', reason } }
  return ready(item, item.content.type, `${reason} The copy from before is kept.`)
}

/** A browser may hand a page over before it is there: fewer words than this stand in nobody's way. */
const GLIMPSE = 50

const MUCH_LESS = 'The page holds much less now than before; the copy from before is kept.'

/**
 * In words why what is shown stays; undefined where the new article takes its place. Nothing but a copy from their
 * browser takes the place of one; what an agent provides takes that of a fetched one only where it holds much more.
 */
export function whatIsBetter(
  { wordCount, snapshot }: Item,
  { source }: Pick<PageSnapshot, 'source'>,
  article: Article,
): string | undefined {
  if (wordCount === null) return undefined
  const kept = { wordCount }
  const isWorseNow = isWorse(article, kept)
  const [was, is] = [snapshot?.source.kind ?? 'service', source.kind]
  if (was === 'person' && is !== 'person') {
    const isGlimpse = is === 'service' && wordCount < GLIMPSE && isWorse(kept, article)
    return isGlimpse ? undefined : 'The copy from your browser is kept.'
  }
  if (was === 'service' && is === 'agent') {
    return isWorse(kept, article) ? undefined : 'The copy that was fetched is kept.'
  }
  if (was === 'agent' && is === 'person') {
    return isWorseNow && article.wordCount < GLIMPSE ? MUCH_LESS : undefined
  }
  return isWorseNow ? MUCH_LESS : undefined
}

/** In words why an agent replaces no more copies of a page: none of those before may be lost by it. */
async function whatIsFull(
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

/** The item with what its page says of itself; `missing` only fills in what is not known yet. */
function withFacts(item: Item, facts: PageFacts, extent: 'all' | 'missing' = 'all'): Item {
  const { title, ...others } = facts
  const said = { pageTitle: title, ...others }
  const known = (name: keyof typeof said) => (extent === 'all' ? null : item[name]) ?? said[name]
  const names = Object.keys(said) as (keyof typeof said)[]
  return { ...item, ...Object.fromEntries(names.map((name) => [name, known(name)])) }
}

/** Keeps the images that lie in the article itself, and those that its others and the versions have already. */
async function saveOnlyImages(
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

/** What is missing of an article's images comes after it, since it can be read without them. */
export async function enqueueImages(
  { tx, accountId, clock }: QueueChange,
  item: Item,
  wanted: string[],
): Promise<void> {
  const kept = new Set((await imagesOf(tx, accountId, item.id)).map(({ name }) => name))
  if (wanted.every((source) => kept.has(imageName(source)))) return
  const job = { kind: SAVE_IMAGES, priority: PRIORITIES.freshImages, dueAt: clock.now(), site: null }
  await enqueueJob(tx, accountId, item.id, job)
}

/** The sources of an item's lead image and of those in its article, as it was rendered. */
export function imagesWanted({ imageUrl }: Item, rendered: string): string[] {
  const inArticle = parseRendered(rendered)?.imageSources ?? []
  return [...new Set([...(imageUrl === null ? [] : [imageUrl]), ...inArticle])]
}
