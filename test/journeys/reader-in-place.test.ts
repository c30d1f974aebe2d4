import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }
const SENTENCE = 'Whoever comes back to a long text looks for the line where they left it. '
const PARTS = Array.from(
  { length: 9 },
  (_, index) => `<h2>Part ${index + 1}</h2><p>${SENTENCE.repeat(9)}</p><p>${SENTENCE.repeat(6)}</p>`,
).join('')

const PLAIN = { size: 'medium', lines: 'normal', measure: 'normal', justify: 'off' }

describe('During reading', () => {
  let chromium: Browser
  let service: TestService
  let person: Person
  let agent: Agent
  const mistakes: string[] = []
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
    person = await signUp(service.baseUrl)
    agent = await connectAgent(service.baseUrl, person, 'Claude')
  })
  afterEach(() => assert.deepEqual(mistakes.splice(0), []))
  after(async () => {
    await chromium.close()
    await service.stop()
  })

  let count = 0
  async function save(more: Record<string, unknown> = {}): Promise<Entity> {
    const html = articlePage('On coming back', PARTS, 0)
    return fetched(agent, await agent.save({ url: deadLink(`back/${++count}`), html, ...more }))
  }
  const pathOf = (item: Entity) => `/queue/items/${item.properties.id}`
  const propertiesOf = async (item: Entity) => (await agent.entity(pathOf(item))).properties

  async function open(options: BrowserContextOptions): Promise<{ context: BrowserContext; page: Page }> {
    const context = await chromium.newContext({ baseURL: service.baseUrl, ...options })
    await context.addCookies(sessionCookies(person, service.baseUrl))
    const page = await context.newPage()
    page.on('pageerror', (error) => mistakes.push(String(error)))
    return { context, page }
  }

  /** Where a part of the text is in the window. */
  const topOf = async (page: Page, name: string) =>
    (await page.getByRole('heading', { name }).boundingBox())!.y

  async function scrollTo(page: Page, name: string): Promise<void> {
    await page.mouse.move(300, 300)
    await page.mouse.wheel(0, 1)
    await page.evaluate(`new Promise((resolve) => {
      addEventListener('scroll', resolve, { once: true })
      const heading = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === '${name}')
      scrollBy({ top: heading.getBoundingClientRect().top - 200, behavior: 'instant' })
    })`)
  }

  it('shortcuts act on the item, with a notice and undo, and the text does not move', async () => {
    const item = await save()
    const { context, page } = await open({ viewport: DESKTOP })
    await page.goto(pathOf(item))
    await scrollTo(page, 'Part 5')
    const top = await topOf(page, 'Part 5')
    const assertInPlace = async (what: string) => {
      const now = await topOf(page, 'Part 5')
      assert.ok(Math.abs(now - top) < 2, `${what}: from ${top} to ${now}`)
    }
    const loads: string[] = []
    page.on('framenavigated', () => loads.push(page.url()))
    const waitForMessage = async (key: string, words: string) => {
      await page.keyboard.press(key)
      await page.locator('.notices').getByText(words, { exact: true }).waitFor()
      await assertInPlace(words)
    }
    await waitForMessage('m', 'Marked as read.')
    assert.ok((await propertiesOf(item)).readAt)
    await waitForMessage('u', 'Undone.')
    assert.equal((await propertiesOf(item)).readAt, null)
    await waitForMessage('f', 'Added to favourites.')
    await waitForMessage('f', 'Removed from favourites.')
    await waitForMessage('#', 'Moved to the trash.')
    await waitForMessage('#', 'Restored from the trash.')

    await page.keyboard.press('t')
    await page.keyboard.type('slow web')
    await waitForMessage('Enter', 'Tagged.')
    assert.deepEqual((await propertiesOf(item)).tags, ['slow web'])
    // The panel is still open, for the next tag.
    await page.keyboard.type('essays')
    await page.keyboard.press('Enter')
    await page.locator('#tags').getByRole('link', { name: 'essays' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('#tags').waitFor({ state: 'hidden' })
    await assertInPlace('with two tags above')

    await page.keyboard.press('s')
    await page.getByRole('button', { name: 'Next week' }).click()
    await page.locator('.notices').getByText('Snoozed').waitFor()
    assert.ok((await propertiesOf(item)).snoozedUntil)
    await page.keyboard.press('?')
    await page.getByText('Next, previous item in the list').waitFor()
    await page.keyboard.press('Escape')
    assert.deepEqual(loads, [], 'no page was loaded')
    await context.close()
  })

  it('j and k move from paragraph to paragraph', async () => {
    const item = await save()
    const { context, page } = await open({ viewport: DESKTOP })
    await page.goto(pathOf(item))
    const focused = () => page.evaluate<string>('document.activeElement.textContent.slice(0, 6)')
    const seen: string[] = []
    for (const key of ['j', 'j', 'j', 'j', 'k']) {
      await page.keyboard.press(key)
      seen.push(await focused())
      const isInWindow = `(({ top, bottom }) => bottom > 0 && top < innerHeight)(document.activeElement.getBoundingClientRect())`
      await eventually(() => page.evaluate<boolean>(isInWindow), Boolean)
    }
    assert.deepEqual(seen, ['Part 1', 'Whoeve', 'Whoeve', 'Part 2', 'Whoeve'])
    await context.close()
  })

  it('a jump does not count as reading until the person reads on from there', async () => {
    const item = await save()
    const { context, page } = await open({ viewport: DESKTOP })
    await page.clock.install()
    await page.goto(pathOf(item))
    const shown = () => page.evaluate<number>(`document.querySelector('.progress').value`)
    // A key that comes while the page is still laid out may scroll nothing.
    await eventually(
      async () => {
        await page.keyboard.press('End')
        return page.evaluate<number>('document.documentElement.scrollHeight - innerHeight - scrollY')
      },
      (left) => left < 2,
    )
    await page.clock.runFor(20_000)
    assert.equal(await shown(), 0)
    await scrollTo(page, 'Part 6')
    await page.clock.runFor(2000)
    assert.equal(await shown(), 0)
    assert.equal((await propertiesOf(item)).progress, 0)

    await page.clock.runFor(10_000)
    const posted = page.waitForResponse((response) => response.url().endsWith('/set-progress'))
    await page.evaluate(`new Promise((resolve) => {
      addEventListener('scroll', resolve, { once: true })
      scrollBy({ top: 300, behavior: 'instant' })
    })`)
    await page.clock.runFor(6000)
    await posted
    assert.ok((await shown()) > 0.4)
    assert.match(await page.locator('.time-left').innerText(), /^\d min left$/)
    const { progress } = await propertiesOf(item)
    assert.ok((progress as number) > 0.4, `kept ${progress}`)
    await context.close()
  })

  it('the toolbar disappears during reading, and returns on scrolling up', async () => {
    const item = await save()
    for (const viewport of [DESKTOP, PHONE]) {
      const { context, page } = await open({ viewport, reducedMotion: 'reduce' })
      await page.goto(pathOf(item))
      const tool = page.getByRole('button', { name: 'Mark as read' }).first()
      const isInWindow = async () => {
        const { y, height } = (await tool.boundingBox())!
        return y >= 0 && y + height <= viewport.height
      }
      await eventually(isInWindow, Boolean)
      await page.mouse.move(300, 300)
      await page.mouse.wheel(0, 900)
      await eventually(isInWindow, (isThere) => !isThere)
      await page.mouse.wheel(0, -200)
      await eventually(isInWindow, Boolean)
      await page.mouse.wheel(0, 300)
      await eventually(isInWindow, (isThere) => !isThere)
      await tool.focus()
      await eventually(isInWindow, Boolean)
      await context.close()
    }
  })

  for (const [viewport, colorScheme] of [
    [DESKTOP, 'light'],
    [PHONE, 'dark'],
  ] as const) {
    it(`menus of the toolbar are accessible and inside the window, ${viewport.width} wide, with script and without`, async () => {
      const item = await save({ tags: ['one', 'two'], note: 'Mine' })
      for (const javaScriptEnabled of [true, false]) {
        const { context, page } = await open({ viewport, colorScheme, javaScriptEnabled })
        await page.goto(pathOf(item))
        for (const name of ['Snooze', 'Tags', 'Note', 'Appearance', 'More']) {
          const tool = page.locator('.toolbar').locator(`:is(a, button)[title="${name}"]`)
          if (!(await tool.isVisible())) continue
          await tool.click()
          const panel = page.locator(':popover-open')
          const { x, y, width, height } = (await panel.boundingBox())!
          const isInside = x >= 0 && y >= 0 && x + width <= viewport.width && y + height <= viewport.height
          assert.ok(isInside, `${name}: ${[x, y, width, height]}`)
          if (javaScriptEnabled) await checkLooks(page, name)
          await page.keyboard.press('Escape')
          await panel.waitFor({ state: 'hidden' })
        }
        await context.close()
      }
    })
  }

  it('an error is shown at the invalid field, with script and without', async () => {
    const item = await save()
    for (const javaScriptEnabled of [true, false]) {
      const { context, page } = await open({ viewport: DESKTOP, javaScriptEnabled })
      await page.goto(pathOf(item))
      await page.getByRole('button', { name: 'Tags' }).click()
      const field = page.locator('#tags').getByLabel('Tag', { exact: true })
      await field.fill('a,b')
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('alert').waitFor()
      assert.equal(await field.inputValue(), 'a,b')
      assert.equal(await field.getAttribute('aria-invalid'), 'true')
      await eventually(
        () => field.evaluate('document.activeElement.name'),
        (name) => name === 'tag',
      )
      if (javaScriptEnabled) await checkLooks(page)
      await context.close()
    }
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`an article in the trash says so at the top, and can be restored there, ${colorScheme}`, async () => {
      const item = await save()
      await submitAction(agent, item, { name: 'remove-item' })
      const { context, page } = await open({ viewport: PHONE, colorScheme })
      await page.goto(pathOf(item))
      const box = page.locator('.in-trash')
      await box
        .getByText(/^In the trash until .+, then deleted\. Restore it to highlight or change it\.$/)
        .waitFor()
      await checkLooks(page, `in the trash, ${colorScheme}`)
      assert.ok((await box.boundingBox())!.y < PHONE.height, 'It is on the first screen.')
      await box.getByRole('button', { name: 'Restore' }).click()
      await box.waitFor({ state: 'detached' })
      assert.equal((await propertiesOf(item)).removedAt, null)
      await page.locator('#selection-bar').waitFor({ state: 'attached' })
      await context.close()
    })
  }

  it('the notice of an action is not covered, and its undo can be clicked', async () => {
    const item = await save()
    for (const [viewport, javaScriptEnabled] of [
      [DESKTOP, true],
      [PHONE, true],
      [DESKTOP, false],
      [PHONE, false],
    ] as const) {
      const { context, page } = await open({ viewport, javaScriptEnabled })
      await page.goto(pathOf(item))
      await page.getByRole('button', { name: 'Favourite', exact: true }).click()
      // Pressing fails where something lies over it.
      await page.getByRole('button', { name: 'Undo' }).click({ timeout: 10_000 })
      await page.getByText('Undone.', { exact: true }).waitFor()
      await context.close()
    }
  })

  it('n and p move through the list from which the item was opened, and the link back leads to the item in it', async () => {
    const items = [await save({ tags: ['walk'] }), await save(), await save({ tags: ['walk'] })]
    const { context, page } = await open({ viewport: DESKTOP })
    await page.goto('/queue?tag=walk')
    await page.locator('.item-card h2 a').first().click()
    const at = (item: Entity) => page.waitForURL((url) => url.pathname === pathOf(item))
    await at(items[2]!)
    await page.keyboard.press('n')
    await at(items[0]!)
    await page.keyboard.press('p')
    await at(items[2]!)
    await page.keyboard.press('n')
    await at(items[0]!)
    // Keys do not leave the list, whatever becomes of the item.
    await page.keyboard.press('f')
    await page.locator('.notices').getByText('Added to favourites.').waitFor()
    await page.getByRole('link', { name: 'Results' }).first().click()
    await page.waitForURL((url) => url.pathname === '/queue' && url.searchParams.get('tag') === 'walk')
    await eventually(
      () => page.evaluate<string>('document.activeElement.parentElement.id'),
      (id) => id === `item-${items[0]!.properties.id}`,
    )
    await context.close()
  })

  for (const [font, theme] of [
    ['serif', 'light'],
    ['sans', 'sepia'],
    ['wide', 'dark'],
  ] as const) {
    it(`a line has 66 to 70 characters, and all is sound, in ${font} and ${theme}`, async () => {
      const item = await save()
      await person.browser.submit(
        await person.browser.open(pathOf(item)),
        { ...PLAIN, font, theme },
        { action: '/settings' },
      )
      const { context, page } = await open({ viewport: DESKTOP })
      const meanLine = async () => {
        await page.goto(pathOf(item), { waitUntil: 'networkidle' })
        const lines = await page.evaluate<
          number[]
        >(`[...document.querySelectorAll('.article p')].slice(0, 4).flatMap((block) => {
        const text = block.firstChild
        const lengths = []
        let top
        for (let index = 0; index < text.length; index++) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + 1)
          const rect = range.getClientRects()[0]
          if (!rect) continue
          if (top === undefined || rect.top > top + 4) lengths.push(0)
          top = rect.top
          lengths[lengths.length - 1]++
        }
        return lengths.slice(0, -1)
      })`)
        return lines.reduce((sum, length) => sum + length, 0) / lines.length
      }
      // A typeface that came late is used from the next page on.
      await eventually(meanLine, (mean) => mean >= 66 && mean <= 70, 0.5)
      await checkLooks(page)
      await context.close()
    })
  }

  it('code is highlighted and copied, a footnote opens in place, and the contents show the current section', async () => {
    const code = 'const a = 1 // one'
    const html = articlePage(
      'On notes',
      `<p>Text.<sup><a href="#fn1">1</a></sup></p><pre><code class="language-js">${code}</code></pre>${PARTS}<ol><li id="fn1">The note. <a href="#r1">↩</a></li></ol>`,
      0,
    )
    const item = await save({ html })
    const { context, page } = await open({ viewport: DESKTOP })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(pathOf(item))
    await page.locator('.article .code-keyword').getByText('const').waitFor()
    await page.locator('.article pre').hover()
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), code)

    await page.locator('.article sup a').click()
    const note = page.getByRole('dialog', { name: 'Footnote' })
    assert.equal((await note.innerText()).trim(), 'The note.')
    assert.equal(new URL(page.url()).hash, '')
    await checkLooks(page)
    await page.keyboard.press('Escape')
    await note.waitFor({ state: 'detached' })

    await scrollTo(page, 'Part 5')
    await page.locator('.contents.sidebar [aria-current=location]').getByText('Part 5').waitFor()
    await context.close()
  })
})
