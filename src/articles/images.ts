import { createHash } from 'node:crypto'
import { GIF } from 'image-size/types/gif'
import { HEIF } from 'image-size/types/heif'
import { JPG } from 'image-size/types/jpg'
import { PNG } from 'image-size/types/png'
import { WEBP } from 'image-size/types/webp'
import { MAX_OPEN_ELEMENTS } from './nesting.ts'
import { END, type Markup, readMarkup } from './read-markup.ts'

/** How many images of an article are kept. */
const MAX_IMAGES = 40

/** In pixels; a picture without a fault stays below, a tracking dot does not come above. */
const MAX_SIDE = 20_000
const MAX_DOT_SIDE = 2

/** What an image is by its own bytes, and its size in pixels as it is shown. */
export type ImageProperties = {
  mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif'
  width: number
  height: number
}

/** The http and https sources of the first images in an article, each once, as written there. */
export function imageSourcesOf(markup: Markup): string[] {
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

/** The name under which the image of a source is kept and served. */
export function imageName(source: string): string {
  return createHash('sha256').update(source).digest('base64url')
}

/**
 * Each kind by its handler alone, and how far it may read, in bytes: the time of the one for AVIF grows with the
 * square of that. A JPEG can have long notes before its size.
 */
const KINDS = [
  { mediaType: 'image/png', handler: PNG, headBytes: 64 },
  { mediaType: 'image/jpeg', handler: JPG, headBytes: 512 * 1024 },
  { mediaType: 'image/gif', handler: GIF, headBytes: 64 },
  { mediaType: 'image/webp', handler: WEBP, headBytes: 64 },
  { mediaType: 'image/avif', handler: HEIF, headBytes: 32 * 1024 },
] as const

/** Reads what an image is from its content; undefined for anything else than a picture a reader can be shown. */
export function inspectImage(body: Uint8Array): ImageProperties | undefined {
  for (const { mediaType, handler, headBytes } of KINDS) {
    // A copy: the handlers read on in the memory behind a view.
    const head = new Uint8Array(body.subarray(0, headBytes))
    try {
      if (!handler.validate(head)) continue
      const { width, height, orientation, type } = handler.calculate(head)
      if (mediaType === 'image/avif' && type !== 'avif') return undefined
      if (!isPicture(width, height)) return undefined
      // From the fifth on, EXIF's orientations lie on their side.
      const isTurned = orientation !== undefined && orientation >= 5
      return isTurned ? { mediaType, width: height, height: width } : { mediaType, width, height }
    } catch {
      // The handlers throw whatever comes up at bytes that are cut or wrong.
      return undefined
    }
  }
  return undefined
}

function isPicture(width: number, height: number): boolean {
  const isWithin = (side: number): boolean => Number.isSafeInteger(side) && side >= 1 && side <= MAX_SIDE
  return isWithin(width) && isWithin(height) && (width > MAX_DOT_SIDE || height > MAX_DOT_SIDE)
}
