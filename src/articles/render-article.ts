import { headingsOf } from './headings.ts'
import { imageName, imageSourcesOf } from './images.ts'
import { type PlacedImage, type RenderedArticle, showArticle } from './rendered-article.ts'
import type { Markup } from './read-markup.ts'
import { sanitise } from './sanitise.ts'

/** Images that are shown of one article; what comes after them leaves its words. */
const MAX_SHOWN_IMAGES = 1000

/** All that an image's tag is while markup is made safe: the number of what is known of it. */
const PLACEHOLDER = /<img src="(\d+)" \/>/g

/**
 * Makes an extracted article safe to show. Takes time and memory with its length: only for a thread that may be ended.
 * Nothing of the article can pass for a placeholder: each tag that is left was written anew, and each `<` of a text
 * or a value was escaped.
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
  const inWords = showArticle({ html, images }, () => undefined)
  return { html, images, headings: headingsOf(inWords), imageSources: imageSourcesOf(source) }
}

/** Whether a link is open at the end of some markup; it was at its beginning or not. Links are not nested. */
function isInLink(markup: string, wasInLink: boolean): boolean {
  const [opened, closed] = [markup.lastIndexOf('<a '), markup.lastIndexOf('</a>')]
  return opened === closed ? wasInLink : opened > closed
}
