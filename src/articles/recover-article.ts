import type { Element } from './dom.ts'
import { findEmbeddedText, markupOf } from './embedded-text.ts'
import { buildTree } from './page-tree.ts'

/** In UTF-16 units: a page with more text of its own needs no other. */
const ENOUGH_TEXT = 1500
const NO_TEXT = 350
/** The page's own text against the one that it brings along: with more of it the page shows the article itself. */
const SHOWN_SHARE = 0.5

/** A page as it was sent, what was found of its article, and the text that its JSON-LD has of it. */
type Shown = { html: string; url: string; textLength: number; linkedBody: string | undefined }

/**
 * Gives the article that a page brings along without showing it: in its JSON-LD, in templates or in the state of its
 * scripts. Undefined where the page shows its text itself, or has no other.
 */
export function recoverArticle(shown: Shown): { element: Element; dataUris: string[] } | undefined {
  const text = hiddenText(shown)
  if (text === undefined) return undefined
  const { document, dataUris } = buildTree(markupOf(text), shown.url)
  const length = document.body.textContent.trim().length
  return length * SHOWN_SHARE > shown.textLength ? { element: document.body, dataUris } : undefined
}

function hiddenText({ html, textLength, linkedBody }: Shown): string | undefined {
  if (textLength < ENOUGH_TEXT && linkedBody !== undefined && linkedBody.length * SHOWN_SHARE > textLength) {
    return linkedBody
  }
  return textLength < NO_TEXT ? findEmbeddedText(html) : undefined
}
