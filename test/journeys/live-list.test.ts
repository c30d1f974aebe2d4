import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { articlePage } from '../support/article.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink } from '../support/links.ts'
import { startService, type TestService } from '../support/service.ts'

type Queue = { person: Person; agent: Agent; context: BrowserContext; page: Page; streams: string[] }

describe('The open list', () => {
  let chromium: Browser
  let service: TestService
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
  })
  after(async () => {
    await chromium.close()
    await service.stop()
  })

  const link = (title: string) => ({ url: deadLink(`${title}-${crypto.randomUUID()}`), title })
  const cookieOf = ({ browser }: Person) =>
    [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  /** Someone's own queue of Three, Two and One in a window that hears of changes. */
  async function openQueue(options: BrowserContextOptions = {}): Promise<Queue> {
    const person = await signUp(service.baseUrl)
    const agent = await connectAgent(service.baseUrl, person, 'Claude')
    for (const title of ['One', 'Two', 'Three']) await agent.save(link(title))
    const context = await chromium.newContext(options)
    await context.addCookies(sessionCookies(person, service.baseUrl))
    const streams: string[] = []
    context.on('request', (request) => {
      if (request.url().includes('/queue/live')) streams.push(request.url())
    })
    const page = await context.newPage()
    await page.goto(`${service.baseUrl}/queue`)
    await page.evaluate('globalThis.isSamePage = true')
    return { person, agent, context, page, streams }
  }

  const titles = (page: Page) => page.locator('#items > :not([hidden]) h2').allTextContents()
  const shows = (page: Page, ...expected: string[]) =>
    eventually(
      () => titles(page),
      (found) => found.join() === expected.join(),
    )
  const entry = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
  const updates = (page: Page) => page.locator('.updates')
  it('offers to show what an agent saved, and moves nothing until then', async () => {
    const { agent, page, context } = await openQueue()
    const place = () => entry(page, 'Three').boundingBox()
    const before = await place()
    await agent.save(link('Four'))
    await page.getByText('Claude saved 1').waitFor()
    await agent.save(link('Five'))
    await page.getByText('Claude saved 2').waitFor()
    assert.deepEqual(await titles(page), ['Three', 'Two', 'One'])
    assert.deepEqual(await place(), before)
    // Nor does an act bring it in.
    await entry(page, 'Two').getByRole('button', { name: 'Mark as read' }).click()
    await page.getByText('Marked as read.').waitFor()
    await shows(page, 'Three', 'One')
    assert.match((await updates(page).textContent()) ?? '', /^Claude saved 2\s· Show$/)
    await updates(page).getByRole('link', { name: 'Show' }).click()
    await shows(page, 'Five', 'Four', 'Three', 'One')
    assert.equal(await updates(page).count(), 0)
    assert.equal(await page.locator('.app-sidebar [aria-current] .count').textContent(), '4')
    assert.equal(await page.evaluate('globalThis.isSamePage'), true)
    await context.close()
  })

  it('updates a row in place once its page is fetched, and keeps selection and focus', async () => {
    const { person, agent, page, context } = await openQueue()
    await page.getByRole('checkbox', { name: 'Select Two' }).check()
    await page.keyboard.press('j')
    const focused = () => page.evaluate('document.activeElement.querySelector?.("h2")?.textContent')
    const initialFocus = await focused()
    const { entities } = await agent.entity('/queue')
    const two = entities.find(({ properties }: Entity) => properties.title === 'Two')
    await agent.save({ url: two.properties.url, title: 'Two', tags: ['later'] })
    await person.browser.submit(
      await person.browser.open('/queue'),
      { url: two.properties.url, html: articlePage('Two') },
      { action: '/queue/save-link' },
    )
    await entry(page, 'Two').getByText('1 min').waitFor()
    await entry(page, 'Two').getByRole('link', { name: 'later' }).waitFor()
    assert.equal(await page.getByRole('checkbox', { name: 'Select Two' }).isChecked(), true)
    assert.equal(await focused(), initialFocus)
    assert.equal(await page.evaluate('globalThis.isSamePage'), true)
    await context.close()
  })

  it('receives changes of another window through one stream for both', async () => {
    const { page, context, streams } = await openQueue()
    await eventually(
      async () => streams.length,
      (count) => count === 1,
    )
    const other = await context.newPage()
    await other.goto(`${service.baseUrl}/queue`)
    await entry(page, 'Two').getByRole('button', { name: 'Mark as read' }).click()
    await other.getByText('This list has changed').waitFor()
    assert.deepEqual(await titles(other), ['Three', 'Two', 'One'])
    await other.getByRole('link', { name: 'Show' }).click()
    await shows(other, 'Three', 'One')
    // The window that has no stream of its own is heard as well.
    await entry(other, 'Three').getByRole('button', { name: 'Mark as read' }).click()
    await page.getByText('This list has changed').waitFor()
    assert.equal(streams.length, 1)
    // Once the first is closed, the other one follows the queue.
    await page.close()
    await eventually(
      async () => streams.length,
      (count) => count === 2,
    )
    await context.close()
  })

  it('removes a row at once, before the service has responded, and restores it by Undo', async () => {
    const { page, context } = await openQueue()
    const held: (() => void)[] = []
    await page.route('**/mark-read', async (route) => {
      await new Promise<void>((resolve) => held.push(resolve))
      await route.continue()
    })
    await page.keyboard.press('j')
    await page.keyboard.press('m')
    await shows(page, 'Two', 'One')
    const focused = () => page.evaluate('document.activeElement.querySelector("h2")?.textContent')
    assert.equal(await focused(), 'Two')
    assert.equal(await page.locator('.notice').count(), 0)
    await eventually(
      async () => held.length,
      (count) => count === 1,
    )
    held[0]!()
    await page.getByText('Marked as read.').waitFor()
    assert.equal(await focused(), 'Two')
    await page.getByRole('button', { name: 'Undo' }).click()
    await shows(page, 'Three', 'Two', 'One')
    await context.close()
  })

  it('lets a row be swiped to mark it as read or open its menu, and ignores a short swipe', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const { page, context } = await openQueue(phone)
    const cdp = await context.newCDPSession(page)
    const swipe = async (title: string, distance: number) => {
      const isCalm = "!document.querySelector(':popover-open') && document.getAnimations().length === 0"
      await eventually(
        () => page.evaluate<boolean>(isCalm),
        (calm) => calm,
      )
      const box = await entry(page, title).boundingBox()
      // A swipe that was taken late may have taken the row out.
      if (!box) return
      const { x, y, width, height } = box
      const [startX, at] = [x + width / 2, y + height / 2]
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchX: number) =>
        cdp.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x: touchX, y: at }],
        })
      await touch('touchStart', startX)
      for (let step = 1; step <= 8; step++) await touch('touchMove', startX + (distance * step) / 8)
      await touch('touchEnd', 0)
    }
    await swipe('Two', 60)
    assert.deepEqual(await titles(page), ['Three', 'Two', 'One'])
    // A busy browser may take the touches for the beginning of scrolling, and cancel them: a person swipes again.
    const swipeUntil = (distance: number, shown: Locator) =>
      eventually(
        async () => {
          if (await entry(page, 'Two').isVisible()) await swipe('Two', distance)
          return shown.waitFor({ timeout: 3000 }).then(
            () => true,
            () => false,
          )
        },
        (isShown) => isShown,
      )
    await swipeUntil(-140, page.locator('#row-menu').getByRole('button', { name: 'Favourite' }))
    await page.keyboard.press('Escape')
    await swipeUntil(140, page.getByText('Marked as read.'))
    await shows(page, 'Three', 'One')
    await page.getByRole('button', { name: 'Undo' }).tap()
    await shows(page, 'Three', 'Two', 'One')
    await context.close()
  })

  it('is neither updated nor offers anything new without scripts', async () => {
    const { agent, page, context, streams } = await openQueue({ javaScriptEnabled: false })
    await agent.save(link('Four'))
    assert.deepEqual(streams, [])
    await page.reload()
    await entry(page, 'Four').waitFor()
    assert.equal(await page.locator('.updates-place').textContent(), '')
    assert.deepEqual(streams, [])
    await context.close()
  })

  it('has few streams for each browser, which contain numbers only and end with the session', async () => {
    const person = await signUp(service.baseUrl)
    const agent = await connectAgent(service.baseUrl, person, 'Claude')
    const follow = () =>
      fetch(`${service.baseUrl}/queue/live?after=0`, { headers: { cookie: cookieOf(person) } })
    const open = [await follow(), await follow(), await follow(), await follow()]
    assert.deepEqual(
      open.map(({ status, headers }) => [status, headers.get('content-type')]),
      open.map(() => [200, 'text/event-stream']),
    )
    const refused = await follow()
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '60'])
    await refused.body?.cancel()
    await open[3]!.body?.cancel()
    const again = await eventually(follow, ({ status }) => status === 200)
    await agent.save(link('Secret'))
    let text = ''
    const decoder = new TextDecoder()
    const reader = open[0]!.body!.getReader()
    while (!text.includes('id:')) text += decoder.decode((await reader.read()).value, { stream: true })
    assert.match(text, /^retry: 2000\n\n(?:: still here\n\n)?id: 1\ndata: 1\n\n$/)
    await person.browser.submit(await person.browser.open('/account'), {}, { action: '/logout' })
    await agent.save(link('Later'))
    for (let part = await reader.read(); !part.done; part = await reader.read())
      text += decoder.decode(part.value, { stream: true })
    assert.doesNotMatch(text, /id: 2/)
    const stranger = await fetch(`${service.baseUrl}/queue/live`, { redirect: 'manual' })
    assert.equal(stranger.status, 303)
    for (const response of [open[1]!, open[2]!, again]) await response.body?.cancel()
  })
})
