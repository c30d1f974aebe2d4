import { Readability } from '@mozilla/readability'
import type { Document } from './document.ts'
import type { Element } from './dom.ts'

/** What is known of the article already, so that its title and byline can be told from its text. */
type ArticleHints = { title: string | null; author: string | null }

/** An article in the tree of its page. */
export type FoundArticle = { element: Element; byline: string | null; direction: string | null }

/** Runs Readability; mutates the tree. */
export function findArticle(document: Document, hints: ArticleHints): FoundArticle | undefined {
  document.describe(hints)
  const readability = new Readability<Element>(document as never, {
    serializer: (element) => element as never,
    disableJSONLD: true,
    keepClasses: true,
    // Useless embeds are already removed; the others become links later.
    allowedVideoRegex: /^https?:/,
  })
  const found = readability.parse()
  if (!found?.content) return undefined
  return { element: found.content, byline: found.byline ?? null, direction: found.dir ?? null }
}
