import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { findIconSources } from '../../src/articles/icon-sources.ts'
import { readIco } from '../../src/articles/thumbnails/read-ico.ts'

const SITE = 'https://www.example.org'

function sources(head: string, mediaType = 'text/html'): string[] {
  const body = Buffer.from(
    `<!doctype html><html><head>${head}</head><body><link rel="icon" href="/late.png">`,
  )
  return findIconSources({ url: `${SITE}/a/b`, mediaType, charset: undefined, body }).map((url) =>
    url.replace(SITE, ''),
  )
}

describe('The sources of an icon', () => {
  it('are the declared ones, best size first, then the default address', () => {
    assert.deepEqual(
      sources(
        `<link rel="icon" href="tiny.png" sizes="16x16"><link rel="apple-touch-icon" href="/touch.png">
         <LINK REL="Shortcut Icon" HREF="/many.ico" sizes="16x16 32x32 48x48"><link rel=icon href=fit.png sizes=96x96>`,
      ),
      ['/a/fit.png', '/many.ico', '/favicon.ico'],
    )
    assert.deepEqual(sources('<base href="https://cdn.example/x/"><link rel=icon href=i.png>'), [
      'https://cdn.example/x/i.png',
      '/favicon.ico',
    ])
    assert.deepEqual(sources('<title>None</title>'), ['/favicon.ico'])
    assert.deepEqual(sources('<link rel=icon href=/i.png>', 'application/pdf'), ['/favicon.ico'])
  })

  it('contain no SVG, data URIs or credentials', () => {
    assert.deepEqual(
      sources(
        `<link rel=icon href="/i.SVG?v=2"><link rel=icon type="image/svg+xml" href="/i">
         <link rel=mask-icon href="/mask.png"><link rel=icon href="data:image/png;base64,AA">
         <link rel=icon href="https://a:b@example.org/i.png"><link rel=icon href="http://[">
         <link rel=icon href="/${'x'.repeat(3000)}"><link rel=icon><link href="/i.png">`,
      ),
      ['/favicon.ico'],
    )
  })

  it('are found quickly in a page that declares thousands', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `<link rel=icon href=/${index}.png>`)
    assert.deepEqual(sources(many.join('')), ['/0.png', '/1.png', '/favicon.ico'])
  })
})

describe('An ICO', () => {
  it('gives the smallest image that is large enough', async () => {
    const png = (side: number) =>
      sharp({ create: { width: side, height: side, channels: 4, background: '#0a0' } })
        .png()
        .toBuffer()
    const [small, fit, large] = await Promise.all([png(16), png(64), png(256)])
    const file = icoOf([
      [16, 32, small!],
      [0, 32, large!],
      [64, 32, fit!],
    ])
    assert.deepEqual(readIco(file), fit)
    assert.deepEqual(readIco(icoOf([[16, 32, small!]])), small)
  })

  it('gives bitmaps of each depth as PNG, with their transparency', async () => {
    // Two pixels wide and high, from below: red and green, then blue and transparent.
    const palette = Buffer.from([0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0])
    const mask = Buffer.from([0b00000000, 0, 0, 0, 0b01000000, 0, 0, 0])
    const bitmaps: Record<number, Buffer> = {
      8: Buffer.concat([palette, Buffer.from([0, 1, 0, 0, 2, 3, 0, 0]), mask]),
      4: Buffer.concat([palette, Buffer.from([0x01, 0, 0, 0, 0x23, 0, 0, 0]), mask]),
      24: Buffer.concat([Buffer.from([0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0]), mask]),
      32: Buffer.from([0, 0, 255, 255, 0, 255, 0, 255, 255, 0, 0, 255, 0, 0, 0, 0]),
    }
    for (const [depth, content] of Object.entries(bitmaps)) {
      const image = readIco(icoOf([[2, Number(depth), bitmap(Number(depth), content)]]))
      const { data, info } = await sharp(image!).raw().toBuffer({ resolveWithObject: true })
      assert.equal(info.channels, 4)
      const expected = [0, 0, 255, 255, 0, 0, 0, 0, 255, 0, 0, 255, 0, 255, 0, 255]
      assert.deepEqual([...data], expected, `${depth} bits`)
    }
  })

  it('that is truncated, malformed or too large gives nothing', async () => {
    const whole = icoOf([[2, 32, bitmap(32, Buffer.alloc(16))]])
    assert.ok(readIco(whole))
    for (let length = 0; length < whole.length; length++)
      assert.equal(readIco(whole.subarray(0, length)), undefined, `${length} bytes`)
    const huge = bitmap(32, Buffer.alloc(16))
    huge.writeInt32LE(100_000, 4)
    const negative = bitmap(32, Buffer.alloc(16))
    negative.writeInt32LE(-4, 8)
    for (const wrong of [huge, negative, bitmap(16, Buffer.alloc(16)), Buffer.alloc(3)])
      assert.equal(readIco(icoOf([[2, 32, wrong]])), undefined)
    assert.equal(readIco(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), undefined)
  })
})

/** A bitmap of two by two pixels, as it lies in an ICO: its head names twice the height, for the mask. */
function bitmap(depth: number, content: Buffer): Buffer {
  const head = Buffer.alloc(40)
  head.writeUInt32LE(40, 0)
  head.writeInt32LE(2, 4)
  head.writeInt32LE(4, 8)
  head.writeUInt16LE(1, 12)
  head.writeUInt16LE(depth, 14)
  if (depth <= 8) head.writeUInt32LE(4, 32)
  return Buffer.concat([head, content])
}

function icoOf(images: [side: number, depth: number, image: Uint8Array][]): Buffer {
  const head = Buffer.alloc(6 + images.length * 16)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let end = head.length
  for (const [index, [side, depth, image]] of images.entries()) {
    const at = 6 + index * 16
    head.writeUInt8(side, at)
    head.writeUInt8(side, at + 1)
    head.writeUInt16LE(depth, at + 6)
    head.writeUInt32LE(image.length, at + 8)
    head.writeUInt32LE(end, at + 12)
    end += image.length
  }
  return Buffer.concat([head, ...images.map(([, , image]) => image)])
}
