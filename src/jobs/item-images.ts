import { imageName } from '../articles/images.ts'
import { parseRendered } from '../articles/rendered-article.ts'
import { thumbnailNames } from '../articles/thumbnails/thumbnail.ts'
import type { SavedImage } from '../queue/content/saved-image.ts'
import type { Item } from '../queue/model/item.ts'

/** In pixels, and the ratio of width to height: other images are seldom of what the article is about. */
const MIN_LEAD = { width: 300, height: 200 }
const LEAD_RATIO = { min: 0.4, max: 3 }

type Sized = Pick<SavedImage, 'name' | 'width' | 'height'>

/** The sources of the image that an item's page names and of the images in its rendered article. */
export function imageSourcesOf({ imageUrl }: Item, rendered: string): string[] {
  const inArticle = parseRendered(rendered)?.imageSources ?? []
  return [...new Set([...(imageUrl === null ? [] : [imageUrl]), ...inArticle])]
}

/** The name of the image that stands for an item in lists: the one that its page names, or the first large enough in its article. */
export function leadImageOf(item: Item, rendered: string, saved: Sized[]): string | null {
  const byName = new Map(saved.map((image) => [image.name, image]))
  const named = item.imageUrl === null ? null : imageName(item.imageUrl)
  if (named !== null && byName.has(named)) return named
  const names = imageSourcesOf(item, rendered).map(imageName)
  return names.find((name) => hasLeadSize(byName.get(name))) ?? null
}

/** The names of all images that an item needs, with the thumbnails of the one that stands for it. */
export function imageNamesOf(item: Item, rendered: string, saved: Sized[]): string[] {
  const lead = leadImageOf(item, rendered, saved)
  return [...imageSourcesOf(item, rendered).map(imageName), ...(lead === null ? [] : thumbnailNames(lead))]
}

function hasLeadSize(image: Sized | undefined): boolean {
  if (!image || image.width < MIN_LEAD.width || image.height < MIN_LEAD.height) return false
  const ratio = image.width / image.height
  return ratio >= LEAD_RATIO.min && ratio <= LEAD_RATIO.max
}
