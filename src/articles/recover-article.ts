import type { Element } from './dom.ts'
import { findEmbeddedText, toMarkup } from './embedded-text.ts'
import { isTeaserOf } from './teaser.ts'
import { buildTree } from './page-tree.ts'

/** In UTF-16 units: a page with less text shows almost nothing. The second is the longest teaser. */
const MIN_VISIBLE_LENGTH = 350
const MAX_TEASER_LENGTH = 1500
/** If the page shows more than this share of the length of the embedded text, it shows the article itself. */
const SHOWN_SHARE = 0.5

/** A page as it was sent, the visible text found of its article, and the text in its JSON-LD. */
type VisiblePage = { html: string; url: string; text: string; jsonLdBody: string | undefined }

/**
 * The article that a page contains but doesn't show: in its JSON-LD, in templates or in the state of its scripts.
 * Undefined if there is none. Also undefined if the page shows more than almost nothing, unless that is the beginning
 * of the text in its JSON-LD: otherwise people would get another text than the page shows.
 */
export function recoverArticle(page: VisiblePage): { element: Element; dataUris: string[] } | undefined {
  const text = hiddenText(page)
  if (text === undefined) return undefined
  const { document, dataUris } = buildTree(toMarkup(text), page.url)
  const length = document.body.textContent.trim().length
  return length * SHOWN_SHARE > page.text.trim().length ? { element: document.body, dataUris } : undefined
}

function hiddenText({ html, text, jsonLdBody }: VisiblePage): string | undefined {
  const { length } = text.trim()
  if (jsonLdBody !== undefined && jsonLdBody.length * SHOWN_SHARE > length) {
    if (length < MIN_VISIBLE_LENGTH) return jsonLdBody
    if (length <= MAX_TEASER_LENGTH && isTeaserOf(text, jsonLdBody)) return jsonLdBody
  }
  return length < MIN_VISIBLE_LENGTH ? findEmbeddedText(html) : undefined
}
