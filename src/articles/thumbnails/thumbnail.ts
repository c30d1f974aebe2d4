/** A small copy of an image, for lists. */
export type Thumbnail = Size & { body: Uint8Array }

/** In pixels. */
type Size = { width: number; height: number }

/** How thumbnails of a kind are made. Each size is twice the one before, for screens of twice the density. */
export type ThumbnailKind = {
  sizes: readonly [Size, Size]
  /** Whether an image of other proportions is cropped to its most prominent part, or shown whole. */
  isCropped: boolean
}

/** The lead image of an article in a list, in CSS pixels. */
export const LEAD_IMAGE: ThumbnailKind = {
  sizes: [
    { width: 96, height: 72 },
    { width: 192, height: 144 },
  ],
  isCropped: true,
}

/** The icon of a site, shown at half its size in lists, and at full size at the top of an item's page. */
export const SITE_ICON: ThumbnailKind = {
  sizes: [
    { width: 32, height: 32 },
    { width: 64, height: 64 },
  ],
  isCropped: false,
}
export const THUMBNAIL_TYPE = 'image/webp'

/** The most pixels of an image: decoded, each takes up to eight bytes. */
export const MAX_PIXELS = 32_000_000

/** The name under which a thumbnail is stored and served, beside that of its image. */
export function thumbnailName(image: string, width: number): string {
  return `${image}.${width}`
}

export function thumbnailNames(image: string): string[] {
  return LEAD_IMAGE.sizes.map(({ width }) => thumbnailName(image, width))
}

/** The name of the image that a thumbnail was made from; undefined for other names. */
export function imageOfThumbnail(name: string): string | undefined {
  return LEAD_IMAGE.sizes
    .map(({ width }) => `.${width}`)
    .filter((ending) => name.endsWith(ending))
    .map((ending) => name.slice(0, -ending.length))[0]
}

/** The exit code of the process if sharp has no binary for this platform. */
export const UNAVAILABLE = 69
