import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { type Agent, connectAgent, type Person, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { startChromium } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const DESKTOP = { viewport: { width: 1280, height: 900 } }

type Queue = { person: Person; agent: Agent; context: BrowserContext; page: Page }

describe('The queue page', () => {
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

  /** A page of someone's own queue of Four, Three, Two and One, of which Two can be read here. */
  async function openQueue(options: BrowserContextOptions = DESKTOP): Promise<Queue> {
    const person = await signUp(service.baseUrl)
    const agent = await connectAgent(service.baseUrl, person, 'Claude')
    for (const title of ['One', 'Two', 'Three', 'Four']) {
      const html = title === 'Two' ? articlePage('Two') : undefined
      const link = { url: deadLink(`${title}-${person.email}`), title, tags: ['web', title], html }
      const item = await agent.save({ ...link, reason: `It is number ${title}` })
      if (html) await fetched(agent, item)
    }
    const context = await chromium.newContext(options)
    await context.addCookies(
      [...person.browser.cookies].map(([name, value]) => ({ name, value, url: service.baseUrl })),
    )
    const page = await context.newPage()
    await page.goto(`${service.baseUrl}/queue`)
    return { person, agent, context, page }
  }

  const titles = (page: Page) => page.locator('.item-card h2').allTextContents()
  const shows = (page: Page, expected: string[]) =>
    eventually(
      () => titles(page),
      (found) => found.join() === expected.join(),
    )
  const entry = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
  const focused = (page: Page) =>
    page.evaluate('document.activeElement.closest(".item-card")?.querySelector("h2").textContent')

  for (const javaScriptEnabled of [true, false]) {
    for (const [device, size] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
      describe(`on a ${device} ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
        it('marks, undoes, snoozes, tags and removes', async () => {
          const { agent, page, context } = await openQueue({ ...size, javaScriptEnabled })
          const menuOf = async (title: string) => {
            await entry(page, title).locator('summary').click()
            return entry(page, title).locator('.menu-panel')
          }
          await entry(page, 'Three').getByRole('button', { name: 'Mark as read' }).click()
          await page.getByText('Marked as read.').waitFor()
          await shows(page, ['Four', 'Two', 'One'])
          await page.getByRole('button', { name: 'Undo' }).click()
          await shows(page, ['Four', 'Three', 'Two', 'One'])

          await entry(page, 'Four').getByRole('button', { name: 'Favourite' }).click()
          await page.getByText('Added to favourites.').waitFor()
          await (await menuOf('Two')).getByRole('button', { name: 'A week' }).click()
          await shows(page, ['Four', 'Three', 'One'])
          await (await menuOf('One')).getByLabel('Tag', { exact: true }).fill('later')
          await page.keyboard.press('Enter')
          await page.getByText('Tagged.').waitFor()
          await (await menuOf('One')).getByRole('button', { name: 'Remove', exact: true }).click()
          await page.getByText('Moved to the trash.').waitFor()
          await shows(page, ['Four', 'Three'])
          const { totals } = (await agent.entity('/queue')).properties
          assert.deepEqual(totals, { unread: 2, read: 0, snoozed: 1, favourite: 1, removed: 1 })
          await context.close()
        })

        it('does the same to several items, and undoes it', async () => {
          const { page, context } = await openQueue({ ...size, javaScriptEnabled })
          const bar = page.locator('.bulk-bar')
          assert.equal(await bar.isVisible(), false)
          for (const title of ['Four', 'One']) {
            await entry(page, title).hover()
            await page.getByRole('checkbox', { name: `Select ${title}` }).check()
          }
          assert.equal(await bar.isVisible(), true)
          await bar.getByRole('button', { name: 'Mark as read' }).click()
          await page.getByText('2 marked as read.').waitFor()
          await shows(page, ['Three', 'Two'])
          assert.equal(await bar.isVisible(), false)
          await page.evaluate('globalThis.isSamePage = true')
          await page.getByRole('button', { name: 'Undo' }).click()
          await page.getByText('Undone.').waitFor()
          const isSamePage = await page.evaluate('globalThis.isSamePage === true')
          assert.equal(isSamePage, javaScriptEnabled)
          await shows(page, ['Four', 'Three', 'Two', 'One'])

          await page.getByRole('checkbox', { name: 'Select Four' }).check()
          await bar.getByRole('link', { name: 'Select all' }).click()
          await eventually(
            () => page.locator('.select-box :checked').count(),
            (count) => count === 4,
          )
          await bar.locator('summary').click()
          await bar.getByLabel('Tag', { exact: true }).fill('later')
          await page.keyboard.press('Enter')
          await page.getByText('4 tagged.').waitFor()
          await page.waitForLoadState('domcontentloaded')
          assert.equal(await page.locator('.item-card .tags a', { hasText: 'later' }).count(), 4)
          await context.close()
        })

        it('saves one link, and several', async () => {
          const { page, context } = await openQueue({ ...size, javaScriptEnabled })
          await page.getByLabel('Link', { exact: true }).fill(deadLink('typed'))
          await page.keyboard.press('Enter')
          await page.getByText('Saved.').waitFor()
          await shows(page, ['127.0.0.1:9/typed', 'Four', 'Three', 'Two', 'One'])
          await page.getByText('Several links', { exact: true }).click()
          await page.getByLabel('Links, one on each line').fill(`${deadLink('a')}\n${deadLink('b')}`)
          await page.getByRole('button', { name: 'Save several links' }).click()
          await page.getByText('Saved 2 links.').waitFor()
          assert.equal(await page.getByLabel('Link', { exact: true }).inputValue(), '')
          await context.close()
        })
      })
    }
  }

  it('a title leads to what can be read here, else to the page itself', async () => {
    const { page, context } = await openQueue()
    const href = (title: string) => entry(page, title).locator('h2 a').getAttribute('href')
    assert.match((await href('Two')) ?? '', /^\/queue\/items\//)
    assert.match((await href('One')) ?? '', /^http:\/\/127\.0\.0\.1:9\/One-/)
    await context.close()
  })

  it('can be used with keys alone', async () => {
    const { page, context } = await openQueue()
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await page.evaluate('globalThis.isSamePage = true')
    await press('j')
    assert.equal(await focused(page), 'Four')
    await press('j', 'j', 'k')
    assert.equal(await focused(page), 'Three')
    await press('m')
    await shows(page, ['Four', 'Two', 'One'])
    await eventually(
      () => focused(page),
      (title) => title === 'Two',
    )
    await press('u')
    await shows(page, ['Four', 'Three', 'Two', 'One'])
    await press('j', 'f')
    await page.getByText('Added to favourites.').waitFor()
    await press('t')
    await page.keyboard.type('jkm')
    await press('Enter')
    await page.getByText('Tagged.').waitFor()
    assert.deepEqual(await titles(page), ['Four', 'Three', 'Two', 'One'])
    await press('s')
    assert.equal(await page.evaluate('document.activeElement.textContent.trim()'), 'A day')
    await press('Escape')
    assert.equal(await page.locator('.menu[open]').count(), 0)
    await press('x')
    assert.equal(await page.locator('.select-box :checked').count(), 1)
    await press('x', '#')
    await page.getByText('Moved to the trash.').waitFor()
    await press('/')
    assert.equal(await page.evaluate('document.activeElement.id'), 'search-words')
    await page.keyboard.type('u?#')
    assert.equal(await page.getByLabel('Search your queue').inputValue(), 'u?#')
    assert.equal(await page.evaluate('globalThis.isSamePage'), true)
    await page.evaluate('document.activeElement.blur()')
    await press('Control+k', 'Alt+m', '?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    await page.getByLabel('Use keyboard shortcuts').uncheck()
    await press('Escape', 'j', 'm')
    assert.equal((await titles(page)).length, 3)
    await page.reload()
    await press('j')
    assert.equal(await focused(page), undefined)
    await context.close()
  })

  it('every control can be reached with Tab, and each box is seen then', async () => {
    const { page, context } = await openQueue()
    const seen = new Set<string>()
    for (let step = 0; step < 80; step++) {
      await page.keyboard.press('Tab')
      const box = await page.evaluate(
        `document.activeElement.matches('.select-box input') ? document.activeElement.value + getComputedStyle(document.activeElement.parentElement).opacity : ''`,
      )
      if (box) seen.add(String(box))
    }
    assert.equal(seen.size, 4)
    for (const box of seen) assert.match(box, /1$/)
    await context.close()
  })

  it('several links pasted into the field for one go to the field for several', async () => {
    const { page, context } = await openQueue()
    await page.getByLabel('Link', { exact: true }).focus()
    await page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', 'https://example.org/1\\nhttps://example.org/2')
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
    }`)
    const area = page.getByLabel('Links, one on each line')
    assert.equal(await area.inputValue(), 'https://example.org/1\nhttps://example.org/2')
    assert.equal(await page.evaluate('document.activeElement.id'), 'save-links-links')
    await context.close()
  })

  it('where the script cannot reach the service, the form is sent as if there were no script', async () => {
    const { page, context } = await openQueue()
    let failed = 0
    await page.route('**/*', (route) => {
      if (route.request().resourceType() !== 'xhr') return route.continue()
      failed++
      return route.abort()
    })
    await entry(page, 'Four').getByRole('button', { name: 'Mark as read' }).click()
    await page.getByText('Marked as read.').waitFor()
    await shows(page, ['Three', 'Two', 'One'])
    assert.ok(failed > 0)
    assert.match(page.url(), /flash=/)
    await context.close()
  })

  it('makes nothing of a text, and no script can have the browser do so', async () => {
    const { page, context } = await openQueue()
    for (const attempt of [
      'document.body.innerHTML = "<b>x</b>"',
      'new DOMParser().parseFromString("<b>x</b>", "text/html")',
      'document.createElement("script").src = "/assets/queue.js"',
      'trustedTypes.createPolicy("own", { createHTML: (text) => text })',
      'setTimeout("1")',
    ]) {
      const ended = await page.evaluate(
        `(() => { try { ${attempt}; return 'done' } catch (error) { return error.name } })()`,
      )
      assert.equal(ended, 'TypeError', attempt)
    }
    const features = 'camera, microphone, geolocation, usb, payment, fullscreen, autoplay'.split(', ')
    const allowed = (await page.evaluate('document.featurePolicy.allowedFeatures()')) as string[]
    assert.deepEqual(
      features.filter((feature) => allowed.includes(feature)),
      [],
    )
    assert.ok(allowed.includes('publickey-credentials-get'))
    await context.close()
  })

  /** Holds back the script's requests that a test is about; gives what lets the next one of them go. */
  async function holdBack(page: Page, isMeant: (method: string) => boolean): Promise<() => Promise<void>> {
    const held: (() => Promise<void>)[] = []
    await page.route('**/queue**', (route) => {
      const request = route.request()
      const isOne = request.resourceType() === 'xhr' && isMeant(request.method())
      return isOne ? void held.push(() => route.continue()) : route.continue()
    })
    return async () => {
      await eventually(
        async () => held.length,
        (waiting) => waiting > 0,
      )
      await held.shift()!()
    }
  }

  it('a menu that is opened while an action is under way stays, with what is typed in it', async () => {
    const { page, context } = await openQueue()
    const letGo = await holdBack(page, (method) => method === 'POST')
    await entry(page, 'Four').getByRole('button', { name: 'Mark as read' }).click()
    await entry(page, 'One').locator('summary').click()
    const tag = entry(page, 'One').locator('.menu-panel').getByLabel('Tag', { exact: true })
    await tag.fill('half wri')
    await letGo()
    await shows(page, ['Three', 'Two', 'One'])
    await page.keyboard.type('tten')
    assert.equal(await tag.inputValue(), 'half written')
    await page.keyboard.press('Enter')
    await letGo()
    await page.getByText('Tagged.').waitFor()
    await entry(page, 'One').getByRole('link', { name: 'half written' }).waitFor()
    await context.close()
  })

  it('a menu that is opened while the page looks again stays', async () => {
    const { context } = await openQueue()
    const page = await context.newPage()
    const isLook = (request: Request) => request.resourceType() === 'xhr'
    const looking = page.waitForRequest(isLook)
    const looked = page.waitForResponse((response) => isLook(response.request()))
    const letGo = await holdBack(page, (method) => method === 'GET')
    await page.goto(`${service.baseUrl}/queue`)
    await looking
    await entry(page, 'One').locator('summary').click()
    await letGo()
    await (await looked).finished()
    await page.evaluate('new Promise(requestAnimationFrame)')
    assert.equal(await entry(page, 'One').locator('.menu-panel').isVisible(), true)
    await context.close()
  })

  it('actions go one after the other, so that no page is shown that knows less', async () => {
    const { page, context } = await openQueue()
    await page.evaluate(`{
      const { send } = XMLHttpRequest.prototype
      let underWay = 0
      globalThis.mostAtOnce = 0
      XMLHttpRequest.prototype.send = function (body) {
        mostAtOnce = Math.max(mostAtOnce, ++underWay)
        this.addEventListener('readystatechange', () => this.readyState === 4 && underWay--)
        return send.call(this, body)
      }
    }`)
    const letGo = await holdBack(page, (method) => method === 'POST')
    await entry(page, 'Four').getByRole('button', { name: 'Mark as read' }).click()
    await entry(page, 'Two').getByRole('button', { name: 'Mark as read' }).click()
    await letGo()
    await shows(page, ['Three', 'Two', 'One'])
    await letGo()
    await shows(page, ['Three', 'One'])
    assert.equal(await page.evaluate('mostAtOnce'), 1)
    await context.close()
  })

  it('an action that waited is of what was selected when it was asked for', async () => {
    const { page, context } = await openQueue()
    const letGo = await holdBack(page, (method) => method === 'POST')
    await entry(page, 'Four').getByRole('button', { name: 'Mark as read' }).click()
    for (const title of ['Three', 'Two']) await entry(page, title).getByRole('checkbox').check()
    await page.locator('.bulk-bar').getByRole('button', { name: 'Mark as read' }).click()
    await letGo()
    await shows(page, ['Three', 'Two', 'One'])
    await letGo()
    await shows(page, ['One'])
    await context.close()
  })

  it('an action that waited is sent without the script where the script cannot reach the service', async () => {
    const { page, context } = await openQueue()
    const held: ((isToFail: boolean) => Promise<void>)[] = []
    await page.route('**/queue/**', (route) => {
      if (route.request().resourceType() !== 'xhr') return route.continue()
      return void held.push((isToFail) => (isToFail ? route.abort() : route.continue()))
    })
    const answer = async (isToFail: boolean) => {
      await eventually(
        async () => held.length,
        (waiting) => waiting > 0,
      )
      await held.shift()!(isToFail)
    }
    await entry(page, 'Four').getByRole('button', { name: 'Mark as read' }).click()
    await entry(page, 'Two').getByRole('button', { name: 'Mark as read' }).click()
    await answer(false)
    await shows(page, ['Three', 'Two', 'One'])
    await answer(true)
    await page.waitForURL(/flash=/)
    await shows(page, ['Three', 'One'])
    await context.close()
  })

  it('whoever was signed out meanwhile comes to the sign-in', async () => {
    const { page, context } = await openQueue()
    await context.clearCookies()
    await entry(page, 'Four').getByRole('button', { name: 'Mark as read' }).click()
    await page.getByText('You were signed out.').waitFor()
    await context.close()
  })

  it('a page that was being fetched is shown once it is there', async () => {
    const { agent, page, context } = await openQueue()
    await agent.save({ url: deadLink(`late-${crypto.randomUUID()}`), html: articlePage('Late') })
    await page.goto(`${service.baseUrl}/queue`)
    await entry(page, 'Late').waitFor()
    await context.close()
  })

  it('what fits the time at hand is one press away, and so is all else again', async () => {
    const { page, context } = await openQueue()
    await page.getByRole('link', { name: 'Under 15 min', exact: true }).click()
    await page.waitForURL(/q=under%3A15m/)
    assert.deepEqual(await titles(page), ['Two'])
    assert.equal(await page.locator('.times [aria-current]').textContent(), 'Under 15 min')
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Unread')
    await page.getByRole('link', { name: 'Any', exact: true }).click()
    await page.waitForURL(/\/queue$/)
    await shows(page, ['Four', 'Three', 'Two', 'One'])
    await page.getByLabel('Order').selectOption('Oldest first')
    await page.waitForURL(/sort=oldest/)
    await shows(page, ['One', 'Two', 'Three', 'Four'])
    await context.close()
  })

  for (const [name, options] of Object.entries({
    'a phone': PHONE,
    'a small phone': { ...PHONE, viewport: { width: 320, height: 640 } },
    'a desktop in the dark': { ...DESKTOP, colorScheme: 'dark' as const },
    'a phone in the dark': { ...PHONE, colorScheme: 'dark' as const },
    'a desktop at 200 %': { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 },
    'a desktop': DESKTOP,
  })) {
    it(`is sound on ${name}: empty, full, with menus open and items selected`, async () => {
      const { page, context } = await openQueue(options)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const check = (what: string) => checkLooks(page, what)
      await check('full')
      await entry(page, 'Two').locator('summary').click()
      await check('menu')
      await page.keyboard.press('Escape')
      await entry(page, 'Four').hover()
      await page.getByRole('checkbox', { name: 'Select Four' }).check()
      await page.locator('.bulk summary').click()
      await check('selected')
      await page.goto(`${service.baseUrl}/queue?q=nothing+like+it`)
      await check('nothing fits')
      await page.goto(`${service.baseUrl}/queue?state=removed`)
      await check('trash')
      const lit = await page.locator('.tabs [aria-current]').boundingBox()
      assert.ok(lit && lit.x >= 0 && lit.x + lit.width <= (options.viewport?.width ?? 0) + 1)
      await context.close()
    })
  }

  it('a first visit tells three ways to fill the queue', async () => {
    const person = await signUp(service.baseUrl)
    const { text } = await person.browser.open('/queue')
    assert.match(text, /Your queue is empty\. There are three ways to fill it:/)
    assert.match(text, /href="\/share">Set it up/)
    assert.match(text, /href="\/connect">Connect one/)
  })
})
