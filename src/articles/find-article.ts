import { Readability } from '@mozilla/readability'
import type { Document } from './document.ts'
import type { Element } from './dom.ts'

/** What is known of the article already, so that its title and byline can be told from its text. */
type Known = { title: string | null; author: string | null }

/** An article in the tree of its page. */
export type Found = { element: Element; byline: string | null; direction: string | null }

/** Readability without what the building of the tree has done: whole addresses, no styles, nothing hidden. */
class Finder extends Readability<Element> {
  readonly #known: Known

  constructor(document: Document, known: Known) {
    super(document as never, {
      serializer: (element) => element as never,
      disableJSONLD: true,
      keepClasses: true,
      // Embeds of no use are gone; the others become links later.
      allowedVideoRegex: /^https?:/,
    })
    this.#known = known
  }

  _getArticleMetadata(): object {
    return { title: this.#known.title ?? '', byline: this.#known.author }
  }
  _getAllNodesWithTag(node: Element | Document, names: string[]): Element[] {
    return node.getElementsByTagName(...names.map((name) => name.toLowerCase()))
  }
  _isProbablyVisible(): boolean {
    return true
  }
  _unwrapNoscriptImages(): void {}
  _removeScripts(): void {}
  _fixLazyImages(): void {}
  _fixRelativeUris(): void {}
  _cleanStyles(): void {}
}

/** Finds the article of a page; takes the tree apart. */
export function findArticle(document: Document, known: Known): Found | undefined {
  const found = new Finder(document, known).parse()
  if (!found?.content) return undefined
  return { element: found.content, byline: found.byline ?? null, direction: found.dir ?? null }
}
