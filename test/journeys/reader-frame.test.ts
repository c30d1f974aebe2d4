import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { deadLink, refusedLink } from '../support/links.ts'
import { startService, type TestService } from '../support/service.ts'

const DESKTOP = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const SMALL = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }
const TEXT =
  'A frame is what one does not see, as long as it stays where it was on the page before this one. '
const PARTS = Array.from({ length: 8 }, (_, index) => `<h2>Part ${index}</h2><p>${TEXT.repeat(9)}</p>`).join(
  '',
)
const CELLS = [
  'Frankenstein in 3 volumes',
  'Mary Shelley, 1797–1851',
  'First of January 1818',
  'Finsbury Square',
]
const ROW = [...CELLS, 'English, with a preface', 'Public domain'].map((text) => `<td>${text}</td>`).join('')
const TABLE = `<table>${`<tr>${ROW}</tr>`.repeat(4)}</table>`
const ITALICS = `<p><em>Two books to a boat, and one of them by post, wrapped in oilcloth</em></p>`

type Edges = { left: number; right: number; top: number; bottom: number }

describe('The frame around an article', () => {
  let chromium: Browser
  let service: TestService
  let person: Person
  let agent: Agent
  let long: Entity
  let short: Entity
  let missing: Entity
  const mistakes: string[] = []
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
    person = await signUp(service.baseUrl)
    agent = await connectAgent(service.baseUrl, person, 'Claude')
    const save = async (url: string, html?: string) => fetched(agent, await agent.save({ url, html }))
    long = await save(deadLink('long'), articlePage('Long', PARTS, 0))
    short = await save(deadLink('short'), articlePage('Short', `${ITALICS}<p>${TEXT.repeat(3)}</p>${TABLE}`))
    missing = await save(refusedLink('missing'))
  })
  afterEach(() => assert.deepEqual(mistakes.splice(0), []))
  after(async () => {
    await chromium.close()
    await service.stop()
  })

  const pathOf = (item: Entity) => `/queue/items/${item.properties.id}`

  async function open(options: BrowserContextOptions, path: string): Promise<Page> {
    const context = await chromium.newContext({ baseURL: service.baseUrl, ...options })
    await context.addCookies(sessionCookies(person, service.baseUrl))
    const page = await context.newPage()
    page.on('pageerror', (error) => mistakes.push(String(error)))
    await page.goto(path)
    return page
  }

  async function edgesOf(
    place: Locator,
  ): Promise<{ left: number; right: number; top: number; bottom: number }> {
    const { x, y, width, height } = (await place.boundingBox())!
    return { left: x, right: x + width, top: y, bottom: y + height }
  }

  for (const [device, options] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
    it(`has the link back and More at the same position above every item, on a ${device}`, async () => {
      const places: number[][] = []
      for (const path of [long, short, missing].flatMap((item) => [
        pathOf(item),
        `${pathOf(item)}?state=all`,
      ])) {
        const page = await open(options, path)
        const back = await edgesOf(page.locator('.toolbar .back'))
        const more = await edgesOf(page.locator('.toolbar [title=More]'))
        places.push([Math.round(back.left), Math.round(more.right)])
        await page.context().close()
      }
      const [first] = places
      assert.deepEqual(
        places,
        places.map(() => first),
      )
    })

  it('shows the remaining time in the bar of a phone, without shrinking a button', async () => {
    await submitAction(agent, long, { name: 'set-progress', fields: { progress: 0.3 } })
    for (const options of [PHONE, SMALL]) {
      const page = await open(options, pathOf(long))
      await page
        .locator('.time-left')
        .getByText(/^\d min left$/)
        .waitFor()
      const bar = await edgesOf(page.locator('.toolbar'))
      // Also the button for listening, which has its room until the browser has told whether it has a voice.
      const [left, ...boxes] = await page.evaluate<[Edges, ...Edges[]]>(`(() => {
        const text = document.createRange()
        text.selectNodeContents(document.querySelector('.time-left'))
        const tools = [...document.querySelectorAll('.toolbar .tool')].filter(({ offsetWidth }) => offsetWidth > 0)
        return [text, ...tools].map((one) => one.getBoundingClientRect().toJSON())
      })()`)
      assert.ok(left.top >= bar.top && left.bottom <= bar.bottom, 'nothing of it lies over the text')
      for (const [index, box] of boxes.entries()) {
        assert.ok(box.right - box.left >= 32 && box.bottom - box.top >= 44)
        assert.ok(box.left >= (boxes[index - 1]?.right ?? 0) && box.right <= options.viewport.width)
      }
      assert.ok(left.left >= boxes[0]!.right && left.right <= boxes[1]!.left, 'nor over a button')
      await page.context().close()
    }
  })

  for (const javaScriptEnabled of [true, false])
    it(`ends with the next item, then highlights and how to ask an agent, ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
      const page = await open({ ...DESKTOP, javaScriptEnabled }, pathOf(short))
      const tops = (selectors: string[]) =>
        Promise.all(selectors.map(async (selector) => (await edgesOf(page.locator(selector))).top))
      const highlights = page.locator('#highlights')
      assert.equal(await highlights.isVisible(), !javaScriptEnabled)
      const text = await edgesOf(page.locator('.article'))
      const done = await edgesOf(page.getByRole('button', { name: 'Done, next article' }))
      assert.ok(done.top - text.bottom < 100, 'nothing is between the text and the way on')
      assert.equal(await page.getByRole('heading', { name: 'More' }).isVisible(), false)
      await page.locator('.toolbar').getByRole('button', { name: 'More' }).click()
      if (javaScriptEnabled) {
        await page.locator('#more').getByRole('link', { name: 'Highlight by typing' }).click()
        assert.ok(await page.evaluate<boolean>(`document.activeElement.id === 'highlight-quote'`))
      }
      const found = await tops(['#end', '#highlights', '#ask'])
      assert.deepEqual(
        found,
        found.toSorted((one, other) => one - other),
      )
      await page.context().close()
    })

  it('has a menu of icons, without what the bar has, and the appearance in every bar', async () => {
    for (const options of [DESKTOP, PHONE]) {
      const page = await open(options, pathOf(long))
      await page.locator('.toolbar').getByRole('button', { name: 'Appearance' }).click()
      await page.getByRole('heading', { name: 'Appearance' }).waitFor()
      await page.keyboard.press('Escape')
      await page.locator('.toolbar').getByRole('button', { name: 'More' }).click()
      const entries = page.locator('#more .menu-links > :is(a, button, summary)').filter({ visible: true })
      assert.deepEqual(
        (await entries.allTextContents()).map((text) => text.trim()),
        [
          ...(options === PHONE ? ['Original', 'Edit title and note'] : []),
          'Fetch again',
          'Highlight by typing',
          'This copy is wrong',
          'About this item',
          'History of this item',
          'Remove#',
        ],
      )
      for (const entry of await entries.all()) {
        assert.match((await entry.getAttribute('class'))!, /^icon-/)
        const { left, right } = await edgesOf(entry)
        assert.equal(
          right - left,
          (await edgesOf(entries.first())).right - (await edgesOf(entries.first())).left,
        )
      }
      await page.context().close()
    }
  })

  it('separates details of an article by vertically centred dots', async () => {
    const page = await open(DESKTOP, pathOf(long))
    const [before, after] = await page.evaluate<[number, number]>(`(() => {
      const [first, second] = document.querySelectorAll('.article-head .byline > *')
      const dot = getComputedStyle(second, '::before')
      const text = document.createRange()
      text.selectNodeContents(second)
      const middle = second.getBoundingClientRect().left + parseFloat(dot.left) + parseFloat(dot.width) / 2
      return [middle - first.getBoundingClientRect().right, text.getBoundingClientRect().left - middle]
    })()`)
    assert.ok(Math.abs(before - after) < 1, `${before} before it, ${after} after it`)
    await page.context().close()
  })

  it('lets no short cell of a wide table wrap', async () => {
    for (const options of [DESKTOP, PHONE]) {
      const page = await open(options, pathOf(short))
      const heights = await page.evaluate<number[]>(
        `[...document.querySelectorAll('.article tr')].map(({ offsetHeight }) => offsetHeight)`,
      )
      assert.equal(heights.length, 4)
      for (const height of heights) assert.ok(height < 45, `a row is ${height} high`)
      await page.context().close()
    }
  })

  it('reserves the width of italics before their typeface is loaded', async (test) => {
    const widths: number[] = []
    for (const isBlocked of [true, false]) {
      const page = await open(DESKTOP, '/queue')
      if (isBlocked) await page.route('**/*.woff2', (route) => route.abort())
      await page.goto(pathOf(short))
      const load = `document.fonts.load('italic 1rem ${isBlocked ? 'Literata fallback' : 'Literata'}').then(({ length }) => length)`
      if ((await page.evaluate<number>(load)) === 0)
        return test.skip('This system has none of the typefaces.')
      // A typeface that came late is used from the next page on.
      if (!isBlocked) await page.reload({ waitUntil: 'networkidle' })
      widths.push(
        await page.evaluate<number>(`(() => {
        const text = document.createRange()
        text.selectNodeContents(document.querySelector('.article em'))
        return text.getClientRects()[0].width
      })()`),
      )
      await page.context().close()
    }
    const [early, late] = widths
    assert.ok(Math.abs(early! / late! - 1) < 0.02, `${early} early, ${late} late`)
  })
})
