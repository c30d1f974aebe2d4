import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const LONG = 'Full, as long as the disk tells the truth about what its cache has written'
const WIDE_TABLE = `<table><caption>Modes of the journal</caption><tr>${'<th>Mode</th>'.repeat(6)}</tr>${`<tr>${`<td>${LONG}</td>`.repeat(6)}</tr>`.repeat(3)}</table>`
const NARROW_TABLE = `<table><tr><th>Key</th><th>Meaning</th></tr><tr><td>cache</td><td>${LONG}</td></tr></table>`
const CODE = `<pre><code class="language-python">def read_concurrently(connections, statement, parameters=None):\n    return [one.execute(statement) for one in connections]</code></pre>`

describe('An article with code and wide tables', () => {
  let chromium: Browser
  let service: TestService
  let person: Person
  let agent: Agent
  let item: Entity
  const mistakes: string[] = []
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
    person = await signUp(service.baseUrl)
    agent = await connectAgent(service.baseUrl, person, 'Claude')
    const text = `<p>${'Nothing in this paragraph is remarkable, but it is as long as most of those are that people read. '.repeat(3)}</p>`
    const part = (title: string, block: string) => `<h2>${title}</h2>${text}${block}${text.repeat(2)}`
    const parts = part('Modes', WIDE_TABLE) + part('Keys', NARROW_TABLE) + part('Code', CODE)
    const html = articlePage('On journals', parts)
    item = await fetched(agent, await agent.save({ url: deadLink('journals'), html }))
  })
  afterEach(() => assert.deepEqual(mistakes.splice(0), []))
  after(async () => {
    await chromium.close()
    await service.stop()
  })

  async function open(options: BrowserContextOptions, { properties }: Entity = item): Promise<Page> {
    const context = await chromium.newContext({
      baseURL: service.baseUrl,
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    })
    await context.addCookies(sessionCookies(person, service.baseUrl))
    const page = await context.newPage()
    page.on('pageerror', (error) => mistakes.push(String(error)))
    await page.goto(`/queue/items/${properties.id}`)
    return page
  }

  it('slants no script without italics, and has more line spacing in Chinese', async () => {
    const english = await open(PHONE)
    const lines = `parseFloat(getComputedStyle(document.querySelector('.article')).lineHeight)`
    const chinese = '光从窗外照进来，落在桌上那本翻开的书上。'
    const block = `<blockquote>${chinese}</blockquote><p>${chinese.repeat(20)}</p>`
    const html = articlePage('窗边的书', block, 0).replace('lang="en"', 'lang="zh"')
    const saved = await fetched(agent, await agent.save({ url: deadLink('window'), html }))
    const page = await open(PHONE, saved)
    const style = `getComputedStyle(document.querySelector('.article blockquote')).fontStyle`
    assert.equal(await page.evaluate(style), 'normal')
    assert.ok((await page.evaluate<number>(lines)) > (await english.evaluate<number>(lines)))
    await english.context().close()
    await page.context().close()
  })

  for (const javaScriptEnabled of [true, false])
    it(`has readable tables that scroll separately, ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
      const page = await open({ ...PHONE, javaScriptEnabled })
      const [wide, narrow] = [
        page.getByRole('group', { name: 'Table' }).first(),
        page.locator('.table-box').nth(1),
      ]
      const cell = (await wide.locator('td').nth(2).boundingBox())!
      assert.ok(cell.width >= 110, `a cell of six is ${cell.width} wide`)
      const [size, small] = await page.evaluate<{ inner: number; outer: number }[]>(
        `[...document.querySelectorAll('.table-box')].map((box) => ({ inner: box.scrollWidth, outer: box.clientWidth }))`,
      )
      assert.ok(size!.inner > size!.outer * 1.5, `${size!.inner} in ${size!.outer}`)
      assert.equal(small!.inner, small!.outer, 'a table with room for its text does not scroll')
      const caption = (await wide.locator('caption').boundingBox())!
      assert.ok(caption.width <= size!.outer + 1)
      // The keyboard scrolls it.
      await wide.focus()
      await page.keyboard.press('ArrowRight')
      await eventually(
        () => page.evaluate<number>(`document.querySelector('.table-box').scrollLeft`),
        (left) => left > 0,
      )
      if (javaScriptEnabled) {
        assert.equal(await narrow.getAttribute('tabindex'), null)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await checkLooks(page, `a wide table, ${colorScheme}`)
        }
      }
      await page.context().close()
    })

  it('has code whose first line is not covered by a button, on touch screens', async () => {
    const page = await open(PHONE)
    const button = page.locator('.code-box').getByRole('button', { name: 'Copy' })
    const { y, height } = (await button.boundingBox())!
    assert.ok(height >= 44, `the button is ${height} high`)
    const code = (await page.locator('.code-box code').boundingBox())!
    assert.ok(code.y >= y + height - 6, `code at ${code.y}, the button from ${y}, ${height} high`)
    await button.tap()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), /^def read_concurrently/)
    await page.context().close()
  })

  it('begins in the upper half of a phone’s screen, below one line about who saved it', async () => {
    const page = await open(PHONE)
    const { y } = (await page.locator('.article p').first().boundingBox())!
    assert.ok(y < 844 / 2, `the text begins at ${y}`)
    const byline = (await page.locator('.article-head .byline').boundingBox())!
    assert.ok(byline.height < 30, `the byline is ${byline.height} high`)
    assert.equal(await page.locator('.article-head').getByText('Copy from').isVisible(), false)
    await page.locator('.toolbar').getByRole('button', { name: 'More' }).tap()
    await page.getByText('About this item').tap()
    await page.locator('#more').getByText('Copy from').waitFor()
    await page.context().close()
  })

  it('is not reloaded after an action on the item', async () => {
    const page = await open({ viewport: { width: 1280, height: 800 } })
    const loads: string[] = []
    page.on('framenavigated', () => loads.push(page.url()))
    await page.keyboard.press('f')
    await page.locator('.notices').getByText('Added to favourites.', { exact: true }).waitFor()
    assert.deepEqual(loads, [])
    await page.context().close()
  })
})
