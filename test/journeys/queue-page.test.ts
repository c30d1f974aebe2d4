import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core'
import { type Agent, connectAgent, type Person, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink, refusedLink } from '../support/links.ts'
import { checkLooks, checkWidth } from '../support/looks.ts'
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
    await context.addCookies(sessionCookies(person, service.baseUrl))
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
  const openMenu = (page: Page, title: string) => entry(page, title).locator('.icon-more').click()
  const focused = (page: Page) =>
    page.evaluate('document.activeElement.closest(".item-card")?.querySelector("h2").textContent')

  for (const javaScriptEnabled of [true, false]) {
    for (const [device, size] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
      describe(`on a ${device} ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
        it('marks, undoes, snoozes, tags and removes', async () => {
          const { agent, page, context } = await openQueue({ ...size, javaScriptEnabled })
          /** Uses a form of the row's menu; without a script, of the item's page or a panel of it, and comes back. */
          const use = async (
            title: string,
            use: { button: string; panel?: string } | { label: string; value: string; panel?: string },
          ) => {
            await openMenu(page, title)
            if (!javaScriptEnabled && use.panel)
              await page.locator(`.toolbar [popovertarget="${use.panel}"]`).click()
            const place = page.locator(javaScriptEnabled ? '#row-menu' : `#${use.panel ?? 'more'}`)
            if (javaScriptEnabled && use.panel)
              await place
                .locator('summary')
                .filter({ hasText: use.panel === 'tags' ? 'Tags' : 'Snooze' })
                .click()
            if ('button' in use) await place.getByRole('button', { name: use.button, exact: true }).click()
            else {
              await place.getByLabel(use.label, { exact: true }).fill(use.value)
              await page.keyboard.press('Enter')
            }
            if (javaScriptEnabled) return
            await page.locator('.notice').waitFor()
            await page.goto(`${service.baseUrl}/queue`)
          }
          await entry(page, 'Three').getByRole('button', { name: 'Mark as read' }).click()
          await page.getByText('Marked as read.').waitFor()
          await shows(page, ['Four', 'Two', 'One'])
          await page.getByRole('button', { name: 'Undo' }).click()
          await shows(page, ['Four', 'Three', 'Two', 'One'])

          if (device === 'desktop')
            await entry(page, 'Four').getByRole('button', { name: 'Favourite' }).click()
          else if (javaScriptEnabled) await use('Four', { button: 'Favourite' })
          else {
            await openMenu(page, 'Four')
            await page.getByRole('button', { name: 'Favourite' }).click()
          }
          await page.getByText('Added to favourites.').waitFor()
          await page.goto(`${service.baseUrl}/queue`)
          await use('Two', { button: 'Next week', panel: 'snooze' })
          await shows(page, ['Four', 'Three', 'One'])
          await use('One', { label: 'Tag', value: 'later', panel: 'tags' })
          await entry(page, 'One').getByRole('link', { name: 'later' }).waitFor()
          await use('One', { button: 'Remove' })
          await shows(page, ['Four', 'Three'])
          const { totals } = (await agent.entity('/queue')).properties
          assert.deepEqual(totals, { unread: 2, read: 0, snoozed: 1, favourite: 1, removed: 1 })
          await context.close()
        })

        it('does the same to several items, and undoes it', async () => {
          const { page, context } = await openQueue({ ...size, javaScriptEnabled })
          const bar = page.locator('.bulk-bar')
          assert.equal(await bar.isVisible(), false)
          const choose = async (title: string) => {
            const box = page.getByRole('checkbox', { name: `Select ${title}` })
            await entry(page, title).hover()
            if (await box.isVisible()) await box.check()
            else {
              await openMenu(page, title)
              await page.locator('#row-menu').getByRole('button', { name: 'Select' }).click()
            }
          }
          for (const title of ['Four', 'One']) await choose(title)
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

          await choose('Four')
          await bar.getByRole('link', { name: 'Select all' }).click()
          await eventually(
            () => page.locator('.select-box :checked').count(),
            (count) => count === 4,
          )
          await bar.locator('.menu > summary').click()
          await bar.getByText('Tags').click()
          await bar.getByLabel('Tag', { exact: true }).fill('later')
          await page.keyboard.press('Enter')
          await page.getByText('4 tagged.').waitFor()
          await page.waitForLoadState('domcontentloaded')
          assert.equal(await page.locator('.item-card .tag', { hasText: 'later' }).count(), 4)
          await context.close()
        })

        it('saves one link, and several', async () => {
          const { page, context } = await openQueue({ ...size, javaScriptEnabled })
          await page.locator('.save-open:visible').click()
          const save = page.locator('#save').getByRole('button', { name: /^Save( \d links)?$/ })
          await page.getByLabel('Link', { exact: true }).fill(deadLink('typed'))
          if (javaScriptEnabled) await page.keyboard.press('Enter')
          else await save.click()
          await page.getByText('Saved.').waitFor()
          await shows(page, ['127.0.0.1:9/typed', 'Four', 'Three', 'Two', 'One'])
          await page.locator('.save-open:visible').click()
          await page.getByLabel('Link', { exact: true }).fill(`Tea: ${deadLink('a')}\n${deadLink('b')}`)
          await save.click()
          await page.getByText('Saved 2 links.').waitFor()
          assert.equal(await page.getByLabel('Link', { exact: true }).inputValue(), '')
          assert.ok((await titles(page)).includes('Tea'))
          // What is wrong stays, is named and has the focus; what was right is saved.
          await page.locator('.save-open:visible').click()
          const field = page.getByLabel('Link', { exact: true })
          await field.fill(`${deadLink('c')}\nno link here\nexample.invalid/d`)
          await save.click()
          await page.getByText('Saved 2 links. No link in: “no link here”.').waitFor()
          assert.equal(await field.inputValue(), 'no link here')
          assert.equal(await field.getAttribute('aria-invalid'), 'true')
          assert.equal(await page.evaluate('document.activeElement.id'), 'save-link-url')
          const described = (await field.getAttribute('aria-describedby')) ?? ''
          assert.match((await page.locator(`#save #${described}`).textContent()) ?? '', /no link here/)
          assert.ok((await titles(page)).includes('example.invalid/d'))
          await field.fill('neither')
          await save.click()
          await page
            .getByText('Enter a full web address, like https://example.org, instead of “neither”.')
            .waitFor()
          assert.equal(await field.inputValue(), 'neither')
          await context.close()
        })
      })
    }
  }

  it('a title leads to the item’s page, even if the article could not be saved', async () => {
    const { page, context } = await openQueue()
    const href = (title: string) => entry(page, title).locator('h2 a').getAttribute('href')
    assert.match((await href('Two')) ?? '', /^\/queue\/items\//)
    // While it is being fetched, to the page itself.
    assert.match((await href('One')) ?? '', /^http:\/\/127\.0\.0\.1:9\/One-/)
    const other = await signUp(service.baseUrl)
    const claude = await connectAgent(service.baseUrl, other, 'Claude')
    const { properties: gone } = await claude.save({ url: refusedLink('gone'), title: 'Gone' })
    const list = await eventually(
      () => other.browser.open('/queue'),
      ({ text }) =>
        /<p class="page-status icon-alert">No copy saved\. <span dir="auto">\S[^<]+<\/span><\/p>/.test(text),
    )
    assert.match(list.text, new RegExp(`<a href="/queue/items/${gone.id}[^"]*">Gone</a>`))
    await context.close()
  })

  it('the trash says who removed each item', async () => {
    const owner = await signUp(service.baseUrl)
    const claude = await connectAgent(service.baseUrl, owner, 'Claude')
    const [mine, theirs] = [
      await claude.save({ url: refusedLink('mine') }),
      await claude.save({ url: refusedLink('theirs') }),
    ]
    await claude.call(`/queue/items/${theirs.properties.id}`, { method: 'DELETE' })
    const form = await owner.browser.open(`/queue/items/${mine.properties.id}`)
    await owner.browser.submit(form, {}, { action: `/queue/items/${mine.properties.id}/remove-item` })
    const trash = (await owner.browser.open('/queue?state=removed')).text.replaceAll(/<[^>]+>/g, '')
    assert.match(trash, /removed by Claude just now/)
    assert.match(trash, /removed by you just now/)
  })

  it('can be used by keyboard only', async () => {
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
    await eventually(
      () => focused(page),
      (title) => title === 'Three',
    )
    await press('j', 'f')
    await page.getByText('Added to favourites.').waitFor()
    await press('t')
    await page.keyboard.type('jkm')
    await press('Enter')
    await page.getByText('Tagged.').waitFor()
    assert.deepEqual(await titles(page), ['Four', 'Three', 'Two', 'One'])
    await press('s')
    assert.equal(await page.evaluate('document.activeElement.textContent.trim()'), 'Tomorrow')
    await press('Escape')
    assert.equal(await page.locator(':popover-open').count(), 0)
    await press('x')
    assert.equal(await page.locator('.select-box :checked').count(), 1)
    await press('x', '#')
    await page.getByText('Moved to the trash.').waitFor()
    await press('/')
    assert.equal(await page.evaluate('document.activeElement.id'), 'search-words')
    await page.keyboard.type('u?#')
    assert.equal(await page.getByLabel('Search your queue').inputValue(), 'u?#')
    assert.equal(await page.evaluate('globalThis.isSamePage'), true)
    await press('Escape', 'Control+k')
    assert.equal(await page.evaluate('document.activeElement.id'), 'search-words')
    await press('Escape', 'c')
    assert.equal(await page.evaluate('document.activeElement.id'), 'save-link-url')
    await press('Escape', 'Alt+m', '?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    await page.getByLabel('Use keyboard shortcuts').uncheck()
    await press('Escape', 'j', 'm')
    assert.equal((await titles(page)).length, 3)
    await page.reload()
    await press('j')
    assert.equal(await focused(page), undefined)
    await context.close()
  })

  it('a shortcut applies to all selected items, if there are any', async () => {
    const { page, context } = await openQueue()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('t')
    await page.keyboard.type('chosen')
    await page.keyboard.press('Enter')
    await page.getByText('2 tagged.').waitFor()
    for (const key of ['j', 'x', 'j', 'x', 'm']) await page.keyboard.press(key)
    await eventually(
      () => titles(page),
      ({ length }) => length === 2,
    )
    await context.close()
  })

  it('a key or the button for snoozing opens the form of its action alone, and the menu has them all', async () => {
    const { page, context } = await openQueue()
    const menu = page.locator('#row-menu')
    const visible = (selector: string) => menu.locator(selector).filter({ visible: true }).count()
    await entry(page, 'Two').focus()
    for (const [key, name, field] of [
      ['s', 'Snooze', 'until'],
      ['t', 'Tags', 'tag'],
      ['a', 'Ask an agent', 'request'],
    ] as const) {
      await page.keyboard.press(key)
      await page.getByRole('dialog', { name, exact: true }).waitFor()
      assert.equal(await visible(`.menu-field [name=${field}]`), 1)
      assert.equal(await visible('summary'), 1)
      assert.equal(await visible('.menu-links > :is(a, button)'), 0)
      await checkLooks(page, name)
      await page.keyboard.press('Escape')
      await menu.waitFor({ state: 'hidden' })
    }
    await entry(page, 'Two').hover()
    await entry(page, 'Two').locator('.icon-clock').click()
    await page.getByRole('dialog', { name: 'Snooze', exact: true }).waitFor()
    assert.equal(await visible('.menu-links > :is(a, button)'), 0)
    await page.keyboard.press('Escape')
    await openMenu(page, 'Two')
    await page.getByRole('dialog', { name: 'More' }).waitFor()
    await menu.locator('summary', { hasText: 'Tags' }).click()
    assert.equal(await visible('.menu-field [name=tag]'), 1)
    assert.ok((await visible('.menu-links > :is(a, button)')) > 2)
    await page.keyboard.press('Escape')
    // An item in the trash can't be snoozed.
    await entry(page, 'Two').focus()
    await page.keyboard.press('#')
    await page.getByText('Moved to the trash.').waitFor()
    await page.goto(`${service.baseUrl}/queue?state=removed`)
    await entry(page, 'Two').focus()
    await page.keyboard.press('s')
    assert.equal(await menu.isVisible(), false)
    await context.close()
  })

  it('the palette acts on the focused row', async () => {
    const { page, context } = await openQueue()
    await page.keyboard.press('j')
    const [first] = await titles(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('fav')
    const group = page.getByRole('group', { name: first!, exact: true })
    await group.getByRole('option', { name: 'Favourite', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Added to favourites.').waitFor()
    await context.close()
  })

  it('a shortcut applies to the row that had the focus last, even if that row was clicked', async () => {
    const { page, context } = await openQueue()
    await page.keyboard.press('j')
    assert.equal(await focused(page), 'Four')
    await entry(page, 'One').locator('.select-box input').click()
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('#')
    await shows(page, ['Four', 'Three', 'Two'])
    await context.close()
  })

  it('every control can be reached with Tab, and each checkbox is then visible', async () => {
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

  it('links pasted anywhere open the save dialog', async () => {
    const { page, context } = await openQueue()
    const paste = (text: string) =>
      page.evaluate(`{
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', ${JSON.stringify(text)})
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
      }`)
    await paste('no link')
    assert.equal(await page.locator(':popover-open').count(), 0)
    await paste('https://example.org/one')
    assert.equal(await page.getByLabel('Link', { exact: true }).inputValue(), 'https://example.org/one')
    await page.getByLabel('Link', { exact: true }).fill('')
    await page.keyboard.press('Escape')
    await page.evaluate('document.activeElement.blur()')
    await paste('https://example.org/1\nhttps://example.org/2')
    const area = page.getByLabel('Link', { exact: true })
    assert.equal(await area.inputValue(), 'https://example.org/1\nhttps://example.org/2')
    assert.equal(await page.evaluate('document.activeElement.id'), 'save-link-url')
    await context.close()
  })

  it('an unreachable service is reported, and nothing is lost', async () => {
    const { page, context } = await openQueue()
    await context.setOffline(true)
    await entry(page, 'Four').getByRole('button', { name: 'Mark as read' }).click()
    await page.getByRole('alert').getByText('Reading Queue didn’t answer.').waitFor()
    await shows(page, ['Four', 'Three', 'Two', 'One'])
    await page.keyboard.press('c')
    await page.getByLabel('Link', { exact: true }).fill('https://example.org/typed')
    await page.getByLabel('Link', { exact: true }).press('Enter')
    await page.locator('#save').getByText('Reading Queue didn’t answer.').waitFor()
    assert.equal(await page.getByLabel('Link', { exact: true }).inputValue(), 'https://example.org/typed')
    await context.setOffline(false)
    await page.keyboard.press('Escape')
    await entry(page, 'Four').getByRole('button', { name: 'Mark as read' }).click()
    await page.getByText('Marked as read.').waitFor()
    await shows(page, ['Three', 'Two', 'One'])
    await context.close()
  })

  it('a refused action shows its reason', async () => {
    const { page, context } = await openQueue()
    await page.route('**/queue/**', (route) =>
      route.request().resourceType() === 'xhr' ? route.fulfill({ status: 503 }) : route.continue(),
    )
    await entry(page, 'Four').getByRole('button', { name: 'Mark as read' }).click()
    await page.getByText('Marked as read.').waitFor()
    await shows(page, ['Three', 'Two', 'One'])
    // What is told once does not stay in the address.
    assert.doesNotMatch(page.url(), /flash=/)
    await context.close()
  })

  it('treats no text as markup, and scripts can’t change that', async () => {
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

  it('a menu opened during an action stays open, with the text typed in it', async () => {
    const { page, context } = await openQueue()
    const letGo = await holdBack(page, (method) => method === 'POST')
    await entry(page, 'Four').getByRole('button', { name: 'Mark as read' }).click()
    await openMenu(page, 'One')
    await page.locator('#row-menu summary').filter({ hasText: 'Tags' }).click()
    const tag = page.locator('#row-menu').getByLabel('Tag', { exact: true })
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

  it('a menu opened during a refresh stays open', async () => {
    const { context } = await openQueue()
    const page = await context.newPage()
    const isLook = (request: Request) => request.resourceType() === 'xhr'
    const looking = page.waitForRequest(isLook)
    const looked = page.waitForResponse((response) => isLook(response.request()))
    const letGo = await holdBack(page, (method) => method === 'GET')
    await page.goto(`${service.baseUrl}/queue`)
    await looking
    await openMenu(page, 'One')
    await letGo()
    await (await looked).finished()
    await page.evaluate('new Promise(requestAnimationFrame)')
    assert.equal(await page.locator('#row-menu').isVisible(), true)
    await context.close()
  })

  it('actions run one after the other, so that no outdated page is shown', async () => {
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

  it('a delayed action applies to what was selected when it was requested', async () => {
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

  it('a delayed action is cancelled if the service becomes unreachable', async () => {
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
    await page.getByRole('alert').waitFor()
    await shows(page, ['Three', 'Two', 'One'])
    await context.close()
  })

  it('a person who was signed out meanwhile is sent to sign-in', async () => {
    const { page, context } = await openQueue()
    await context.clearCookies()
    await entry(page, 'Four').getByRole('button', { name: 'Mark as read' }).click()
    await page.getByText('You were signed out.').waitFor()
    await context.close()
  })

  it('a page that was being fetched appears once it is there', async () => {
    const { agent, page, context } = await openQueue()
    await agent.save({ url: deadLink(`late-${crypto.randomUUID()}`), html: articlePage('Late') })
    await page.goto(`${service.baseUrl}/queue`)
    await entry(page, 'Late').waitFor()
    await context.close()
  })

  it('items for the available time are one click away, and so are all others', async () => {
    const { page, context } = await openQueue()
    const choose = async (chip: string, choice: string) => {
      await page.locator(`.filter-${chip} summary`).click()
      await page.getByRole('link', { name: choice, exact: true }).click()
    }
    await choose('length', 'Up to 15 min')
    await page.waitForURL(/q=under%3A15m/)
    assert.deepEqual(await titles(page), ['Two'])
    assert.deepEqual(await page.locator('.active-filter .chip.active bdi').allTextContents(), [
      'Up to 15 min',
    ])
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Queue')
    await choose('length', 'Any length')
    await page.waitForURL(/\/queue$/)
    await shows(page, ['Four', 'Three', 'Two', 'One'])
    await choose('sort', 'Oldest first')
    await page.waitForURL(/sort=oldest/)
    await shows(page, ['One', 'Two', 'Three', 'Four'])
    await context.close()
  })

  it('the button that saves says how many links there are', async () => {
    const { page, context } = await openQueue()
    await page.keyboard.press('c')
    const button = page.locator('#save .save-link > .button')
    const field = page.locator('#save textarea.links')
    await field.fill('https://example.org/a\nFrom the web:\nexample.org/b')
    assert.equal(await button.innerText(), 'Save 2 links')
    await field.fill('https://example.org/a')
    assert.equal(await button.innerText(), 'Save')
    await context.close()
  })

  // Each layout and each theme is looked through once for what is not accessible.
  const LOOKS: [name: string, options: BrowserContextOptions, check: typeof checkLooks][] = [
    ['a small phone', { ...PHONE, viewport: { width: 320, height: 640 } }, checkLooks],
    ['a desktop in the dark', { ...DESKTOP, colorScheme: 'dark' }, checkLooks],
    ['a phone', PHONE, checkWidth],
    ['a desktop at 200 %', { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }, checkWidth],
  ]
  for (const [name, options, checkPage] of LOOKS) {
    it(`is sound on ${name}: empty, full, with menus open and items selected`, async () => {
      const { page, context } = await openQueue(options)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const check = (what: string) => checkPage(page, what)
      await check('full')
      const openAndCheck = async (what: string, selector: string) => {
        await page.locator(selector).filter({ visible: true }).first().click()
        await check(what)
        await page.keyboard.press('Escape')
      }
      await openAndCheck('menu', '.icon-more')
      await openAndCheck('filter', '.filter-length summary')
      await openAndCheck('save', '.save-open')
      await openAndCheck('search', '[popovertarget=search]')
      if (await page.locator('.bottom-bar').isVisible()) await openAndCheck('navigation', '.icon-menu')
      const select = page.locator('#row-menu').getByRole('button', { name: 'Select' })
      await openMenu(page, 'Four')
      if (await select.isVisible()) await select.click()
      else {
        await page.keyboard.press('Escape')
        await page.getByRole('checkbox', { name: 'Select Four' }).check()
      }
      await page.locator('.bulk .menu > summary').click()
      await page.locator('.bulk .menu-part summary').first().click()
      await check('selected')
      await page.goto(`${service.baseUrl}/queue?q=nothing+like+it`)
      await check('nothing fits')
      await page.goto(`${service.baseUrl}/queue?state=removed`)
      await check('trash')
      await context.close()
    })
  }

  it('a new account sees a field for a link and the import', async () => {
    const person = await signUp(service.baseUrl)
    const page = await person.browser.open('/queue')
    assert.match(page.text, /Your queue is empty/)
    assert.match(page.text, /href="\/import">Import your links/)
    for (const path of ['/share', '/connect']) assert.ok(page.text.includes(`href="${path}"`))
    const [box = ''] = /<form[^>]*class="first-link"[^]*?<\/form>/.exec(page.text) ?? []
    assert.match(box, /id="first-url"/)
    const saved = await person.browser.submit(
      page,
      { url: deadLink('first') },
      { action: '/queue/save-link' },
    )
    assert.match(saved.text, /Saved\./)
  })
})
