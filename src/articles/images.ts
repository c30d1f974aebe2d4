import { createHash } from 'node:crypto'
import { GIF } from 'image-size/types/gif'
import { HEIF } from 'image-size/types/heif'
import { JPG } from 'image-size/types/jpg'
import { PNG } from 'image-size/types/png'
import { WEBP } from 'image-size/types/webp'
import { MAX_OPEN_ELEMENTS } from './nesting.ts'
import { END, type Markup, readMarkup } from './read-markup.ts'

/** The most images of an article that are stored. */
const MAX_IMAGES = 40

/** In pixels: no real picture is larger than the first, and no tracking pixel larger than the second. */
const MAX_SIDE = 20_000
const MAX_TRACKING_PIXEL_SIDE = 2

/** The type of an image according to its bytes, and its displayed size in pixels. */
export type ImageProperties = {
  mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif'
  width: number
  height: number
}

/** The http and https sources of the first images in an article, without repetitions, unchanged. */
export function findImageSources(markup: Markup): string[] {
  const sources = new Set<string>()
  let depth = 0
  readMarkup(markup, {
    open(name, { src }) {
      depth += 1
      if (depth > MAX_OPEN_ELEMENTS || sources.size === MAX_IMAGES) return END
      if (name === 'img' && src !== undefined && /^https?:/i.test(src) && URL.canParse(src)) sources.add(src)
    },
    close() {
      depth -= 1
    },
  })
  return [...sources]
}

/** The name under which the image of a source is stored and served. */
export function imageName(source: string): string {
  return createHash('sha256').update(source).digest('base64url')
}

/**
 * The parser of each type, and how many bytes it may read: the time for AVIF grows with their square. A JPEG can have
 * long metadata before its size.
 */
const KINDS = [
  { mediaType: 'image/png', handler: PNG, headBytes: 64 },
  { mediaType: 'image/jpeg', handler: JPG, headBytes: 512 * 1024 },
  { mediaType: 'image/gif', handler: GIF, headBytes: 64 },
  { mediaType: 'image/webp', handler: WEBP, headBytes: 64 },
  { mediaType: 'image/avif', handler: HEIF, headBytes: 32 * 1024 },
] as const

/** Reads the type and size of an image from its content; undefined unless it is an image that a reader can show. */
export function inspectImage(body: Uint8Array): ImageProperties | undefined {
  for (const { mediaType, handler, headBytes } of KINDS) {
    // A copy, since the parsers read beyond the end of a view.
    const head = new Uint8Array(body.subarray(0, headBytes))
    try {
      if (!handler.validate(head)) continue
      const { width, height, orientation, type } = handler.calculate(head)
      if (mediaType === 'image/avif' && type !== 'avif') return undefined
      if (!isPicture(width, height)) return undefined
      // From 5 on, EXIF orientations are rotated by a quarter turn.
      const isTurned = orientation !== undefined && orientation >= 5
      return isTurned ? { mediaType, width: height, height: width } : { mediaType, width, height }
    } catch {
      // The parsers throw various errors for truncated or malformed bytes.
      return undefined
    }
  }
  return undefined
}

function isPicture(width: number, height: number): boolean {
  const isWithin = (side: number): boolean => Number.isSafeInteger(side) && side >= 1 && side <= MAX_SIDE
  return (
    isWithin(width) &&
    isWithin(height) &&
    (width > MAX_TRACKING_PIXEL_SIDE || height > MAX_TRACKING_PIXEL_SIDE)
  )
}
