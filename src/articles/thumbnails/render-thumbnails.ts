import sharp from 'sharp'
import { MAX_PIXELS, type Thumbnail, type ThumbnailKind } from './thumbnail.ts'

/** The decoders that are allowed. SVG is not, since it can read files and run for a long time. */
const LOADERS = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadWebp',
  'VipsForeignLoadHeif',
]
const QUALITY = 75

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS })
sharp.cache(false)
sharp.concurrency(1)

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 }

/**
 * Renders an image in each size of its kind: upright, without metadata, only the first frame of an animation. Rejects
 * for an image that is truncated, malformed or too large.
 */
export async function renderThumbnails(
  body: Uint8Array,
  { sizes, isCropped }: ThumbnailKind,
): Promise<Thumbnail[]> {
  const [, { width, height }] = sizes
  const { data, info } = await sharp(body, {
    limitInputPixels: MAX_PIXELS,
    sequentialRead: true,
    failOn: 'error',
  })
    .autoOrient()
    .resize(
      width,
      height,
      isCropped
        ? { fit: 'cover', position: sharp.strategy.attention }
        : { fit: 'contain', background: TRANSPARENT },
    )
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  return Promise.all(
    sizes.map(async (size) => {
      const resized = sharp(data, { raw }).resize(size.width, size.height)
      return {
        ...size,
        body: new Uint8Array(
          await resized.webp(isCropped ? { quality: QUALITY } : { lossless: true }).toBuffer(),
        ),
      }
    }),
  )
}
