import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink, refusedLink } from '../support/links.ts'
import { checkLooks, checkWidth } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

const DESKTOP = { viewport: { width: 1280, height: 800 } }
const NARROW = { viewport: { width: 1000, height: 700 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const TAGS = Array.from({ length: 30 }, (_, index) => `subject ${index}`)
const LONG_TITLE =
  'A headline that is so long that it takes two lines, on wide screens as well as on narrow ones. '

describe('How the list looks', () => {
  let chromium: Browser
  let service: TestService
  let person: Person
  let agent: Agent
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
    person = await signUp(service.baseUrl)
    agent = await connectAgent(service.baseUrl, person, 'Claude')
    for (let index = 0; index < 8; index++)
      await agent.save({
        url: deadLink(`look/${index}`),
        title: `${index} ${index % 2 === 0 ? LONG_TITLE.repeat(2) : 'Short'}`,
        tags: TAGS.slice(index, index + 20),
      })
    await giveImages()
    const ids = await itemIds()
    await press(`/queue/items/${ids[1]}/favourite-item`)
    await agent.call(`/queue/items/${ids[7]}`, { method: 'DELETE' })
  })
  after(async () => {
    await chromium.close()
    await service.stop()
  })

  const itemIds = async () =>
    (await agent.entity('/queue')).entities.map(({ properties }: Entity) => properties.id as string)

  /** Sends a form of the queue page. */
  const press = async (action: string, fields = {}) =>
    person.browser.submit(await person.browser.open('/queue'), fields, { action })

  /** Gives the first four items a lead image. */
  async function giveImages(): Promise<void> {
    const { db } = service.running.services
    const png = readFileSync(new URL('../../src/html/assets/icon-192.png', import.meta.url))
    for (const id of (await itemIds()).slice(0, 4)) {
      await db.run(
        `INSERT INTO images (account_id, item_id, name, media_type, width, height, body)
         SELECT account_id, id, 'lead', 'image/png', 192, 192, ? FROM items WHERE id = ?`,
        png,
        id,
      )
      await db.run("UPDATE items SET image_name = 'lead' WHERE id = ?", id)
    }
    await db.run('UPDATE queues SET version = version + 1')
  }

  async function open(path: string, options: BrowserContextOptions, who = person): Promise<Page> {
    const context = await chromium.newContext(options)
    await context.addCookies(sessionCookies(who, service.baseUrl))
    const page = await context.newPage()
    await page.goto(service.baseUrl + path)
    return page
  }

  const DEVICES = { desktop: DESKTOP, 'narrow window': NARROW, phone: PHONE }
  for (const [device, options] of Object.entries(DEVICES)) {
    it(`a row of the trash says in full who removed it on a ${device}`, async () => {
      const page = await open('/queue?state=removed', options)
      const isWhole = await page.evaluate<
        boolean[]
      >(`[...document.querySelectorAll('.removal')].map((element) => {
        const [own, line] = [element, element.parentElement].map((one) => one.getBoundingClientRect())
        return element.scrollWidth <= element.clientWidth && own.bottom <= line.bottom + 1 && own.right <= line.right + 1
      })`)
      assert.deepEqual(isWhole, [true])
      await page.context().close()
    })

    it(`a row is 72 to 96 pixels high on a ${device}, with an image and a long title too`, async () => {
      const page = await open('/queue', options)
      const heights = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.item-card')].map((row) => row.getBoundingClientRect().height)`,
      )
      assert.equal(heights.length, 7)
      for (const height of heights) assert.ok(height >= 72 && height <= 96, heights.join())
      await page.context().close()
    })

    it(`all rows are of one height on a ${device}, and an action covers no text`, async () => {
      const page = await open('/queue', options)
      const rows = page.locator('.item-card')
      const heights = new Set<number>()
      for (let index = 0; index < 7; index++) {
        await rows.nth(index).hover()
        await rows.nth(index).focus()
        const found = await rows.nth(index).evaluate<{ height: number; covered: string[] }, undefined>(
          `((row) => {
            const actions = row.querySelector('.actions').getBoundingClientRect()
            const covered = [...row.querySelectorAll('.meta > *, h2 a, .excerpt, .page-status')].filter((element) => {
              const range = document.createRange()
              range.selectNodeContents(element)
              const clip = element.closest('.meta, h2, .excerpt, .page-status').getBoundingClientRect()
              return [...range.getClientRects()].some((text) =>
                Math.min(text.bottom, clip.bottom) > Math.max(actions.top, clip.top) &&
                Math.min(text.right, clip.right) > Math.max(actions.left, clip.left))
            })
            return { height: row.getBoundingClientRect().height, covered: covered.map((one) => one.outerHTML) }
          })(document.activeElement)`,
          undefined,
        )
        assert.deepEqual(found.covered, [], `row ${index}`)
        heights.add(found.height)
      }
      assert.equal(heights.size, 1, [...heights].join())
      await page.context().close()
    })

    it(`nothing scrolls sideways on a ${device}, not even in the trash`, async () => {
      for (const path of ['/queue', '/queue?state=removed', '/queue?state=removed&sort=longest']) {
        const page = await open(path, options)
        const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        assert.equal(excess, 0, path)
        await page.context().close()
      }
    })

    it(`the checkbox of a row is beside its text on a ${device}, and inside its highlight or outside`, async () => {
      const page = await open('/queue?select=all', options)
      const found = await page.evaluate<{ box: number[]; text: number; row: number }>(`(() => {
        const sides = (selector) => document.querySelector(selector).getBoundingClientRect()
        const box = sides('.select-box')
        return { box: [box.left, box.right], text: sides('.item-card h2').left, row: sides('.item-card').left }
      })()`)
      const [start = 0, end = 0] = found.box
      assert.ok(end <= found.text, JSON.stringify(found))
      assert.ok(end <= found.row || start >= found.row, JSON.stringify(found))
      await page.context().close()
    })
  }

  it('each filter of a list is shown, and can be removed with one click', async () => {
    const page = await open('/queue?q=headline+under%3A30m+tag%3A%22subject+3%22&tag=subject+2', DESKTOP)
    assert.match(await page.locator('h1').innerText(), /^(No|\d+) results? for “headline”$/)
    const chips = page.locator('.active-filter .chip:not(summary)')
    const names = ['headline', 'Up to 30 min', '#subject 3', '#subject 2']
    assert.deepEqual(await chips.locator('bdi').allInnerTexts(), names)
    await checkLooks(page)
    for (let left = names.length; left > 0; left--) {
      await page.getByRole('link', { name: `Remove the filter ${names[left - 1]}` }).click()
      await eventually(
        () => chips.count(),
        (count) => count === left - 1,
      )
    }
    assert.match(new URL(page.url()).search, /^(\?state=all)?$/)
    await page.goto(`${service.baseUrl}/queue?q=headline`)
    assert.match(await page.locator('h1').innerText(), /^\d+ results for “headline”$/)
    assert.equal(await page.locator('h2 mark').first().innerText(), 'headline')
    await page.context().close()
  })

  it('a filter has a readable name', async () => {
    const page = await open('/queue?q=has%3Ahighlight+over%3A1h30+-has%3Anote', DESKTOP)
    const names = await page.locator('.active-filter .chip:not(summary) bdi').allInnerTexts()
    assert.deepEqual(names, ['With highlights', 'Over 90 min', 'Not: With a note'])
    await page.context().close()
  })

  it('a phone can filter by tag, with a menu that is on its screen', async () => {
    const page = await open('/queue', PHONE)
    await page.locator('.filter-tag summary').tap()
    const box = await page.locator('.filter-tag .menu-panel').boundingBox()
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box))
    await checkWidth(page)
    await page.getByRole('link', { name: 'subject 5', exact: true }).first().tap()
    await page.locator('.active-filter').getByText('#subject 5').waitFor()
    await page.context().close()
  })

  it('the menu of a row has eight entries at most, with removal last', async () => {
    for (const options of [DESKTOP, PHONE]) {
      const page = await open('/queue', options)
      await page.locator('.item-card .icon-more').first().click()
      const entries = page
        .locator('#row-menu .menu-links > :is(a, button, summary)')
        .filter({ visible: true })
      const names = (await entries.allInnerTexts()).map((name) => name.split('\n')[0]!.trim())
      assert.deepEqual(names.slice(0, 5), ['Mark as read', 'Favourite', 'Snooze', 'Tags', 'Ask an agent'])
      assert.ok(names.length <= 8, names.join())
      assert.equal(names.at(-1), 'Remove')
      await page.locator('#row-menu summary').filter({ hasText: 'Snooze' }).click()
      await page.locator('#row-menu').getByRole('button', { name: 'Next week' }).waitFor()
      const box = await page.locator('#row-menu').boundingBox()
      assert.ok(box && box.y >= 0 && box.y + box.height <= options.viewport.height, JSON.stringify(box))
      await checkLooks(page)
      await page.context().close()
    }
  })

  it('items can be selected on a phone without script', async () => {
    const page = await open('/queue', { ...PHONE, javaScriptEnabled: false })
    const box = page.locator('.select-box input').first()
    const isSeen = async () =>
      Number(await box.evaluate('getComputedStyle(document.querySelector(".select-box")).opacity'))
    assert.equal(await box.isVisible(), true)
    assert.equal(await isSeen(), 1)
    await box.tap()
    await page.locator('.bulk-bar').getByRole('button', { name: 'Mark as read' }).tap()
    await page.getByText('1 marked as read.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).tap()
    await page.getByText('Undone.').waitFor()
    await page.context().close()
  })

  it('compact rows are low, but their buttons large enough for a finger', async () => {
    await press('/settings', { density: 'compact' })
    const page = await open('/queue', PHONE)
    const found = await page.evaluate<{ rows: number[]; targets: number[][] }>(`({
      rows: [...document.querySelectorAll('.item-card')].map((row) => row.getBoundingClientRect().height),
      targets: [...document.querySelectorAll('.item-card .actions > *')]
        .map((control) => control.getBoundingClientRect())
        .filter(({ width, height }) => width > 1 && height > 1)
        .map(({ width, height }) => [width, height]),
    })`)
    for (const height of found.rows) assert.ok(height <= 56, found.rows.join())
    assert.equal(found.targets.length, 7)
    for (const size of found.targets) assert.deepEqual(size, [44, 44])
    await press('/settings', { density: 'comfortable' })
    await page.context().close()
  })

  for (const [device, options] of Object.entries(DEVICES)) {
    it(`a compact row shows a sign before its title where fetching failed, on a ${device}`, async () => {
      const newcomer = await signUp(service.baseUrl)
      const saver = await connectAgent(service.baseUrl, newcomer, 'Claude')
      await saver.save({ url: deadLink('look/waiting'), title: 'Waiting' })
      await saver.save({ url: refusedLink('look/failed'), title: `Failed ${LONG_TITLE}` })
      await eventually(
        () => saver.entity('/queue'),
        ({ entities }) => entities.some(({ properties }: Entity) => properties.content.status === 'failed'),
      )
      const page = await open('/queue', options, newcomer)
      await page.evaluate("document.querySelector('.list').dataset.density = 'compact'")
      const [waiting, failed] = ['Waiting', 'Failed'].map((text) =>
        page.locator('.item-card', { has: page.getByRole('heading', { name: text }) }),
      )
      assert.equal(await waiting!.locator('.page-status').isVisible(), false)
      const sign = failed!.locator('.page-status')
      assert.match(await sign.innerText(), /^No copy saved/)
      const [box, title] = [(await sign.boundingBox())!, (await failed!.locator('h2').boundingBox())!]
      assert.ok(box.width > 12 && box.width < 30, JSON.stringify(box))
      assert.ok(
        box.x + box.width <= title.x && Math.abs(box.y + box.height / 2 - title.y - title.height / 2) < 4,
      )
      const heights = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.item-card')].map((row) => row.getBoundingClientRect().height)`,
      )
      assert.equal(heights[0], heights[1])
      await checkLooks(page)
      await page.context().close()
    })
  }

  it('rows with images show larger ones, sharp on any screen, and more of the text', async () => {
    const sizes = async () => {
      const page = await open('/queue', DESKTOP)
      await page.waitForFunction("document.querySelector('.lead-image').currentSrc !== ''")
      const found = await page.evaluate<{ row: number; image: number; file: string }>(`(() => {
        const image = document.querySelector('.lead-image')
        const { height: row } = image.closest('.item-card').getBoundingClientRect()
        return { row, image: image.width, file: image.currentSrc.split('.').at(-1) }
      })()`)
      await checkLooks(page)
      await page.context().close()
      return found
    }
    const usual = await sizes()
    assert.deepEqual([usual.image, usual.file], [96, '96'])
    await press('/settings', { density: 'images' })
    const large = await sizes()
    assert.deepEqual([large.image, large.file], [144, '192'])
    assert.ok(large.row > usual.row, `${large.row} and ${usual.row}`)
    await press('/settings', { density: 'comfortable' })
  })

  it('a row shows four tags, and how many more there are', async () => {
    const page = await open('/queue', DESKTOP)
    const row = page.locator('.item-card').first()
    assert.equal(await row.locator('.tag:visible').count(), 4)
    assert.equal(await row.getByText('+16').isVisible(), true)
    await row.hover()
    await row.locator('.icon-more').click()
    assert.equal(await page.locator('#row-tags button').count(), 20)
    await page.context().close()
  })

  it('the same lists, tags and pages are in the sidebar of every page', async () => {
    const navigation = async (path: string) => {
      const { text } = await person.browser.open(path)
      const sidebar = /<header class="app-sidebar"[^]*?<\/header>/.exec(text)?.[0] ?? ''
      return [...sidebar.matchAll(/<a\b[^]*?<\/a\s*>/g)]
        .map(([link]) => link.replace(/<[^>]+>/g, '').trim())
        .filter(Boolean)
    }
    const [id] = await itemIds()
    const expected = await navigation('/queue')
    assert.ok(
      expected.some((link) => link.startsWith('subject 19')),
      expected.join(),
    )
    const tags = expected.filter((link) => link.startsWith('subject')).map((link) => link.split(' ')[1])
    assert.deepEqual(
      tags,
      tags.toSorted((one, other) => Number(one) - Number(other)),
      'they are in the order of their names',
    )
    for (const path of [`/queue/items/${id}`, '/agents', '/history', '/stats', '/account', '/save', '/share'])
      assert.deepEqual(await navigation(path), expected, path)
  })
})
