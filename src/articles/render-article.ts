import { headingsOf } from './headings.ts'
import { imageName, findImageSources } from './images.ts'
import { type PlacedImage, type RenderedArticle, fillInImages } from './rendered-article.ts'
import type { Markup } from './read-markup.ts'
import { sanitise } from './sanitise.ts'

/** The most images of one article that are shown; later ones are replaced by their alternative text. */
const MAX_SHOWN_IMAGES = 1000

/** The placeholder of an image while markup is sanitised: its source is the index of the image. */
const PLACEHOLDER = /<img src="(\d+)" \/>/g

/**
 * Sanitises an extracted article. Time and memory grow with its length, so call it only in a thread that can be
 * terminated. Nothing in the article can imitate a placeholder, since sanitising rewrites each remaining tag and
 * escapes each `<` in texts and values.
 */
export function renderArticle(source: Markup): RenderedArticle {
  const known: { src: string; alt: string }[] = []
  const safe = sanitise(source, ({ src = '', alt = '' }) => {
    if (known.length === MAX_SHOWN_IMAGES) return alt.trim() ? { words: alt } : undefined
    return { image: { src: String(known.push({ src, alt }) - 1) } }
  })
  const images: PlacedImage[] = []
  let html = ''
  let from = 0
  let isLinked = false
  for (const placeholder of safe.matchAll(PLACEHOLDER)) {
    const before = safe.slice(from, placeholder.index)
    isLinked = isInLink(before, isLinked)
    html += before
    from = placeholder.index + placeholder[0].length
    const { src, alt } = known[Number(placeholder[1])]!
    images.push({ at: html.length, name: imageName(src), alt, ...(isLinked && { isLinked }) })
  }
  html += safe.slice(from)
  if (html.includes('<img')) throw new Error('An image is left that nobody placed.')
  const inWords = fillInImages({ html, images }, () => undefined)
  return { html, images, headings: headingsOf(inWords), imageSources: findImageSources(source) }
}

/** Whether a link is open at the end of some markup, given whether one was open at its beginning. Links are not nested. */
function isInLink(markup: string, wasInLink: boolean): boolean {
  const [opened, closed] = [markup.lastIndexOf('<a '), markup.lastIndexOf('</a>')]
  return opened === closed ? wasInLink : opened > closed
}
