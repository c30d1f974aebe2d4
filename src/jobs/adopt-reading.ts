import { imageName, inspectImage } from '../articles/images.ts'
import { isWorse } from '../articles/judge.ts'
import type { Article, PageFacts, Reading } from '../articles/page.ts'
import { parseRendered, RENDERER_VERSION } from '../articles/rendered-article.ts'
import { keepArticle, witnessOf } from '../queue/article.ts'
import type { QueueChange } from '../queue/change.ts'
import type { Item } from '../queue/item.ts'
import { enqueueJob, KEEP_IMAGES, PRIORITIES } from '../queue/item-work.ts'
import { dropOtherImages, imagesOf, keepImage } from '../queue/kept-image.ts'
import { keepPage, type KeptPage } from '../queue/kept-page.ts'

type ArticleReading = Extract<Reading, { outcome: 'article' }>

/** Keeps what came of reading a page, unless something better of it is kept already. */
export async function adoptReading(
  change: QueueChange,
  item: Item,
  page: KeptPage,
  reading: Reading,
): Promise<void> {
  const { tx, accountId, now } = change
  await change.touchContent(item.id)
  const read = { ...page, readAt: now }
  if (reading.outcome === 'article') {
    const better = await whatIsBetter(change, item, page, reading.article)
    if (better === undefined) return adoptArticle(change, item, page, reading)
    if (page.seenBy === 'person') await keepPage(tx, accountId, item.id, read)
    await change.keep(item, ready(item, item.content.type, better))
    return
  }
  // The page is kept where there is nothing better: a later extractor may make something of it.
  const isKept = item.wordCount === null && reading.outcome === 'unreadable'
  if (isKept || page.seenBy === 'person') await keepPage(tx, accountId, item.id, read)
  const known = withFacts(item, reading.facts, 'missing')
  const after =
    reading.outcome === 'unreadable'
      ? failToRead(known, reading.reason)
      : ready(known, reading.mediaType, null)
  await change.keep(item, after)
}

/** Keeps an article in place of the one before. */
export async function adoptArticle(
  change: QueueChange,
  item: Item,
  page: KeptPage,
  { facts, article }: ArticleReading,
): Promise<void> {
  const { tx, accountId, now } = change
  await change.touchContent(item.id)
  await keepPage(tx, accountId, item.id, { ...page, readAt: now })
  const kept = { ...article, version: RENDERER_VERSION, seenBy: page.seenBy, keptAt: now }
  await keepArticle(tx, accountId, item.id, kept)
  const { wordCount, readingMinutes } = article
  const after = { ...withFacts(item, facts), wordCount, readingMinutes }
  const imageName = after.imageUrl === item.imageUrl ? item.imageName : null
  await change.keep(item, ready({ ...after, imageName }, page.mediaType, null), {
    text: article.text,
  })
  const wanted = imagesWanted(after, article.rendered)
  await keepOnlyImages(change, after, article, wanted)
  await leaveImages(change, after, wanted)
}

/** The item after a fetch that brought nothing: what was kept before still counts. */
export function failToRead(item: Item, reason: string): Item {
  if (item.wordCount === null) return { ...item, content: { ...item.content, status: 'failed', reason } }
  return ready(item, item.content.type, `${reason} The copy from before is kept.`)
}

/** A browser may hand a page over before it is there: fewer words than this stand in nobody's way. */
const GLIMPSE = 50

/** In words why what is kept stays; undefined where the new article takes its place. */
export async function whatIsBetter(
  { tx, accountId }: QueueChange,
  item: Item,
  { seenBy }: Pick<KeptPage, 'seenBy'>,
  article: Article,
): Promise<string | undefined> {
  if (item.wordCount === null) return undefined
  const witness = await witnessOf(tx, accountId, item.id)
  const kept = { wordCount: item.wordCount }
  if (witness === 'person' && seenBy === 'service') {
    const isGlimpse = kept.wordCount < GLIMPSE && isWorse(kept, article)
    return isGlimpse ? undefined : 'The copy from your browser is kept.'
  }
  if (!isWorse(article, kept)) return undefined
  return 'The page holds much less now than before; the copy from before is kept.'
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

/** Keeps the images that lie in the article itself, and those of its others that are kept already. */
async function keepOnlyImages(
  { tx, accountId }: QueueChange,
  item: Item,
  { inlineImages }: Article,
  wanted: string[],
): Promise<void> {
  for (const { source, body } of inlineImages) {
    const inspected = inspectImage(body)
    if (inspected) await keepImage(tx, accountId, item.id, { ...inspected, name: imageName(source), body })
  }
  const inline = inlineImages.map(({ source }) => source)
  const names = [...inline, ...wanted].map(imageName)
  await dropOtherImages(tx, accountId, item.id, names)
}

/** What is missing of an article's images comes after it, since it can be read without them. */
export async function leaveImages(
  { tx, accountId, clock }: QueueChange,
  item: Item,
  wanted: string[],
): Promise<void> {
  const kept = new Set((await imagesOf(tx, accountId, item.id)).map(({ name }) => name))
  if (wanted.every((source) => kept.has(imageName(source)))) return
  const job = { kind: KEEP_IMAGES, priority: PRIORITIES.freshImages, dueAt: clock.now(), site: null }
  await enqueueJob(tx, accountId, item.id, job)
}

/** The sources of an item's lead image and of those in its article, as it was rendered. */
export function imagesWanted({ imageUrl }: Item, rendered: string): string[] {
  const inArticle = parseRendered(rendered)?.imageSources ?? []
  return [...new Set([...(imageUrl === null ? [] : [imageUrl]), ...inArticle])]
}
