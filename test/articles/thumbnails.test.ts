import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { inspectImage } from '../../src/articles/images.ts'
import { createThumbnailMaker } from '../../src/articles/thumbnails/thumbnail-maker.ts'
import { LEAD_IMAGE } from '../../src/articles/thumbnails/thumbnail.ts'
import { type Clock, SECOND, systemClock } from '../../src/ports/clock.ts'

const ADA = { accountId: 'ada', isBulk: false }
const RED = { r: 200, g: 20, b: 20 }
const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: RED } })

describe('A thumbnail', () => {
  const maker = createThumbnailMaker()
  after(() => maker.close())

  async function factsOf(body: Uint8Array): Promise<string[] | undefined> {
    const thumbnails = await maker.make(body, LEAD_IMAGE, ADA)
    return thumbnails?.map(({ body: small, ...size }) => {
      const { mediaType, width, height } = inspectImage(small)!
      assert.deepEqual({ width, height }, size)
      return `${mediaType} ${width}x${height}`
    })
  }
  const BOTH = ['image/webp 96x72', 'image/webp 192x144']

  it('is made from every supported image type, in two sizes', async () => {
    for (const format of ['jpeg', 'png', 'gif', 'webp', 'avif'] as const) {
      assert.deepEqual(await factsOf(await image(640, 300).toFormat(format).toBuffer()), BOTH, format)
    }
  })

  it('is upright, and has no metadata of its image', async () => {
    // Its left half is red, and it says that it lies on its side, so that the upper half is.
    const half = await image(200, 400).png().toBuffer()
    const turned = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#fff' } })
      .composite([{ input: half, left: 0, top: 0 }])
      .withExif({ IFD0: { Artist: 'A secret name', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    assert.ok(turned.includes('A secret name'))
    const [, large] = (await maker.make(turned, LEAD_IMAGE, ADA))!
    assert.equal((await sharp(large!.body).metadata()).exif, undefined)
    assert.ok(!Buffer.from(large!.body).includes('A secret name'))
    const { data, info } = await sharp(large!.body).raw().toBuffer({ resolveWithObject: true })
    const greenAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 1]!
    assert.ok(greenAt(20, 10) < 80 && greenAt(170, 10) < 80, 'the upper half is red')
    assert.ok(greenAt(20, 135) > 200 && greenAt(170, 135) > 200, 'the lower half is white')
  })

  it('shows the first frame of an animation', async () => {
    const frames = Buffer.concat([Buffer.alloc(100 * 100 * 3, 250), Buffer.alloc(100 * 100 * 3, 5)])
    const raw = { width: 100, height: 200, channels: 3, pageHeight: 100 } as const
    const [small] = (await maker.make(await sharp(frames, { raw }).gif().toBuffer(), LEAD_IMAGE, ADA))!
    const { channels } = await sharp(small!.body).stats()
    assert.ok(channels[0]!.mean > 200)
  })

  it('is not made of a file that is no image, is truncated, or would take too much memory', async () => {
    const png = await image(600, 600).png().toBuffer()
    const jpeg = await image(600, 600).jpeg().toBuffer()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'
    const wrong: [string, Uint8Array][] = [
      ['nothing', new Uint8Array()],
      ['an SVG', Buffer.from(svg)],
      ['HTML', Buffer.from('<html>')],
      ['half a PNG', png.subarray(0, png.length / 2)],
      ['half a JPEG', jpeg.subarray(0, jpeg.length / 2)],
      ['a head alone', png.subarray(0, 64)],
      ['a bomb', pngOf(30_000, 30_000)],
      ['a bomb within the limits of each side', pngOf(19_000, 19_000)],
    ]
    for (const [name, body] of wrong) assert.equal(await maker.make(body, LEAD_IMAGE, ADA), undefined, name)
    assert.deepEqual(await factsOf(png), BOTH)
    // What a picture holds beyond the size that it names is not decoded.
    assert.deepEqual(await factsOf(pngOf(100, 100, 2000)), BOTH)
  })

  /** Lets the time of the first `count` images be over at once. */
  function clockThatEnds(count: number): Clock {
    let left = count
    return {
      ...systemClock,
      wait: (duration, signal) =>
        duration === TIME_LIMIT && left-- > 0 ? Promise.resolve() : systemClock.wait(duration, signal),
    }
  }
  const TIME_LIMIT = 60 * SECOND

  it('is made by a new process after one took too long or too much memory', async () => {
    const png = await image(600, 600).png().toBuffer()
    const hurried = createThumbnailMaker({ clock: clockThatEnds(2), timeLimit: TIME_LIMIT })
    const made = await Promise.all([1, 2, 3, 4].map(() => hurried.make(png, LEAD_IMAGE, ADA)))
    assert.deepEqual(
      made.map((thumbnails) => thumbnails?.length),
      [undefined, undefined, 2, 2],
    )
    await hurried.close()
    assert.equal(await hurried.make(png, LEAD_IMAGE, ADA), undefined)

    const small = createThumbnailMaker({ maxMegabytes: 10 })
    const large = await image(4000, 4000).png({ compressionLevel: 1 }).toBuffer()
    assert.equal(await small.make(large, LEAD_IMAGE, ADA), undefined)
    assert.deepEqual(await factsOf(large), BOTH)
    await small.close()
  })

  it('of one person does not wait for all those of another', async () => {
    const png = await image(300, 300).png().toBuffer()
    const order: string[] = []
    const bob = { accountId: 'bob', isBulk: false }
    await Promise.all(
      [ADA, ADA, ADA, bob].map(async (requester) => {
        assert.ok(await maker.make(png, LEAD_IMAGE, requester))
        order.push(requester.accountId)
      }),
    )
    assert.deepEqual(order, ['ada', 'bob', 'ada', 'ada'])
  })

  it('is not made if the platform has no sharp binary, which is logged once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'without-sharp-'))
    const source = new URL('../../src/', import.meta.url)
    const [program, ...others] = ['thumbnail-process', 'render-thumbnails', 'thumbnail'].map(
      (name) => `articles/thumbnails/${name}.ts`,
    )
    for (const path of [program!, ...others, 'ports/clock.ts'])
      await cp(new URL(path, source), join(folder, path))
    const warnings: string[] = []
    const without = createThumbnailMaker({
      program: pathToFileURL(join(folder, program!)),
      log: { warn: (event) => void warnings.push(event) },
    })
    const png = await image(300, 300).png().toBuffer()
    for (let round = 0; round < 2; round++) assert.equal(await without.make(png, LEAD_IMAGE, ADA), undefined)
    await without.close()
    await rm(folder, { recursive: true })
    assert.deepEqual(warnings, [
      'sharp has no binary for this platform, so lists show images as they were sent',
    ])
  })
})

/** A PNG of one colour that says how large it is; its rows are for a picture of `rows` rows. */
function pngOf(width: number, height: number, rows = height): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * Math.min(rows, 2000)))
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
