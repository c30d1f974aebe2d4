import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { imageName, findImageSources, inspectImage } from '../../src/articles/images.ts'

test('the sources of images are listed once, in order, and only web addresses', () => {
  const html = `<IMG SRC="https://a.org/1"><img src="inline:abc"><p><img src="http://b.org/2"></p>
    <img src="https://a.org/1"><img src="data:image/png;base64,AA"><img src="/3"><img><img src="https://">
    <!-- <img src="https://c.org"> --><img src="https://a.org/?a&amp;b">`
  assert.deepEqual(findImageSources(html), ['https://a.org/1', 'http://b.org/2', 'https://a.org/?a&b'])
})

test('no more than forty images are stored', () => {
  const html = Array.from({ length: 50 }, (_, index) => `<img src="https://a.org/${index}">`).join('')
  assert.equal(findImageSources(html).length, 40)
  assert.equal(findImageSources(html).at(-1), 'https://a.org/39')
})

test('an image is named after its source', () => {
  assert.equal(imageName('https://a.org/1'), imageName('https://a.org/1'))
  assert.match(imageName('https://a.org/1'), /^[\w-]{43}$/)
  assert.notEqual(imageName('https://a.org/1'), imageName('https://a.org/2'))
})

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

const png = (width: number[], height: number[]): Uint8Array =>
  bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', width, height, [8, 6, 0, 0, 0])

const box = (type: string, content: Uint8Array): Uint8Array => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

const SIZE = box('ispe', bytes([0, 0, 0, 0], [0, 0, 2, 128], [0, 0, 1, 224]))
const META = box('meta', Buffer.concat([bytes([0, 0, 0, 0]), box('iprp', box('ipco', SIZE))]))
const heif = (brand: string): Uint8Array =>
  Buffer.concat([box('ftyp', bytes(brand, [0, 0, 0, 0], 'mif1')), META])

const ORIENTED = bytes(
  'Exif\0\0',
  'MM\0*',
  [0, 0, 0, 8],
  [0, 1],
  [1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0],
  [0, 0, 0, 0],
)
const JPEG_SIZE = [0xff, 0xc0, 0, 17, 8, 1, 224, 2, 128, 3, 1, 34, 0, 2, 17, 1, 3, 17, 1]
const jpeg = (...exif: Uint8Array[]): Uint8Array =>
  Buffer.concat([
    bytes([0xff, 0xd8]),
    ...exif.map((block) => Buffer.concat([bytes([0xff, 0xe1, 0, block.length + 2]), block])),
    ...(exif.length === 0 ? [bytes([0xff, 0xdb, 0, 4, 1, 1])] : []),
    bytes(JPEG_SIZE, [0xff, 0xd9]),
  ])

const IMAGES = {
  png: png([0, 0, 2, 128], [0, 0, 1, 224]),
  gif: bytes('GIF89a', [128, 2, 224, 1, 0, 0, 0]),
  webp: bytes('RIFF', [30, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0], [0, 0, 0, 0], [127, 2, 0], [223, 1, 0]),
  avif: heif('avif'),
  jpeg: jpeg(),
}

test('the type and size of an image are detected from its content', () => {
  const size = { width: 640, height: 480 }
  assert.deepEqual(inspectImage(IMAGES.png), { mediaType: 'image/png', ...size })
  assert.deepEqual(inspectImage(IMAGES.gif), { mediaType: 'image/gif', ...size })
  assert.deepEqual(inspectImage(IMAGES.webp), { mediaType: 'image/webp', ...size })
  assert.deepEqual(inspectImage(IMAGES.avif), { mediaType: 'image/avif', ...size })
  assert.deepEqual(inspectImage(IMAGES.jpeg), { mediaType: 'image/jpeg', ...size })
})

test('the size of a rotated photograph is as displayed', () => {
  assert.deepEqual(inspectImage(jpeg(ORIENTED)), { mediaType: 'image/jpeg', width: 480, height: 640 })
})

test('other content is not an image', () => {
  const others = [
    bytes(''),
    bytes('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'),
    bytes('<!doctype html><img>'),
    bytes(
      'BM',
      Array.from({ length: 60 }, () => 1),
    ),
    heif('heic'),
    bytes('GIF89a'),
  ]
  for (const body of others) assert.equal(inspectImage(body), undefined)
})

test('tracking pixels and images of absurd size are not images', () => {
  assert.equal(inspectImage(png([0, 0, 0, 1], [0, 0, 0, 1])), undefined)
  assert.equal(inspectImage(png([0, 0, 0, 2], [0, 0, 0, 2])), undefined)
  assert.equal(inspectImage(png([0, 0, 0, 0], [0, 0, 1, 0])), undefined)
  assert.equal(inspectImage(png([0, 0, 78, 33], [0, 0, 1, 0])), undefined)
  assert.equal(inspectImage(png([0xff, 0xff, 0xff, 0xff], [0, 0, 1, 0])), undefined)
  assert.equal(inspectImage(png([0, 0, 78, 32], [0, 0, 0, 1]))?.width, 20_000)
})

test('hostile bytes are handled without an error', () => {
  const start = fc.constantFrom(
    ...Object.values(IMAGES),
    heif('avif').subarray(0, 24),
    META,
    SIZE,
    bytes([0xff, 0xd8]),
  )
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.constantFrom(Buffer.alloc(40_000), Buffer.alloc(40_000, 0xff), Buffer.alloc(40_000, SIZE)),
  )
  fc.assert(
    fc.property(fc.tuple(start, fc.nat(80), noise, start), ([head, length, middle, end]) => {
      const found = inspectImage(Buffer.concat([head.subarray(0, length), middle, end]))
      if (!found) return
      assert.ok(found.width > 0 && found.width <= 20_000 && found.height > 0 && found.height <= 20_000)
    }),
    { numRuns: 3000 },
  )
  const many = Buffer.alloc(4 * 1024 * 1024, SIZE)
  assert.ok(
    inspectImage(Buffer.concat([box('ftyp', bytes('avif', [0, 0, 0, 0])), box('meta', many)])) === undefined,
  )
  assert.equal(
    inspectImage(Buffer.concat([bytes([0xff, 0xd8, 0, 0, 0, 0]), Buffer.alloc(4 * 1024 * 1024)])),
    undefined,
  )
})
