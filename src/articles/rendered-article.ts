import { escapeText } from '../text/escape-text.ts'
import type { Heading } from './headings.ts'
import { removeInvisible } from '../text/invisible-characters.ts'

/**
 * An article that was sanitised once, in an extraction thread. `html` is without images: they are filled in when it
 * is shown, since they are fetched later.
 */
export type RenderedArticle = {
  html: string
  images: PlacedImage[]
  headings: Heading[]
  /** The sources of the first images, to be fetched. */
  imageSources: string[]
}

/** An image: its position in `html` (UTF-16 units, ascending), and the name under which it is stored. */
export type PlacedImage = {
  at: number
  name: string
  alt: string
  /** Whether the image is inside a link. */
  isLinked?: true
}

/** The address of a stored image, and its size in pixels. */
export type ShownImage = {
  href: string
  width: number
  height: number
  /** The label of a link to the image itself if the alternative text is empty. Without it there is no link. */
  linkLabel?: string | undefined
}

/** In pixels: a narrower image would not open any larger. */
const MIN_LINKED_WIDTH = 400

/** The version of the rules for rendering. Articles rendered with an older version are rendered again. */
export const RENDERER_VERSION = 5

/** Stored instead of an article that could not be rendered within the limits of a thread. */
export const TOO_COMPLEX = ''

/** A rendered article in its stored format: one line of JSON, then its HTML. */
export function serializeRendered({ html, ...about }: RenderedArticle): string {
  return `${JSON.stringify(about)}\n${html}`
}

/** Reads what `serializeRendered` wrote; undefined for TOO_COMPLEX. */
export function parseRendered(stored: string): RenderedArticle | undefined {
  if (stored === TOO_COMPLEX) return undefined
  const end = stored.indexOf('\n')
  const metadata = JSON.parse(stored.slice(0, end)) as Omit<RenderedArticle, 'html'>
  return { ...metadata, html: stored.slice(end + 1) }
}

/**
 * Fills in the images of an article; one that is not stored is replaced by its alternative text. The rest of the
 * markup, which is already sanitised, stays unchanged.
 */
export function fillInImages(
  { html, images }: Pick<RenderedArticle, 'html' | 'images'>,
  imageOf: (name: string) => ShownImage | undefined,
): string {
  return insertImages(html, images, ({ name, alt, isLinked }) => {
    const kept = imageOf(name)
    if (!kept) return wordsFor(alt)
    return isLinked || kept.width < MIN_LINKED_WIDTH ? imageTag(kept, alt) : linkedImage(kept, alt)
  })
}

/** Inserts markup at the positions of images. */
export function insertImages(
  html: string,
  images: PlacedImage[],
  markupOf: (image: PlacedImage) => string,
): string {
  let placed = ''
  let from = 0
  for (const image of images) {
    placed += html.slice(from, image.at) + markupOf(image)
    from = image.at
  }
  return placed + html.slice(from)
}

function linkedImage(image: ShownImage, alt: string): string {
  const { href, linkLabel } = image
  if (linkLabel === undefined) return imageTag(image, alt)
  const label = alt.trim() === '' ? ` aria-label="${escapeText(linkLabel)}"` : ''
  return `<a class="zoom" href="${escapeText(href)}"${label}>${imageTag(image, alt)}</a>`
}

function imageTag({ href, width, height }: ShownImage, alt: string): string {
  const words = escapeText(removeInvisible(alt))
  return `<img src="${escapeText(href)}" alt="${words}" width="${width}" height="${height}" loading="lazy" decoding="async" />`
}

function wordsFor(alt: string): string {
  return alt.trim() === '' ? '' : escapeText(removeInvisible(alt))
}
