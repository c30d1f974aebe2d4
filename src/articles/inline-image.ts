import { createHash } from 'node:crypto'
import { percentDecode } from '../text/percent-decode.ts'
import type { InlineImage } from './page.ts'

const DATA_URI = /^data:image\/(?:png|jpe?g|gif|webp|avif)\s*(?:;[^,]*)?;\s*base64\s*,/i
const MAX_IMAGE_BYTES = 1024 * 1024
const MAX_TOTAL_BYTES = 5 * 1024 * 1024

/** Adds the image in a data URI to `images` and returns its source; undefined if it is not an image or too large. */
export function saveInlineImage(images: InlineImage[], dataUri: string): string | undefined {
  const start = DATA_URI.exec(dataUri.slice(0, 200))?.[0].length
  if (start === undefined) return undefined
  const text = dataUri.slice(start)
  const body = Buffer.from(text.includes('%') ? (percentDecode(text) ?? '') : text, 'base64')
  if (body.length === 0 || body.length > MAX_IMAGE_BYTES) return undefined
  const source = `inline:${createHash('sha256').update(body).digest('base64url')}`
  if (images.some((image) => image.source === source)) return source
  const total = images.reduce((sum, image) => sum + image.body.length, body.length)
  if (total > MAX_TOTAL_BYTES) return undefined
  images.push({ source, body: new Uint8Array(body) })
  return source
}
