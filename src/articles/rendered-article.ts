import { escapeText } from '../text/escape-text.ts'
import type { Heading } from './headings.ts'
import { removeInvisible } from '../text/invisible-characters.ts'

/**
 * An article as it was made safe once, in an extraction thread. Only its images are filled in when it is shown, since
 * they are fetched later: `html` is without them.
 */
export type RenderedArticle = {
  html: string
  images: PlacedImage[]
  headings: Heading[]
  /** Where the first of its images are to be fetched from. */
  imageSources: string[]
}

/** An image: where in `html` it belongs (UTF-16 units), in rising order, and the name under which it is kept. */
export type PlacedImage = {
  at: number
  name: string
  alt: string
  /** Set within a link, which leads elsewhere. */
  isLinked?: true
}

/** Where an image is kept, and its size in pixels. */
export type ShownImage = {
  href: string
  width: number
  height: number
  /** What a link to the image itself is called where its alternative text says nothing; without it there is none. */
  linkLabel?: string | undefined
}

/** In pixels: a narrower image would not open any larger. */
const MIN_LINKED_WIDTH = 400

/** Of the rules by which articles are rendered: with a new one, what was rendered by an older one is rendered again. */
export const RENDERER_VERSION = 5

/** Stands in the place of an article that no thread could render within its limits. */
export const TOO_COMPLEX = ''

/** A rendered article as it is stored: one line of JSON, then its HTML as it is. */
export function serializeRendered({ html, ...about }: RenderedArticle): string {
  return `${JSON.stringify(about)}\n${html}`
}

/** Reads what `serializeRendered` wrote; undefined for TOO_COMPLEX. */
export function parseRendered(stored: string): RenderedArticle | undefined {
  if (stored === TOO_COMPLEX) return undefined
  const end = stored.indexOf('\n')
  const about = JSON.parse(stored.slice(0, end)) as Omit<RenderedArticle, 'html'>
  return { ...about, html: stored.slice(end + 1) }
}

/**
 * Fills in the images of an article; one that is not kept leaves its alternative text. Nothing else is done to the
 * markup, which was made safe, and nothing of its text is looked at.
 */
export function showArticle(
  { html, images }: Pick<RenderedArticle, 'html' | 'images'>,
  imageOf: (name: string) => ShownImage | undefined,
): string {
  return placeImages(html, images, ({ name, alt, isLinked }) => {
    const kept = imageOf(name)
    if (!kept) return wordsFor(alt)
    return isLinked || kept.width < MIN_LINKED_WIDTH ? imageTag(kept, alt) : linkedImage(kept, alt)
  })
}

/** Puts markup into the places of images. */
export function placeImages(
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
