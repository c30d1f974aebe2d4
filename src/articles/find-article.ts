import { Readability } from '@mozilla/readability'
import type { Document } from './document.ts'
import type { Element } from './dom.ts'

/** What is known of the article already, so that its title and byline can be told from its text. */
type Known = { title: string | null; author: string | null }

/** An article in the tree of its page. */
export type Found = { element: Element; byline: string | null; direction: string | null }

/** Finds the article of a page by how its text lies; takes the tree apart. */
export function findArticle(document: Document, known: Known): Found | undefined {
  document.describe(known)
  const readability = new Readability<Element>(document as never, {
    serializer: (element) => element as never,
    disableJSONLD: true,
    keepClasses: true,
    // Embeds of no use are gone; the others become links later.
    allowedVideoRegex: /^https?:/,
  })
  const found = readability.parse()
  if (!found?.content) return undefined
  return { element: found.content, byline: found.byline ?? null, direction: found.dir ?? null }
}
