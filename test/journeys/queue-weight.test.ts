import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Browser, BrowserContext } from 'playwright-core'
import { allAssets } from '../../src/html/assets/assets.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { articlePage } from '../support/article.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { openInPieces } from '../support/in-pieces.ts'
import { deadLink } from '../support/links.ts'
import { startService, type TestService } from '../support/service.ts'

const MAX_PAGE_BYTES = 60_000
const MAX_COMPRESSED_BYTES = 8_000
const MAX_SCRIPT_BYTES = 16_000
const ASSETS = new URL('../../src/html/assets/', import.meta.url)

describe('The weight of the queue page', () => {
  let chromium: Browser
  let service: TestService
  let person: Person
  let agent: Agent
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
    person = await signUp(service.baseUrl)
    agent = await connectAgent(service.baseUrl, person, 'Claude')
    for (let index = 0; index < 25; index++) {
      const title = `A headline as long as most of those that people save, number ${index}`
      const html = articlePage(title, '', index % 10)
      const reason = `It answers what was asked about subject ${index}`
      await agent.save({ url: deadLink(`articles/${index}`), tags: ['web', `topic ${index}`], reason, html })
    }
    await eventually(
      () => agent.entity('/queue'),
      ({ entities }) => entities.every(({ properties }: Entity) => properties.content.status === 'ready'),
    )
  })
  after(async () => {
    await chromium.close()
    await service.stop()
  })

  async function signedIn(who = person, viewport = { width: 390, height: 844 }): Promise<BrowserContext> {
    const context = await chromium.newContext({ viewport })
    await context.addCookies(sessionCookies(who, service.baseUrl))
    return context
  }

  it('a page of 25 items weighs no more than 60 KB, and 8 KB compressed', async () => {
    const { text } = await person.browser.open('/queue')
    assert.equal(text.match(/class="item-card"/g)?.length, 25)
    const bytes = Buffer.byteLength(text)
    assert.ok(bytes <= MAX_PAGE_BYTES, `${bytes} bytes`)
    const compressed = brotliCompressSync(text).length
    assert.ok(compressed <= MAX_COMPRESSED_BYTES, `${compressed} bytes compressed`)
  })

  it('the script of a page weighs no more than 8 KB, compressed', () => {
    const scripts = allAssets().filter(({ path }) => path.endsWith('.js'))
    assert.ok(scripts.some(({ path }) => path.includes('/queue.')))
    for (const { path, body } of scripts) {
      const bytes = brotliCompressSync(body).length
      assert.ok(bytes <= MAX_SCRIPT_BYTES, `${path} has ${bytes} bytes`)
    }
  })

  it('a first visit loads the page, its styles, typeface and script, and the next one only the page', async () => {
    const context = await signedIn()
    const page = await context.newPage()
    const foreign: string[] = []
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    const fromCache = new Set<string>()
    cdp.on('Network.requestServedFromCache', ({ requestId }) => fromCache.add(requestId))
    cdp.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.fromDiskCache) fromCache.add(requestId)
    })
    const ids = new Map<string, string>()
    cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
      // Chromium draws its own controls from such.
      if (request.url.startsWith('data:')) return
      // The stream of changes begins when the page is there.
      if (new URL(request.url).pathname === '/queue/live') return
      if (!request.url.startsWith(`${service.baseUrl}/`)) foreign.push(request.url)
      ids.set(requestId, new URL(request.url).pathname.replace(/\.[0-9a-f]{12}\./, '.'))
    })
    const loaded = () => [...ids].filter(([id]) => !fromCache.has(id)).map(([, path]) => path)
    await page.goto(`${service.baseUrl}/queue`, { waitUntil: 'networkidle' })
    assert.deepEqual(loaded().sort(), [
      '/assets/app.css',
      '/assets/inter-latin-wght-normal.woff2',
      '/assets/queue.js',
      '/queue',
    ])
    ids.clear()
    await page.goto(`${service.baseUrl}/queue?state=all`, { waitUntil: 'networkidle' })
    assert.deepEqual(loaded(), ['/queue'])
    assert.deepEqual(foreign, [])
    await context.close()
  })

  for (const [device, { viewport, top, rows }] of Object.entries({
    desktop: { viewport: { width: 1280, height: 800 }, top: 130, rows: 8 },
    phone: { viewport: { width: 390, height: 844 }, top: 150, rows: 6 },
  })) {
    it(`the first screen of a ${device} shows ${rows} items or more, which the keyboard soon reaches`, async () => {
      const context = await signedIn(person, viewport)
      const page = await context.newPage()
      await page.goto(`${service.baseUrl}/queue`)
      const found = await page.evaluate<{ top: number; heights: number[]; seen: number }>(`(() => {
        const rows = [...document.querySelectorAll('.item-card')].map((row) => row.getBoundingClientRect())
        const bar = document.querySelector('.bottom-bar').getBoundingClientRect()
        const end = bar.height > 0 ? bar.top : innerHeight
        return {
          top: document.querySelector('.item-card h2').getBoundingClientRect().top,
          heights: rows.map(({ height }) => height),
          seen: rows.filter(({ bottom }) => bottom <= end).length,
        }
      })()`)
      assert.ok(found.top <= top, `the first title is at ${found.top}`)
      assert.ok(found.seen >= rows, `${found.seen} items are seen`)
      assert.ok(
        found.heights.every((height) => height >= 72 && height <= 96),
        found.heights.join(),
      )
      let stops = 0
      const isAtRow = () => page.evaluate<boolean>(`document.activeElement.closest('.item-card') !== null`)
      // The first is the link that skips.
      for (await page.keyboard.press('Tab'); !(await isAtRow()) && stops < 20; stops++)
        await page.keyboard.press('Tab')
      assert.ok(stops <= 8 + 1, `${stops} stops come before the first item`)
      await context.close()
    })
  }

  it('nothing moves, however slowly the page loads, with images and without', async () => {
    const { db } = service.running.services
    const png = readFileSync(new URL('icon-512.png', ASSETS))
    const { entities } = await agent.entity('/queue')
    for (const { properties } of entities.slice(0, 5)) {
      await db.run(
        `INSERT INTO images (account_id, item_id, name, media_type, width, height, body)
         SELECT account_id, id, 'lead', 'image/png', 512, 512, ? FROM items WHERE id = ?`,
        png,
        properties.id,
      )
      await db.run("UPDATE items SET image_name = 'lead', version = version + 1 WHERE id = ?", properties.id)
    }
    await db.run('UPDATE queues SET version = version + 1')
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 844 },
      { width: 1600, height: 1000 },
    ]) {
      const context = await signedIn(person, viewport)
      const page = await context.newPage()
      const moves = await openInPieces(page, `${service.baseUrl}/queue`, async () => {
        const image = page.locator('.lead-image').first()
        assert.notEqual(await image.evaluate('document.querySelector(".lead-image").naturalWidth'), 0)
      })
      assert.deepEqual(moves, [], `at ${viewport.width} pixels`)
      await context.close()
    }
  })

  it('styles and scripts are sent with a compression that the browser supports', async () => {
    const { text } = await person.browser.open('/queue')
    const path = /href="(\/assets\/app\.[^"]+)"/.exec(text)![1]!
    const plain = await received(path)
    assert.equal(plain.headers['content-encoding'], undefined)
    const readable: [string, string | undefined, (body: Buffer) => Buffer][] = [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, *', 'gzip', gunzipSync],
      ['identity', undefined, (body) => body],
      ['BR;Q=0.5', 'br', brotliDecompressSync],
      [',;q=,br;q=0.0', undefined, (body) => body],
    ]
    for (const [accepted, encoding, read] of readable) {
      const { headers, body } = await received(path, { 'accept-encoding': accepted })
      assert.equal(headers['content-encoding'], encoding, accepted)
      assert.equal(headers.vary, 'Accept-Encoding')
      assert.deepEqual(read(body), plain.body)
    }
  })

  it('a page is compressed only if no other site can have caused the request', async () => {
    const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const requestHeaders = { 'accept-encoding': 'gzip, br', accept: 'text/html', cookie }
    for (const path of ['/queue', '/account']) {
      for (const site of ['same-origin', 'none']) {
        const { headers, body } = await received(path, { ...requestHeaders, 'sec-fetch-site': site })
        assert.equal(headers['content-encoding'], 'br')
        assert.match(brotliDecompressSync(body).toString(), /<\/html>/)
        assert.match(String(headers.vary), /Accept-Encoding, Accept-Language, Sec-Fetch-Site/)
      }
      for (const site of ['cross-site', 'same-site', undefined]) {
        const { headers, body } = await received(path, {
          ...requestHeaders,
          ...(site && { 'sec-fetch-site': site }),
        })
        assert.equal(headers['content-encoding'], undefined)
        assert.match(body.toString(), /<\/html>/)
      }
    }
    const { headers, body } = await received('/queue', { ...requestHeaders, 'sec-fetch-site': 'none' })
    assert.equal(headers['content-encoding'], 'br')
    assert.ok(body.length <= MAX_COMPRESSED_BYTES, `${body.length} bytes`)
  })

  function received(path: string, headers: Record<string, string> = {}) {
    return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      get(service.baseUrl + path, { headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }))
      }).on('error', reject)
    })
  }
})
