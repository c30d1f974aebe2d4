import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { type Person, signUp } from '../support/agent.ts'
import { startChromium } from '../support/chromium.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

const root = new URL('../../', import.meta.url)

describe('The pages that people meet first', () => {
  let chromium: Browser
  let service: TestService
  let person: Person
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
    person = await signUp(service.baseUrl)
  })
  after(async () => {
    await chromium.close()
    await service.stop()
  })

  for (const [colorScheme, width, locale] of [
    ['light', 1280, 'en-GB'],
    ['dark', 1280, 'de-DE'],
    ['light', 390, 'de-DE'],
    ['dark', 390, 'en-GB'],
  ] as const) {
    it(`show pictures of the app in the visitor’s language and theme, and offer to create an account; ${colorScheme}, ${width}, ${locale}`, async () => {
      const context = await chromium.newContext({ colorScheme, locale, viewport: { width, height: 844 } })
      const page = await context.newPage()
      await page.addInitScript(`globalThis.shifts = []
        new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
          .observe({ type: 'layout-shift', buffered: true })`)
      const loaded = new Map<string, number>()
      page.on('response', async (response) => {
        const { pathname } = new URL(response.url())
        if (pathname.endsWith('.avif')) loaded.set(pathname, (await response.body()).length)
      })
      await page.goto(service.baseUrl)
      const create = locale === 'de-DE' ? 'Konto erstellen' : 'Create account'
      const first = page.locator('.hero .button').first()
      assert.equal(await first.textContent(), create)
      await checkLooks(page, 'landing')
      const top = page.getByRole('banner')
      assert.deepEqual(await top.getByRole('link').allInnerTexts(), [
        'Reading Queue',
        locale === 'de-DE' ? 'Anmelden' : 'Sign in',
        ...(width > 640 ? [create] : []),
      ])
      assert.ok((await page.getByRole('contentinfo').getByRole('link').count()) >= 2)
      const pictures = page.locator('.screenshot img')
      const shown = (await pictures.first().boundingBox())!
      assert.ok(shown.y < 560, 'on the first screen')
      assert.equal(width < 640, shown.height > shown.width, 'on a phone, the app on a phone')
      assert.equal(await pictures.count(), 4)
      for (const picture of await pictures.all()) {
        await picture.scrollIntoViewIfNeeded()
        assert.ok(((await picture.getAttribute('alt')) ?? '').length > 30)
      }
      await page.waitForLoadState('networkidle')
      const cutOff = `Promise.all([...document.querySelectorAll('.screenshot img')].map(async (image) => {
        await image.decode()
        const { naturalWidth, naturalHeight, clientWidth, clientHeight } = image
        return Math.abs(naturalHeight / naturalWidth - clientHeight / clientWidth) > 0.02
      }))`
      assert.deepEqual(await page.evaluate(cutOff), [false, false, false, false])
      assert.equal(loaded.size, 4)
      const format = width < 640 ? 'phone' : 'wide'
      for (const path of loaded.keys())
        assert.match(path, new RegExp(`-${format}-${colorScheme}-${locale.slice(0, 2)}\\.`))
      assert.ok(Math.max(...loaded.values()) < 70_000)
      assert.ok([...loaded.values()].reduce((sum, bytes) => sum + bytes, 0) < 150_000)
      assert.deepEqual(await page.evaluate('shifts'), [])
      if (process.env['SCREENSHOTS'])
        await page.screenshot({
          path: `${process.env['SCREENSHOTS']}/landing-${width}-${colorScheme}.png`,
          fullPage: true,
        })
      await context.close()
    })
  }

  it('load only the first picture with the landing page', async () => {
    const landing = await (await fetch(service.baseUrl)).text()
    const images = [...landing.matchAll(/<img[^>]+>/g)].map(([image]) => image)
    assert.deepEqual(
      images.map((image) => image.includes('loading="lazy"')),
      [false, true, true, true],
    )
  })

  it('include a README whose pictures exist and are small', () => {
    const readme = readFileSync(new URL('README.md', root), 'utf8')
    const pictures = [...readme.matchAll(/docs\/images\/[\w-]+\.webp/g)].map(([path]) => path)
    assert.ok(pictures.length >= 6)
    for (const path of pictures) {
      assert.ok(existsSync(new URL(path, root)), path)
      assert.ok(statSync(new URL(path, root)).size < 150_000, path)
    }
  })

  it('keep the navigation on an error page', async () => {
    for (const path of ['/nothing-here', '/queue/items/nothing', '/queue?sort=odd', '/agents/nobody']) {
      const own = await person.browser.open(path)
      assert.ok(own.status >= 400, path)
      assert.match(own.text, /href="\/history"/, path)
      const stranger = await fetch(service.baseUrl + path, { headers: { accept: 'text/html' } })
      assert.doesNotMatch(await stranger.text(), /href="\/history"/, path)
    }
  })

  it('show the list without the invalid part of an address', async () => {
    for (const [query, words] of [
      ['state=odd&tag=web', 'We don’t know that list.'],
      ['sort=odd', 'Part of that address isn’t valid.'],
      ['after=odd', 'This is its beginning.'],
    ] as const) {
      const { status, text } = await person.browser.open(`/queue?${query}`)
      assert.ok(status === 422 || status === 400, query)
      assert.ok(text.includes(words) && text.includes('class="list-head'), query)
    }
  })

  it('redirect from the address of a form to the page that contains it', async () => {
    for (const [path, target] of [
      ['/connect/check', '/connect'],
      ['/agents/pause', '/agents'],
      ['/account/password', '/account'],
      ['/login/code', '/login'],
      ['/logout', '/'],
    ] as const) {
      const headers = { accept: 'text/html' }
      const response = await fetch(service.baseUrl + path, { headers, redirect: 'manual' })
      assert.deepEqual([response.status, response.headers.get('location')], [303, target], path)
      assert.equal((await fetch(service.baseUrl + path)).status, 405, path)
    }
  })
})
