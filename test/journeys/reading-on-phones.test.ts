import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { findChromium, startChromium, sessionCookies } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

const CELLS = Array.from({ length: 20 }, (_, index) => `<td>Column${index}OfMany</td>`).join('')
const BODY = `<p>A paragraph to swipe across, which is long enough for that.</p>
<table><tr>${CELLS}</tr><tr>${CELLS}</tr></table>
<pre>${'code '.repeat(80)}</pre>
<p>${'Below it there is more to read. '.repeat(60)}</p>`

describe('Reading on a phone', () => {
  let chromium: Browser
  let service: TestService
  let person: Person
  let agent: Agent
  let items: Entity[]
  const mistakes: string[] = []
  before(async () => {
    // Only the whole browser keeps a screen on.
    chromium = await startChromium(findChromium())
    service = await startService('sqlite')
    person = await signUp(service.baseUrl)
    agent = await connectAgent(service.baseUrl, person, 'Claude')
    items = []
    for (const title of ['On the third', 'On the second', 'On the first']) {
      const html = articlePage(title, BODY, 0)
      items.unshift(await fetched(agent, await agent.save({ url: deadLink(title.slice(7)), html })))
    }
  })
  afterEach(() => assert.deepEqual(mistakes.splice(0), []))
  after(async () => {
    await chromium.close()
    await service.stop()
  })
  const pathOf = (item?: Entity) => `/queue/items/${item!.properties.id}`

  async function open(path: string): Promise<{ context: BrowserContext; page: Page }> {
    const context = await chromium.newContext({
      baseURL: service.baseUrl,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    })
    await context.addCookies(sessionCookies(person, service.baseUrl))
    const page = await context.newPage()
    page.on('pageerror', (error) => mistakes.push(String(error)))
    await page.goto(path)
    return { context, page }
  }

  type Finger = { swipe: (across: number, along?: number) => Promise<void>; lift: () => Promise<unknown> }
  /** Puts a finger on an element. */
  async function touch(page: Page, selector: string): Promise<Finger> {
    const { x, y, width, height } = (await page.locator(selector).first().boundingBox())!
    const start = { x: x + Math.min(width, 360) / 2, y: y + height / 2 }
    const cdp = await page.context().newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] })
    await send('touchStart', start)
    return {
      async swipe(across, along = 0) {
        for (let step = 1; step <= 6; step++)
          await send('touchMove', { x: start.x + (across * step) / 6, y: start.y + (along * step) / 6 })
      },
      lift: () => send('touchEnd'),
    }
  }

  it('swiping leads to the next and previous item of the list, and names it before the finger is lifted', async () => {
    const { context, page } = await open(pathOf(items[0]))
    const finger = await touch(page, '.article p')
    await finger.swipe(-60)
    await page.locator('.turn-hint', { hasText: 'On the second' }).waitFor()
    await finger.lift()
    await page.locator('.turn-hint').waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).pathname, pathOf(items[0]))

    const farther = await touch(page, '.article p')
    await farther.swipe(-130)
    await page.locator('.turn-hint.far', { hasText: 'On the second' }).waitFor()
    await checkLooks(page, 'while swiping')
    await farther.lift()
    await page.waitForURL((url) => url.pathname === pathOf(items[1]))
    const back = await touch(page, '.article p')
    await back.swipe(130)
    await page.locator('.turn-hint.far', { hasText: 'On the first' }).waitFor()
    await back.lift()
    await page.waitForURL((url) => url.pathname === pathOf(items[0]))
    // There is none before the first.
    const none = await touch(page, '.article p')
    await none.swipe(130)
    assert.equal(await page.locator('.turn-hint').count(), 0)
    await none.lift()
    await context.close()
  })

  it('what opens a sheet has the button that closes it below the thumb, and nothing that removes', async () => {
    const { context, page } = await open(pathOf(items[0]))
    const more = page.getByRole('button', { name: 'More', exact: true })
    const { x, y, width, height } = (await more.boundingBox())!
    const tap = () => page.touchscreen.tap(x + width / 2, y + height / 2)
    await tap()
    const panel = page.locator('#more')
    const remove = (await panel.getByRole('button', { name: 'Remove' }).boundingBox())!
    assert.ok(remove.y + remove.height < y, JSON.stringify(remove))
    await checkLooks(page, 'the sheet')
    await tap()
    await panel.waitFor({ state: 'hidden' })
    assert.equal(new URL(page.url()).pathname, pathOf(items[0]))
    await page.setViewportSize({ width: 844, height: 390 })
    await more.click()
    assert.equal(await panel.getByRole('button', { name: 'Close' }).isVisible(), false)
    await context.close()
  })

  it('tables and code scroll sideways, the text scrolls, and a selection stays', async () => {
    const { context, page } = await open(pathOf(items[0]))
    for (const box of ['.article .table-box', '.article pre']) {
      const finger = await touch(page, box)
      await finger.swipe(-150)
      await finger.lift()
      await eventually(
        () => page.evaluate<number>(`document.querySelector('${box}').scrollLeft`),
        (left) => left > 50,
      )
    }
    const down = await touch(page, '.article p')
    await down.swipe(-60, -200)
    await down.lift()
    await eventually(
      () => page.evaluate<number>('scrollY'),
      (y) => y > 50,
    )
    await page.evaluate(
      `scrollTo(0, 0); getSelection().selectAllChildren(document.querySelector('.article p'))`,
    )
    const selecting = await touch(page, '.article p')
    await selecting.swipe(-150)
    assert.equal(await page.locator('.turn-hint').count(), 0)
    await selecting.lift()
    assert.equal(new URL(page.url()).pathname, pathOf(items[0]))
    await context.close()
  })

  it('a notch covers nothing in landscape', async () => {
    const { context, page } = await open(pathOf(items[0]))
    const cdp = await context.newCDPSession(page)
    await page.setViewportSize({ width: 844, height: 390 })
    const inset = 47
    await cdp.send('Emulation.setSafeAreaInsetsOverride', {
      insets: { left: inset, right: inset, bottom: 21 },
    })
    for (const [path, parts] of [
      [pathOf(items[0]), ['.toolbar a', '.article p']],
      ['/queue', ['.list-head h1', '.item-card', '.bottom-bar > :first-child', '.bottom-bar > :last-child']],
    ] as const) {
      await page.goto(path)
      for (const part of parts) {
        const { x, width } = (await page.locator(part).first().boundingBox())!
        assert.ok(x >= inset && x + width <= 844 - inset, `${part}: ${x} ${width}`)
      }
    }
    await context.close()
  })

  it('the appearance is one tap away, with an option to keep the screen on', async () => {
    const { context, page } = await open('/queue')
    await page.addInitScript(`
      const ask = navigator.wakeLock.request.bind(navigator.wakeLock)
      locks = []
      navigator.wakeLock.request = async (type) => {
        locks.push('asked')
        const lock = await ask(type)
        lock.addEventListener('release', () => locks.push('released'))
        return lock
      }`)
    const locks = (expected: string[]) =>
      eventually(
        () => page.evaluate<string[]>('locks'),
        (found) => found.join() === expected.join(),
      )
    await page.goto(pathOf(items[0]))
    await page.locator('.toolbar').getByRole('button', { name: 'Appearance' }).tap()
    const choice = page.getByLabel('Keep the screen on while reading or listening')
    assert.equal(await choice.isChecked(), false)
    await checkLooks(page, 'the appearance')
    await locks([])
    await choice.check()
    await locks(['asked'])
    await choice.uncheck()
    await locks(['asked', 'released'])
    await choice.check()
    await page.clock.install()
    await page.reload()
    await locks(['asked'])
    await page.clock.runFor(9 * 60_000)
    await locks(['asked'])
    await page.clock.runFor(2 * 60_000)
    await locks(['asked', 'released'])
    await page.evaluate('scrollBy(0, 200)')
    await locks(['asked', 'released', 'asked'])
    await context.close()
  })

  it('pulling the list down loads new items in place, and a short pull does nothing', async () => {
    const { context, page } = await open('/queue')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.evaluate('globalThis.isSamePage = true')
    const loaded: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/queue') loaded.push(request.url())
    })
    const short = await touch(page, '.item-card')
    await short.swipe(0, 60)
    await page.locator('.pull[data-pull=near]').waitFor()
    await short.lift()
    await page.locator('.pull').waitFor({ state: 'detached' })
    assert.deepEqual(loaded, [])
    assert.equal(
      await page.evaluate('getComputedStyle(document.documentElement).overscrollBehaviorY'),
      'contain',
      'The browser does not load the page again.',
    )

    await agent.save({ url: deadLink('newest'), title: 'The newest' })
    await page.getByText('Claude saved 1').waitFor()
    const newest = page.getByRole('article', { name: 'The newest', exact: true })
    assert.equal(await newest.count(), 0)
    let answer = (): void => {}
    await page.route(/\/queue$/, async (route) => {
      await new Promise<void>((resolve) => (answer = resolve))
      await route.continue()
    })
    const far = await touch(page, '.item-card')
    await far.swipe(0, 180)
    await page.locator('.pull[data-pull=far]').waitFor()
    await checkLooks(page, 'while pulling')
    await far.lift()
    await page.locator('.pull[data-pull=loading]').waitFor()
    assert.equal(await page.evaluate('document.getAnimations().length'), 0)
    await eventually(
      async () => (answer(), newest.count()),
      (count) => count === 1,
    )
    await page.locator('.pull').waitFor({ state: 'detached' })
    assert.equal(await page.locator('.updates').count(), 0)
    assert.equal(await page.evaluate('globalThis.isSamePage'), true)
    await page.unroute(/\/queue$/)

    // What can't be loaded leaves the list as it is.
    await context.setOffline(true)
    const unreached = await touch(page, '.item-card')
    await unreached.swipe(0, 180)
    await unreached.lift()
    await page.getByText('didn’t answer').waitFor()
    await page.locator('.pull').waitFor({ state: 'detached' })
    assert.equal(await newest.count(), 1)
    await context.setOffline(false)

    // Below the top the list scrolls.
    await page.setViewportSize({ width: 390, height: 300 })
    await page.evaluate('scrollTo(0, 100)')
    const scrolling = await touch(page, '.bottom-bar')
    await scrolling.swipe(0, 60)
    assert.equal(await page.locator('.pull').count(), 0)
    await scrolling.lift()
    await context.close()
  })
})
