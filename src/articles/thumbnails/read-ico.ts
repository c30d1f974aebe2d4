import { encodePng } from './encode-png.ts'

/**
 * The ICO format: a header of 6 bytes, an entry of 16 for each image, and the images, each a PNG or a bitmap without
 * its file header.
 */
const HEAD = 6
const ENTRY = 16
const MAX_ENTRIES = 32
const PNG_SIGNATURE = 0x89504e47
const BITMAP_HEAD = 40
const MAX_SIDE = 256

/** The largest copy made of an icon, in pixels. */
const WANTED_SIDE = 64

/** The image of an ICO file that is the best fit for a site's icon, as a PNG; undefined if it isn't a valid ICO file. */
export function readIco(body: Uint8Array): Uint8Array | undefined {
  const file = Buffer.from(body.buffer, body.byteOffset, body.length)
  if (file.length < HEAD || file.readUInt16LE(0) !== 0 || file.readUInt16LE(2) !== 1) return undefined
  const count = Math.min(file.readUInt16LE(4), MAX_ENTRIES)
  try {
    const [best] = Array.from({ length: count }, (_, index) => readEntry(file, HEAD + index * ENTRY)).sort(
      (one, other) => rankOf(one) - rankOf(other) || other.depth - one.depth,
    )
    if (!best) return undefined
    return best.image.readUInt32BE(0) === PNG_SIGNATURE ? best.image : convertBitmap(best.image)
  } catch (error) {
    // The file refers to bytes that it doesn't have.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

type Entry = { side: number; depth: number; image: Buffer }

function readEntry(file: Buffer, at: number): Entry {
  const start = file.readUInt32LE(at + 12)
  const image = file.subarray(start, start + file.readUInt32LE(at + 8))
  return { side: file.readUInt8(at) || MAX_SIDE, depth: file.readUInt16LE(at + 6), image }
}

/** Sorts the smallest image that is large enough first, then the larger ones, then the smaller ones from the largest. */
function rankOf({ side }: Entry): number {
  return side >= WANTED_SIDE ? side : MAX_SIDE * 2 - side
}

/**
 * Converts an uncompressed bitmap, whose rows are stored from the bottom up and followed by a mask of the transparent
 * pixels.
 */
function convertBitmap(bitmap: Buffer): Uint8Array | undefined {
  const headLength = bitmap.readUInt32LE(0)
  const width = bitmap.readInt32LE(4)
  const height = bitmap.readInt32LE(8) / 2
  const depth = bitmap.readUInt16LE(14)
  const isPlain = headLength >= BITMAP_HEAD && headLength <= bitmap.length && bitmap.readUInt32LE(16) === 0
  const isWithin = [width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= MAX_SIDE)
  if (!isPlain || !isWithin || ![1, 4, 8, 24, 32].includes(depth)) return undefined
  const colours = depth <= 8 ? bitmap.readUInt32LE(32) || 2 ** depth : 0
  if (colours > 256) return undefined
  const pixelsAt = headLength + colours * 4
  const rowLength = rowBytes(width, depth)
  const maskAt = pixelsAt + rowLength * height
  const hasMask = maskAt + rowBytes(width, 1) * height <= bitmap.length
  const pixels = Buffer.alloc(width * height * 4)
  for (let y = 0; y < height; y++) {
    const row = pixelsAt + (height - 1 - y) * rowLength
    const maskRow = maskAt + (height - 1 - y) * rowBytes(width, 1)
    for (let x = 0; x < width; x++) {
      const from =
        depth <= 8 ? headLength + bitsAt(bitmap, row * 8 + x * depth, depth) * 4 : row + (x * depth) / 8
      const to = (y * width + x) * 4
      pixels[to] = bitmap.readUInt8(from + 2)
      pixels[to + 1] = bitmap.readUInt8(from + 1)
      pixels[to + 2] = bitmap.readUInt8(from)
      const isMasked = hasMask && bitsAt(bitmap, maskRow * 8 + x, 1) === 1
      pixels[to + 3] = depth === 32 ? bitmap.readUInt8(from + 3) : isMasked ? 0 : 255
    }
  }
  return encodePng(width, height, pixels)
}

/** The bytes of a row, which is padded to a multiple of four. */
function rowBytes(width: number, depth: number): number {
  return Math.ceil((width * depth) / 32) * 4
}

/** Reads a value of `depth` bits, most significant bit first. */
function bitsAt(bitmap: Buffer, bit: number, depth: number): number {
  return (bitmap.readUInt8(bit >> 3) >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
}
