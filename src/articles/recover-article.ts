import type { Element } from './dom.ts'
import { findEmbeddedText, markupOf } from './embedded-text.ts'
import { isBeginning } from './teaser.ts'
import { buildTree } from './page-tree.ts'

/** In UTF-16 units: of a page that shows next to nothing, and of the longest teaser. */
const NEXT_TO_NOTHING = 350
const MAX_TEASER_LENGTH = 1500
/** The page's own text against the one that it brings along: with more of it the page shows the article itself. */
const SHOWN_SHARE = 0.5

/** A page as it was sent, the text that was found of its article, and the one that its JSON-LD has of it. */
type Shown = { html: string; url: string; text: string; linkedBody: string | undefined }

/**
 * Gives the article that a page brings along without showing it: in its JSON-LD, in templates or in the state of its
 * scripts. Undefined where the page has no other text than it shows, and where it shows more than next to nothing, unless
 * that is a beginning of the text in its JSON-LD: a person would read something else.
 */
export function recoverArticle(shown: Shown): { element: Element; dataUris: string[] } | undefined {
  const text = hiddenText(shown)
  if (text === undefined) return undefined
  const { document, dataUris } = buildTree(markupOf(text), shown.url)
  const length = document.body.textContent.trim().length
  return length * SHOWN_SHARE > shown.text.trim().length ? { element: document.body, dataUris } : undefined
}

function hiddenText({ html, text, linkedBody }: Shown): string | undefined {
  const { length } = text.trim()
  if (linkedBody !== undefined && linkedBody.length * SHOWN_SHARE > length) {
    if (length < NEXT_TO_NOTHING) return linkedBody
    if (length <= MAX_TEASER_LENGTH && isBeginning(text, linkedBody)) return linkedBody
  }
  return length < NEXT_TO_NOTHING ? findEmbeddedText(html) : undefined
}
