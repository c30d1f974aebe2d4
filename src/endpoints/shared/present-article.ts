import type { Heading } from '../../articles/headings.ts'
import { parseRendered, fillInImages } from '../../articles/rendered-article.ts'
import type { Item } from '../../queue/model/item.ts'
import { readImages } from '../../queue/content/saved-image.ts'
import { renderedArticle } from '../../queue/content/rendered-article.ts'
import type { Services } from '../../services.ts'
import type { AccountId } from '../../ids.ts'

export type PresentedArticle = { html: string; headings: Heading[] }

type Presented = { item: Item; base: string; linkLabel?: string }

/**
 * The sanitised article of an item, with image URLs below `base`, and links of this label to images that open larger; undefined when there is none or nothing is left of it,
 * `too-complex` when rendering failed.
 */
export async function presentArticle(
  services: Services,
  accountId: AccountId,
  { item, base, linkLabel }: Presented,
): Promise<PresentedArticle | 'too-complex' | undefined> {
  if (item.wordCount === null) return undefined
  const key = { accountId, itemId: item.id }
  const stored = await renderedArticle(services, key)
  if (stored === undefined) return undefined
  const article = parseRendered(stored)
  if (!article) return 'too-complex'
  const savedImages = await readImages(services.db, key)
  const images = new Map(savedImages.map((image) => [image.name, image]))
  const html = fillInImages(article, (name) => {
    const image = images.get(name)
    return image && { ...image, href: `${base}/queue/items/${item.id}/images/${name}`, linkLabel }
  })
  return html === '' ? undefined : { html, headings: article.headings }
}
