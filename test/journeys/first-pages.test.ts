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

  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    it(`show the app in the visitor's theme, and begin with an account; ${colorScheme}, ${width} wide`, async () => {
      const context = await chromium.newContext({ colorScheme, viewport: { width, height: 844 } })
      const page = await context.newPage()
      const loaded = new Map<string, number>()
      page.on('response', async (response) => {
        const { pathname } = new URL(response.url())
        if (pathname.endsWith('.webp')) loaded.set(pathname, (await response.body()).length)
      })
      await page.goto(service.baseUrl)
      assert.equal(await page.locator('.hero .button').first().textContent(), 'Create account')
      await checkLooks(page, 'landing')
      const top = page.getByRole('banner')
      assert.deepEqual(await top.getByRole('link').allInnerTexts(), [
        'Reading Queue',
        'Sign in',
        ...(width > 640 ? ['Create account'] : []),
      ])
      assert.ok((await page.getByRole('contentinfo').getByRole('link').count()) >= 2)
      const shown = (await page.locator('.screenshot img').first().boundingBox())!
      assert.ok(width > 640 || shown.height > shown.width, 'on a phone, a part that can be read')
      for (const picture of await page.locator('.screenshot img').all()) {
        await picture.scrollIntoViewIfNeeded()
        assert.ok(((await picture.getAttribute('alt')) ?? '').length > 30)
        assert.deepEqual(
          [await picture.getAttribute('width'), await picture.getAttribute('height')],
          ['1400', '875'],
        )
      }
      await page.waitForLoadState('networkidle')
      assert.equal(loaded.size, 4)
      for (const [path, bytes] of loaded) {
        assert.ok(path.includes(`-${colorScheme}.`), path)
        assert.ok(bytes > 5000 && bytes < 120_000, `${path}: ${bytes}`)
      }
      const natural = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.screenshot img')].map((image) => image.naturalWidth)`,
      )
      assert.deepEqual(new Set(natural), new Set([1400]))
      if (process.env['SCREENSHOTS'])
        await page.screenshot({
          path: `${process.env['SCREENSHOTS']}/landing-${width}.png`,
          fullPage: true,
        })
      await context.close()
    })
  }

  it('include a README whose pictures are there and small', () => {
    const readme = readFileSync(new URL('README.md', root), 'utf8')
    const pictures = [...readme.matchAll(/docs\/images\/[\w-]+\.webp/g)].map(([path]) => path)
    assert.ok(pictures.length >= 6)
    for (const path of pictures) {
      assert.ok(existsSync(new URL(path, root)), path)
      assert.ok(statSync(new URL(path, root)).size < 150_000, path)
    }
  })

  it('keep the navigation where something went wrong', async () => {
    for (const path of ['/nothing-here', '/queue/items/nothing', '/queue?sort=odd', '/agents/nobody']) {
      const own = await person.browser.open(path)
      assert.ok(own.status >= 400, path)
      assert.match(own.text, /href="\/history"/, path)
      const stranger = await fetch(service.baseUrl + path, { headers: { accept: 'text/html' } })
      assert.doesNotMatch(await stranger.text(), /href="\/history"/, path)
    }
  })

  it('lead whoever opens the address of a form to the page that has it', async () => {
    for (const [path, target] of [
      ['/connect/check', '/connect'],
      ['/agents/pause', '/agents'],
      ['/account/password', '/account'],
      ['/login/code', '/login'],
      ['/logout', '/'],
    ] as const) {
      const headers = { accept: 'text/html' }
      const answer = await fetch(service.baseUrl + path, { headers, redirect: 'manual' })
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, target], path)
      assert.equal((await fetch(service.baseUrl + path)).status, 405, path)
    }
  })
})
