import { type Heading, headingsOf } from '../articles/headings.ts'
import { imageName } from '../articles/images.ts'
import { presentArticle } from '../articles/sanitise.ts'
import type { Database } from '../database/database.ts'
import { findArticle } from '../queue/article.ts'
import type { Item } from '../queue/item.ts'
import { imagesOf } from '../queue/kept-image.ts'

/** An article as it is shown. */
export type Presented = { html: string; headings: Heading[] }

/** Makes the article of an item safe to show, its images from below `base`; undefined where nothing is left of it. */
export async function present(
  db: Database,
  accountId: string,
  item: Item,
  base: string,
): Promise<Presented | undefined> {
  const html = await findArticle(db, accountId, item.id, 'html')
  if (html === undefined) return undefined
  const images = new Map((await imagesOf(db, accountId, item.id)).map((image) => [image.name, image]))
  const shown = presentArticle(html, {
    hasAnchors: true,
    imageOf(source) {
      const image = images.get(imageName(source))
      return image && { ...image, href: `${base}/queue/items/${item.id}/images/${image.name}` }
    },
  })
  return shown === '' ? undefined : { html: shown, headings: headingsOf(shown) }
}
