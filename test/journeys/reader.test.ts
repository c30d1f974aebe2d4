import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { fetched } from '../support/article.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { openInPieces } from '../support/in-pieces.ts'
import { checkLooks, checkWidth } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

const PHONE = { width: 390, height: 844 }
const SMALL = { width: 320, height: 640 }
const DESKTOP = { width: 1280, height: 900 }

const SENTENCE =
  'A queue is a promise to a later self, and coming back needs a place that remembers where you were. '
const PART = (index: number) =>
  `<h2>Part ${index}</h2><p>${SENTENCE.repeat(6)}</p><h3>Detail ${index}</h3><p>${SENTENCE.repeat(4)}</p>`
const LONG = [
  `<p>${SENTENCE.repeat(3)}<sup><a href="#n1" id="r1">1</a></sup></p>`,
  '<figure><img src="/drawing.png" alt="A drawing" width="9" height="9"><figcaption>It is green.</figcaption></figure>',
  '<blockquote><p><a href="https://example.org/engine">Links</a> are the engine.</p></blockquote>',
  '<pre><code>const queue = await client.follow("queue", { and: "a line that is wider than any telephone is" })</code></pre>',
  '<table><caption>Speeds</caption><tr><th scope="col">Name</th><th scope="col">Requests a second</th></tr><tr><td>One</td><td>547</td></tr></table>',
  '<p>So <math><msup><mi>e</mi><mi>x</mi></msup></math>.</p>',
  ...Array.from({ length: 8 }, (_, index) => PART(index + 1)),
  '<ol><li id="n1">A note, <a href="#r1">back</a>.</li></ol>',
].join('')
const ARABIC = 'في البدء كانت الكلمة، وكانت الكلمة رابطا يقود إلى صفحة أخرى. '
const HOSTILE = [
  `<p>${'x'.repeat(5000)}</p><p>${SENTENCE.repeat(20)}</p>`,
  `<pre>${'wide '.repeat(400)}</pre>`,
  `<table><tr>${'<td>cell</td>'.repeat(300)}</tr></table>`,
  `<p dir="rtl">${ARABIC.repeat(5)}</p>`,
  `<table><tr><td><table><tr><td>${'y'.repeat(900)}</td></tr></table></td></tr></table>`,
  ...Array.from(
    { length: 1000 },
    (_, index) => `<h2>Heading ${index} ${'z'.repeat(index % 90)}</h2><p>Text.</p>`,
  ),
].join('')

function documentOf(title: string, body: string, lang = 'en'): string {
  return `<!doctype html><html lang="${lang}"><head><title>${title}</title></head><body><article><h1>${title}</h1>${body}</article></body></html>`
}

const PAGES: Record<string, string> = {
  '/long': documentOf('On coming back', LONG),
  '/next': documentOf('The next one', `<p>${SENTENCE.repeat(9)}</p>`),
  '/hostile': documentOf('W'.repeat(300), HOSTILE),
  '/arabic': documentOf('الكلمة والرابط', `<p>${ARABIC.repeat(12)}</p><ul><li>${ARABIC}</li></ul>`, 'ar'),
}

describe('The page of an item', () => {
  let chromium: Browser
  let service: TestService
  let site: Server
  let person: Person
  let agent: Agent
  /** Pages that were asked for and have not been answered yet. */
  const waiting: ServerResponse[] = []
  /** What browsers complained of. */
  const mistakes: string[] = []
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
    const drawing = readFileSync(new URL('../../src/html/assets/icon-192.png', import.meta.url))
    site = createServer((request, response) => {
      if (request.url === '/drawing.png') return response.setHeader('content-type', 'image/png').end(drawing)
      if (request.url?.startsWith('/slow')) return void waiting.push(response)
      const body = PAGES[request.url?.split('?')[0] ?? '']
      response.writeHead(body ? 200 : 403, { 'content-type': 'text/html; charset=utf-8' })
      return response.end(body)
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    person = await signUp(service.baseUrl)
    agent = await connectAgent(service.baseUrl, person, 'Claude')
  })
  afterEach(() => assert.deepEqual(mistakes.splice(0), []))
  after(async () => {
    await chromium.close()
    await service.stop()
    site.closeAllConnections()
    site.close()
  })

  async function answerWaiting(): Promise<void> {
    const [response] = await eventually(
      async () => waiting.splice(0),
      ({ length }) => length > 0,
    )
    response!
      .setHeader('content-type', 'text/html')
      .end(documentOf('At last', `<p>${SENTENCE.repeat(9)}</p>`))
  }

  let count = 0
  async function save(path: string, more: Record<string, unknown> = {}): Promise<Entity> {
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}?${++count}`
    const item = await agent.save({ url, ...more })
    return path.startsWith('/slow') ? item : fetched(agent, item)
  }

  const pathOf = (item: Entity) => `/queue/items/${item.properties.id}`
  const progressOf = async (item: Entity) => (await agent.entity(pathOf(item))).properties.progress as number

  async function open(options: BrowserContextOptions): Promise<{ context: BrowserContext; page: Page }> {
    const context = await chromium.newContext({ baseURL: service.baseUrl, ...options })
    await context.addCookies(sessionCookies(person, service.baseUrl))
    const page = await context.newPage()
    page.on('pageerror', (error) => mistakes.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') mistakes.push(`${message.text()} ${message.location().url}`)
    })
    return { context, page }
  }

  /** Reads on to a share of the article, less than a window at a time; gives the seconds of the page's clock. */
  async function readTo(page: Page, share: number): Promise<number> {
    let seconds = 0
    await page.mouse.move(300, 300)
    await page.mouse.wheel(0, 1)
    for (let isReached = false; !isReached;) {
      isReached = await page.evaluate<boolean>(`new Promise((resolve) => {
        const { top, height } = document.querySelector('.article').getBoundingClientRect()
        const target = top + scrollY + ${share} * (height - innerHeight)
        const y = Math.min(target, scrollY + innerHeight * 0.9)
        addEventListener('scroll', () => resolve(y === target), { once: true })
        scrollTo({ top: y, behavior: 'instant' })
      })`)
      await page.clock.runFor(1100)
      seconds += 1.1
    }
    return seconds
  }

  const shownShare = (page: Page) => page.evaluate<number>(`document.querySelector('.progress').value`)

  const styleOf = (page: Page, selector: string, name: string) =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${name}')`,
    )

  describe('keeps the place', () => {
    for (const viewport of [PHONE, DESKTOP]) {
      it(`where reading stopped, and opens there again, ${viewport.width} wide`, async () => {
        const item = await save('/long')
        const { context, page } = await open({ viewport })
        await page.clock.install()
        await page.goto(pathOf(item))
        assert.equal(await shownShare(page), 0)
        assert.equal(await page.getByText('Set your reading progress').isVisible(), false)
        await readTo(page, 0.5)
        const read = await shownShare(page)
        assert.ok(read > 0.48 && read < 0.52, `read ${read}`)
        assert.match(await page.locator('.time-left').innerText(), /^\d min left$/)
        const entries = await page.evaluate<number>('history.length')
        await page.goto('/queue')
        const kept = await eventually(
          () => progressOf(item),
          (progress) => progress > 0.1,
        )
        assert.ok(kept > 0.48 && kept < 0.52, `kept ${kept}`)
        assert.ok(entries <= 2, 'the history holds no more than the pages')

        await page.goto(pathOf(item))
        await eventually(
          () => page.evaluate<number>('scrollY'),
          (y) => y > 100,
        )
        const share = await shownShare(page)
        assert.ok(Math.abs(share - kept) < 0.02, `opened at ${share}`)
        await context.close()
      })
    }

    it('by no more than a post in five seconds, without loading the page again', async () => {
      const item = await save('/long')
      const { context, page } = await open({ viewport: PHONE })
      await page.clock.install()
      await page.goto(pathOf(item))
      const posts: string[] = []
      page.on(
        'request',
        (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname),
      )
      page.on('framenavigated', () => posts.push('another page'))
      const seconds = await readTo(page, 0.4)
      const posted = page.waitForResponse((response) => response.url().endsWith('/set-progress'))
      await page.clock.runFor(6000)
      await posted
      assert.deepEqual([...new Set(posts)], [`${pathOf(item)}/set-progress`])
      assert.ok(posts.length <= (seconds + 6) / 5 + 1, `${posts.length} posts in ${seconds + 6} s`)
      await context.close()
    })

    it('and opening a page alone keeps nothing', async () => {
      const item = await save('/long')
      const { context, page } = await open({ viewport: PHONE })
      await page.goto(pathOf(item))
      await page.goto('/queue')
      assert.equal(await progressOf(item), 0)
      await context.close()
    })

    it('by hand where there are no scripts', async () => {
      const item = await save('/long')
      const { context, page } = await open({ viewport: PHONE, javaScriptEnabled: false })
      await page.goto(pathOf(item))
      await page.locator('.toolbar').getByRole('button', { name: 'More' }).click()
      await page.getByText('Set your reading progress').click()
      await page.getByLabel('How far, from 0 to 1').fill('0.25')
      await page.locator('.set-progress button').click()
      await page.getByText('Reading progress saved.').waitFor()
      assert.equal(await progressOf(item), 0.25)
      assert.equal(await page.locator('.progress').getAttribute('value'), '0.25')
      await context.close()
    })
  })

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? 'with scripts' : 'without scripts'

    it(`at the end the person marks it as read and goes on to the next, ${how}`, async () => {
      const next = await save('/next')
      const item = await save('/long')
      const { context, page } = await open({ viewport: PHONE, javaScriptEnabled })
      await page.goto(pathOf(item))
      await page.locator('#end').scrollIntoViewIfNeeded()
      await page.locator('#end').getByRole('link', { name: 'The next one' }).waitFor()
      await page.getByRole('button', { name: 'Done, next article' }).click()
      await page.getByRole('heading', { level: 1, name: 'The next one' }).waitFor()
      assert.equal(new URL(page.url()).pathname, pathOf(next))
      await page.getByText('Marked as read.').waitFor()
      assert.ok((await agent.entity(pathOf(item))).properties.readAt)

      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('Undone.', { exact: true }).waitFor()
      assert.equal((await agent.entity(pathOf(item))).properties.readAt, null)
      await context.close()
    })

    it(`the contents lead to the parts, folded on a phone and beside the text on a desktop, ${how}`, async () => {
      const item = await save('/long')
      for (const viewport of [PHONE, DESKTOP]) {
        const { context, page } = await open({ viewport, javaScriptEnabled })
        await page.goto(pathOf(item))
        const summary = page.getByText('Contents', { exact: true }).filter({ visible: true })
        if (viewport === PHONE) await summary.click()
        await page.getByRole('link', { name: 'Part 6' }).click()
        const top = async () => (await page.getByRole('heading', { name: 'Part 6' }).boundingBox())?.y ?? -1
        const at = await eventually(top, (y) => y >= 0 && y < 150)
        assert.ok(viewport === PHONE || at > 50, 'the toolbar does not lie over it')
        await context.close()
      }
    })

    it(`how text looks is kept, ${how}`, async () => {
      const item = await save('/long')
      const { context, page } = await open({ viewport: PHONE, javaScriptEnabled, colorScheme: 'light' })
      await page.goto(pathOf(item))
      const lookOf = (selector: string, name: string) => styleOf(page, selector, name)
      const before = Number.parseFloat(await lookOf('.article', 'font-size'))
      // Meanwhile in another window.
      const settings = await person.browser.open('/account')
      if (javaScriptEnabled)
        await person.browser.submit(settings, { measure: 'wide' }, { action: '/settings' })
      await page.getByRole('button', { name: 'Appearance' }).click()
      for (const label of ['Dark', 'XL', 'Sans']) {
        const posted = page.waitForResponse((response) => response.url().endsWith('/settings'))
        await page
          .locator('.choices label')
          .filter({ hasText: new RegExp(`^${label}$`) })
          .click()
        if (javaScriptEnabled) await posted
        else posted.catch(() => {})
      }
      if (!javaScriptEnabled) {
        await page.getByRole('button', { name: 'Apply' }).click()
        await page.getByText('Appearance saved.').waitFor()
        await page.waitForLoadState()
        assert.equal(new URL(page.url()).pathname, pathOf(item))
      }
      const check = async () => {
        assert.equal(await lookOf('html', 'color-scheme'), 'dark')
        assert.equal(await lookOf('html', 'background-color'), 'rgb(21, 23, 26)')
        assert.ok(Number.parseFloat(await lookOf('.article', 'font-size')) > before * 1.2)
        assert.match(await lookOf('.article', 'font-family'), /^Inter/)
      }
      await check()
      await page.goto(pathOf(item))
      await check()
      if (javaScriptEnabled) assert.equal(await page.locator('.reader').getAttribute('data-measure'), 'wide')
      await page.goto('/queue')
      assert.equal(await lookOf('html', 'background-color'), 'rgb(21, 23, 26)')
      await person.browser.submit(await person.browser.open(pathOf(item)), PLAIN, { action: '/settings' })
      await context.close()
    })
  }

  it('without scripts, a page that is on its way looks again by itself', async () => {
    const item = await save('/slow')
    const { context, page } = await open({ viewport: PHONE, javaScriptEnabled: false })
    await page.goto(pathOf(item))
    assert.equal(await page.locator('meta[http-equiv=refresh]').count(), 1)
    await answerWaiting()
    await page.getByText('and coming back needs a place').first().waitFor()
    await context.close()
  })

  it('a page that was on its way is shown once it is there', async () => {
    const item = await save('/slow')
    const { context, page } = await open({ viewport: PHONE })
    await page.goto(pathOf(item))
    await page.getByRole('heading', { name: 'Fetching the page' }).waitFor()
    await checkLooks(page)
    await answerWaiting()
    await page.getByText('and coming back needs a place').first().waitFor()
    await context.close()
  })

  // Each layout and each theme once.
  for (const [colorScheme, viewport] of [
    ['light', SMALL],
    ['dark', DESKTOP],
  ] as const) {
    it(`is accessible and keeps its frame, ${colorScheme}, ${viewport.width} wide`, async () => {
      const long = await save('/long', { tags: ['web'], reason: 'You asked for it', note: 'Mine' })
      const { context, page } = await open({ viewport, colorScheme })
      for (const item of [...(viewport === SMALL ? [await save('/wall')] : []), long]) {
        await page.goto(pathOf(item))
        await checkLooks(page)
      }
      await page.getByRole('button', { name: 'Appearance' }).click()
      await checkLooks(page)
      await context.close()
    })
  }

  it('a hostile article stays in its column, and what is wider scrolls by itself', async () => {
    const item = await save('/hostile')
    for (const viewport of [SMALL, PHONE, DESKTOP]) {
      const { context, page } = await open({ viewport })
      await page.goto(pathOf(item))
      const column = (await page.locator('.article').boundingBox())!
      for (const selector of ['pre', '.table-box', 'p', 'h2']) {
        const box = (await page.locator(`.article ${selector}`).first().boundingBox())!
        assert.ok(box.x >= column.x - 1 && box.x + box.width <= column.x + column.width + 1, selector)
      }
      await checkWidth(page)
      assert.equal(await page.locator('.article pre').getAttribute('tabindex'), '0')
      assert.ok((await page.locator('.contents a').count()) <= 120)
      await page.locator('.toolbar').getByRole('button', { name: 'More' }).click()
      await page.locator('#more').getByRole('button', { name: 'Remove' }).scrollIntoViewIfNeeded()
      await context.close()
    }
  })

  it('reads from right to left where the article does, and its frame from left to right', async () => {
    const item = await save('/arabic')
    const { context, page } = await open({ viewport: DESKTOP })
    await page.goto(pathOf(item))
    const directionOf = (selector: string) => styleOf(page, selector, 'direction')
    assert.deepEqual(
      [await directionOf('.article p'), await directionOf('h1'), await directionOf('.toolbar')],
      ['rtl', 'rtl', 'ltr'],
    )
    await context.close()
  })

  it('nothing moves, however slowly it comes: images have their room before they come', async () => {
    const item = await save('/long')
    const { context, page } = await open({ viewport: PHONE })
    const moves = await openInPieces(page, service.baseUrl + pathOf(item), async () => {
      const image = page.locator('.article img')
      assert.deepEqual(
        [await image.getAttribute('width'), await image.getAttribute('height')],
        ['192', '192'],
      )
      await image.scrollIntoViewIfNeeded()
      await eventually(() => image.evaluate(`document.querySelector('.article img').complete`), Boolean)
    })
    assert.deepEqual(moves, [])
    await context.close()
  })

  it('on paper there is the article alone, black on white, with the addresses of its links', async () => {
    const item = await save('/long')
    const { context, page } = await open({ viewport: DESKTOP, colorScheme: 'dark' })
    await page.goto(pathOf(item))
    await page.emulateMedia({ media: 'print' })
    for (const selector of [
      '.app-sidebar',
      '.bottom-bar',
      '.toolbar',
      '.contents.sidebar',
      '.contents.collapsed',
      '#end',
      '#more',
    ]) {
      assert.equal(await page.locator(selector).isVisible(), false, selector)
    }
    assert.ok(await page.getByRole('heading', { level: 1 }).isVisible())
    const colours = [
      await styleOf(page, '.article', 'color'),
      await styleOf(page, 'html', 'background-color'),
    ]
    assert.deepEqual(colours, ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
    const address = `getComputedStyle(document.querySelector('.article blockquote a'), '::after').content`
    assert.match(await page.evaluate<string>(address), /https:\/\/example\.org\/engine/)
    await context.close()
  })

  it('the keyboard reaches the tools, the text settings close with Escape, and nothing is lost at 200 %', async () => {
    const item = await save('/long')
    const { context, page } = await open({ viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 })
    await page.goto(pathOf(item))
    const button = page.getByRole('button', { name: 'Appearance' })
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Appearance' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Appearance' }).waitFor({ state: 'hidden' })
    assert.ok(await page.evaluate(`document.activeElement.matches('[popovertarget=appearance]')`))
    await checkWidth(page)
    await context.close()
  })

  it('leads to the newer and the older item of the unread list, past what was read', async () => {
    const older = await save('/next')
    const read = await save('/next')
    const item = await save('/long')
    const newer = await save('/next')
    assert.ok((await submitAction(agent, read, { name: 'mark-read' })).ok)
    const { context, page } = await open({ viewport: DESKTOP })
    await page.goto(pathOf(item))
    assert.equal(await page.locator('a[rel=next]').getAttribute('href'), pathOf(older))
    const previous = page.getByRole('link', { name: 'Previous article' })
    assert.equal(await previous.getAttribute('href'), pathOf(newer))
    await context.close()
  })

  it('loads nothing from elsewhere, and only scripts of ours', async () => {
    const item = await save('/long')
    const page = await person.browser.open(pathOf(item))
    const policy = page.headers.get('content-security-policy')
    assert.match(
      policy ?? '',
      /^default-src 'none';.*form-action 'self'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types worker 'allow-duplicates'$/,
    )
    assert.doesNotMatch(page.headers.get('content-security-policy') ?? '', /unsafe/)
    const agents = await person.browser.open('/agents')
    assert.equal(agents.headers.get('content-security-policy'), policy)
    const landing = await fetch(service.baseUrl)
    assert.doesNotMatch(landing.headers.get('content-security-policy') ?? '', /script-src|connect-src/)
  })
})

const PLAIN = {
  theme: 'system',
  size: 'medium',
  font: 'serif',
  lines: 'normal',
  measure: 'normal',
  justify: 'off',
}
