import type { Element } from './dom.ts'
import { findEmbeddedText, markupOf } from './embedded-text.ts'
import { isBeginning } from './teaser.ts'
import { buildTree } from './page-tree.ts'

/** In UTF-16 units: a page with less text shows next to nothing; and the longest teaser. */
const MIN_VISIBLE_LENGTH = 350
const MAX_TEASER_LENGTH = 1500
/** The page's own text against the one that it brings along: with more of it the page shows the article itself. */
const SHOWN_SHARE = 0.5

/** A page as it was sent, the text that was found of its article, and the one that its JSON-LD has of it. */
type VisiblePage = { html: string; url: string; text: string; jsonLdBody: string | undefined }

/**
 * Gives the article that a page brings along without showing it: in its JSON-LD, in templates or in the state of its
 * scripts. Undefined where the page has no other text than it shows, and where it shows more than next to nothing, unless
 * that is a beginning of the text in its JSON-LD: a person would read something else.
 */
export function recoverArticle(page: VisiblePage): { element: Element; dataUris: string[] } | undefined {
  const text = hiddenText(page)
  if (text === undefined) return undefined
  const { document, dataUris } = buildTree(markupOf(text), page.url)
  const length = document.body.textContent.trim().length
  return length * SHOWN_SHARE > page.text.trim().length ? { element: document.body, dataUris } : undefined
}

function hiddenText({ html, text, jsonLdBody }: VisiblePage): string | undefined {
  const { length } = text.trim()
  if (jsonLdBody !== undefined && jsonLdBody.length * SHOWN_SHARE > length) {
    if (length < MIN_VISIBLE_LENGTH) return jsonLdBody
    if (length <= MAX_TEASER_LENGTH && isBeginning(text, jsonLdBody)) return jsonLdBody
  }
  return length < MIN_VISIBLE_LENGTH ? findEmbeddedText(html) : undefined
}
