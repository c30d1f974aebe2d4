import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const FIRST = 'A margin is the oldest interface for thinking.'
const SECOND = 'It costs nothing but paper.'
const TWICE = 'The margin was here before the text.'
const PARTS = `<p id="one">${FIRST} ${SECOND} ${'Nothing else in this paragraph is of interest to anybody. '.repeat(2)}</p>
<p>${TWICE} So they say in the north.</p><p>${TWICE} So they say in the south.</p>
<pre><code class="language-js">
const margin = 1 // wide
</code></pre><p>${'What follows is only there so that the text is long enough to be read. '.repeat(30)}</p>`

const asJson = (body: object) => ({
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

for (const engine of ENGINES)
  describe(`Highlights in the reader on ${engine}`, () => {
    let chromium: Browser
    let service: TestService
    let person: Person
    let agent: Agent
    const mistakes: string[] = []
    before(async () => {
      chromium = await startChromium()
      service = await startService(engine)
      person = await signUp(service.baseUrl)
      agent = await connectAgent(service.baseUrl, person, 'Claude')
    })
    afterEach(() => assert.deepEqual(mistakes.splice(0), []))
    after(async () => {
      await chromium?.close()
      await service?.stop()
    })

    let count = 0
    async function save(): Promise<Entity> {
      const html = articlePage('On margins', PARTS, 0)
      return fetched(agent, await agent.save({ url: deadLink(`margins/${++count}`), html }))
    }
    const pathOf = (item: Entity) => `/queue/items/${item.properties.id}`

    async function open(
      path: string,
      { who = person, ...options }: BrowserContextOptions & { who?: Person } = {},
    ): Promise<{ context: BrowserContext; page: Page }> {
      const context = await chromium.newContext({
        baseURL: service.baseUrl,
        viewport: DESKTOP,
        permissions: ['clipboard-read', 'clipboard-write'],
        ...options,
      })
      await context.addCookies(sessionCookies(who, service.baseUrl))
      context.setDefaultTimeout(15_000)
      const page = await context.newPage()
      page.on('pageerror', (error) => mistakes.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error' && /policy|directive/i.test(message.text()))
          mistakes.push(message.text())
      })
      await page.goto(path)
      return { context, page }
    }

    /** The highlights of an item, as the API tells them. */
    async function highlightsOf(item: Entity): Promise<Record<string, unknown>[]> {
      const list = await agent.entity(`${pathOf(item)}/highlights`)
      return list.entities.map(({ properties }: Entity) => properties)
    }
    const quotesOf = async (item: Entity) => (await highlightsOf(item)).map(({ exact }) => exact)

    /** What is drawn in the text, in pieces. */
    const marked = (page: Page) => page.locator('.article mark.highlight').allTextContents()
    const status = (page: Page) => page.locator('.highlight-bars [role=status]').textContent()
    const waitForMessage = (page: Page, words: string) =>
      page.locator('.notices').getByText(words, { exact: true }).waitFor()

    /** Selects words of the text as a hand would, by a range of the document. */
    const select = (page: Page, words: string) =>
      page.evaluate(`(() => {
        const words = ${JSON.stringify(words)}
        const walker = document.createTreeWalker(document.querySelector('.article'), NodeFilter.SHOW_TEXT)
        while (walker.nextNode()) {
          const at = walker.currentNode.data.indexOf(words)
          if (at >= 0) return getSelection().setBaseAndExtent(walker.currentNode, at, walker.currentNode, at + words.length)
        }
      })()`)

    it('are made with the mouse, changed, undone and removed without a page load', async () => {
      const item = await save()
      const { context, page } = await open(pathOf(item))
      const loads: string[] = []
      page.on('framenavigated', () => loads.push(page.url()))
      const box = (await page.locator('.article p').first().boundingBox())!
      await page.mouse.move(box.x + 1, box.y + 14)
      await page.mouse.down()
      await page.mouse.move(box.x + box.width / 2, box.y + 14, { steps: 2 })
      const bar = page.getByRole('form', { name: 'Selected text' })
      // Longer than a selection takes to settle.
      await pause(500)
      assert.equal(await bar.isVisible(), false, 'no bar comes up under the hand')
      await page.mouse.move(box.x + box.width - 4, box.y + 14, { steps: 2 })
      await page.mouse.up()
      await bar.waitFor()
      const passage = await page.evaluate<{ top: number; bottom: number }>(
        'getSelection().getRangeAt(0).getBoundingClientRect().toJSON()',
      )
      for (const hasNote of [false, true]) {
        if (hasNote) await bar.getByRole('button', { name: 'Note' }).click()
        const { y, height } = (await bar.boundingBox())!
        const gap = y > passage.bottom ? y - passage.bottom : passage.top - y - height
        assert.ok(gap > 0 && gap < 20, `The bar is by the passage and does not cover it: ${gap}`)
      }
      await bar.getByRole('button', { name: 'Highlight in green' }).click()
      await waitForMessage(page, 'Highlighted.')
      const [quote = ''] = await marked(page)
      assert.ok(quote.length > 20 && FIRST.concat(' ', SECOND).startsWith(quote.slice(0, 40)), quote)
      assert.deepEqual(await quotesOf(item), [quote])
      assert.equal(await page.locator('mark.highlight').first().getAttribute('data-colour'), 'green')
      assert.equal(await bar.isVisible(), false)

      await page.getByRole('button', { name: 'Undo' }).click()
      await waitForMessage(page, 'Undone.')
      assert.deepEqual(await marked(page), [])
      assert.deepEqual(await quotesOf(item), [])
      await page.getByRole('button', { name: 'Redo' }).click()
      await eventually(
        () => quotesOf(item),
        (quotes) => quotes.length === 1,
      )
      await page.locator('mark.highlight').first().click()
      const edit = page.getByRole('form', { name: 'This highlight' })
      await edit.getByRole('button', { name: 'Note', exact: true }).click()
      const note = edit.getByRole('textbox', { name: 'Note' })
      await note.fill('To be quoted.')
      await note.press('Control+Enter')
      await waitForMessage(page, 'Changes saved.')
      // Beside the text, and in the list below it.
      await page.locator('.margin-note').getByText('To be quoted.').waitFor()
      await page.locator('.highlight-list').getByText('To be quoted.').waitFor()
      await checkLooks(page)
      await page.locator('mark.highlight').first().click()
      await edit.getByRole('button', { name: 'Remove' }).click()
      await waitForMessage(page, 'Highlight removed.')
      assert.deepEqual(await marked(page), [])
      assert.equal(await page.locator('.margin-note').count(), 0)
      assert.deepEqual(loads, [], 'no page was loaded')
      await context.close()
    })

    it('begin and end at whole words if selected with a mouse, except in Chinese and by touch', async () => {
      const item = await save()
      const chinese = '光从窗外照进来，落在桌上那本翻开的书上。'
      const broken = `<p id="lines">forty-two novels<br>and a <em>gram</em>mar</p><h2>Ledgers</h2><p>${chinese}</p>`
      const html = articlePage('On words', `${broken}${PARTS}`, 0)
      const other = await fetched(agent, await agent.save({ url: deadLink('words'), html }))
      /** Drags the mouse from the middle of a character of the text to that of another. */
      const drag = async (page: Page, from: string, to: string) => {
        const middleOf = (words: string, isLast: boolean) =>
          page.evaluate<{ x: number; y: number }>(`(() => {
            const walker = document.createTreeWalker(document.querySelector('.article'), NodeFilter.SHOW_TEXT)
            while (walker.nextNode()) {
              const at = walker.currentNode.data.indexOf(${JSON.stringify(words)})
              if (at < 0) continue
              const range = new Range()
              const index = at + (${isLast} ? ${words.length} - 1 : 0)
              range.setStart(walker.currentNode, index)
              range.setEnd(walker.currentNode, index + 1)
              const { left, right, top, bottom } = range.getBoundingClientRect()
              return { x: ${isLast} ? right - 1 : left + 1, y: (top + bottom) / 2 }
            }
          })()`)
        const [start, end] = [await middleOf(from, false), await middleOf(to, true)]
        await page.mouse.move(start.x, start.y)
        await page.mouse.down()
        await page.mouse.move(end.x, end.y, { steps: 4 })
        await page.mouse.up()
        await page.locator('#selection-bar').waitFor()
        return page.evaluate<[string, string]>(
          `[document.querySelector('#selection-bar').elements.quote.value, getSelection().toString()]`,
        )
      }
      const { context, page } = await open(pathOf(other))
      for (const [from, to, whole] of [
        ['ty-two', 'nov', 'forty-two novels'],
        ['nd a', 'gra', 'and a grammar'],
        ['ar', 'Led', 'grammarLedgers'],
        ['ov', 'nd', 'novelsand'],
        ['窗外照', '上那', '窗外照进来，落在桌上那'],
      ]) {
        const [quote, shown] = await drag(page, from!, to!)
        assert.deepEqual([quote, shown.replaceAll('\n', '')], [whole, whole])
        await page.keyboard.press('Escape')
        await page.locator('#selection-bar').waitFor({ state: 'hidden' })
      }
      await context.close()
      const byHand = await open(pathOf(item), PHONE)
      await select(byHand.page, 'argin is the old')
      await byHand.page.getByRole('button', { name: 'Highlight in red' }).tap()
      await waitForMessage(byHand.page, 'Highlighted.')
      assert.deepEqual(await marked(byHand.page), ['argin is the old'])
      await byHand.context.close()
    })

    it('distinguish a passage that the article contains twice, overlap, and reach into code', async () => {
      const item = await save()
      const { context, page } = await open(pathOf(item))
      await page.evaluate(`(() => {
        const [, , second] = document.querySelectorAll('.article p')
        getSelection().setBaseAndExtent(second.firstChild, 0, second.firstChild, ${TWICE.length})
      })()`)
      await page.getByRole('button', { name: 'Highlight in yellow' }).click()
      await waitForMessage(page, 'Highlighted.')
      assert.equal(await page.locator('.article p').nth(2).locator('mark').textContent(), TWICE)
      assert.equal(await page.locator('.article p').nth(1).locator('mark').count(), 0)
      await page.evaluate(`(() => {
        const [, , second] = document.querySelectorAll('.article p')
        const code = document.querySelector('.article pre code')
        const range = new Range()
        range.setStart(second.querySelector('mark').firstChild, 4)
        range.setEndAfter(code)
        getSelection().removeAllRanges()
        getSelection().addRange(range)
      })()`)
      await page.getByRole('button', { name: 'Highlight in blue' }).click()
      await page.locator('.article pre mark').getByText('const', { exact: true }).waitFor()
      const pieces = await marked(page)
      assert.equal(pieces[0], TWICE.slice(0, 4))
      assert.equal(pieces[1], TWICE.slice(4))
      const before = await page.locator('.article').innerHTML()
      await page.reload()
      assert.deepEqual(await marked(page), pieces)
      assert.equal(
        await page.locator('.article').innerHTML(),
        before,
        'drawn by the script as by the service',
      )
      await context.close()
    })

    it('can be made by keyboard: a paragraph, sentences, a note', async () => {
      const item = await save()
      const { context, page } = await open(pathOf(item))
      await page.keyboard.press('h')
      await eventually(
        () => status(page),
        (announced) => announced!.startsWith('Press h again'),
      )
      await page.keyboard.press('Shift+ArrowDown')
      await eventually(
        () => status(page),
        (announced) => announced!.includes(FIRST),
      )
      await page.keyboard.press('Shift+ArrowDown')
      await eventually(
        () => status(page),
        (announced) => announced!.includes(`${FIRST} ${SECOND}`),
      )
      await page.keyboard.press('Shift+ArrowRight')
      await eventually(
        () => status(page),
        (announced) => !announced!.includes(FIRST) && announced!.includes(SECOND),
      )
      await page.keyboard.press('n')
      await page.keyboard.type('Paper, not parchment')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await waitForMessage(page, 'Highlighted.')
      assert.deepEqual(await marked(page), [SECOND])
      assert.deepEqual(
        (await highlightsOf(item)).map(({ note }) => note),
        ['Paper, not parchment'],
      )
      await page.keyboard.press('j')
      await page.keyboard.press('h')
      await eventually(
        async () => (await quotesOf(item)).length,
        (found) => found === 2,
      )
      // The page shows it too, since it replaces the list then.
      await eventually(
        () => page.locator('.highlight-list > li').count(),
        (shown) => shown === 2,
      )
      // The list leads to the place in the text, and changes the highlight.
      await page.locator('.highlight-list').getByRole('link', { name: SECOND, exact: true }).press('Enter')
      await page.waitForURL(/#highlight-/)
      await page.locator('.highlight-list').getByRole('link', { name: 'Change' }).first().press('Enter')
      await eventually(() => page.evaluate<boolean>(`document.activeElement.matches('textarea')`), Boolean)
      await page.keyboard.type('! ')
      await page.keyboard.press('Escape')
      const hasFocus = `document.activeElement.matches('.change-highlight')`
      await eventually(() => page.evaluate<boolean>(hasFocus), Boolean)
      await page.keyboard.press('?')
      await page.getByText('Highlight the selection, or the paragraph').waitFor()
      await context.close()
    })

    it('can be made on a phone: the bar is within reach of the thumb, and a tap on a highlight opens it', async () => {
      const item = await save()
      const { context, page } = await open(pathOf(item), PHONE)
      await select(page, FIRST)
      const bar = page.locator('#selection-bar')
      await bar.waitFor()
      const { y, height, width } = (await bar.boundingBox())!
      assert.equal(Math.round(y + height), 844)
      assert.equal(width, 390)
      for (const button of await bar.getByRole('button').all()) {
        const box = (await button.boundingBox())!
        assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.height >= 44)
      }
      await bar.getByRole('button', { name: 'Highlight in red' }).tap()
      await waitForMessage(page, 'Highlighted.')
      assert.deepEqual(await marked(page), [FIRST])
      await page.locator('mark.highlight').first().tap()
      await page.getByRole('form', { name: 'This highlight' }).waitFor()
      await checkLooks(page)
      await context.close()
    })

    it('are distinguishable on paper and in forced colours', async () => {
      const item = await save()
      for (const [quote, colour] of [
        [FIRST, 'yellow'],
        [SECOND, 'red'],
      ])
        await agent.call(`${pathOf(item)}/highlight-item`, asJson({ quote, colour, note: `On ${colour}` }))
      const { context, page } = await open(pathOf(item))
      const looks = () =>
        page.evaluate<{ isMarked: boolean; line: string; adjust: string }[]>(`(() => {
          const page = document.body.appendChild(document.createElement('p'))
          page.style.cssText = 'background: Canvas; color: CanvasText'
          const { backgroundColor: paper, color: ink } = { ...getComputedStyle(page) }
          page.remove()
          return [...document.querySelectorAll('mark.highlight')].map((mark) => {
            const { backgroundColor, color, textDecorationStyle, printColorAdjust } = getComputedStyle(mark)
            const isMarked = ![paper, ink, 'rgba(0, 0, 0, 0)'].includes(backgroundColor) && backgroundColor !== color
            return { isMarked, line: textDecorationStyle, adjust: printColorAdjust }
          })
        })()`)
      const bothSeen = ['solid', 'double'].map((line) => ({ isMarked: true, line, adjust: 'exact' }))
      assert.deepEqual(await looks(), bothSeen)
      await page.emulateMedia({ forcedColors: 'active' })
      assert.deepEqual(await looks(), bothSeen)
      await page.emulateMedia({ forcedColors: 'none', media: 'print' })
      assert.deepEqual(await looks(), bothSeen)
      // On paper the notes stand below the article, without the tools.
      assert.equal(await page.locator('.highlight-list').getByText('On red').isVisible(), true)
      assert.equal(await page.locator('.entry-tools').first().isVisible(), false)
      await context.close()
    })

    it('are copied with a link to the passage', async () => {
      const item = await save()
      const { context, page } = await open(pathOf(item))
      await select(page, SECOND)
      await page.getByRole('button', { name: 'Copy with link' }).click()
      await eventually(
        () => status(page),
        (announced) => announced === 'Copied.',
      )
      const copied = await page.evaluate<string>('navigator.clipboard.readText()')
      assert.equal(copied, `${SECOND}\n\n${item.properties.url}#:~:text=It%20costs%20nothing%20but%20paper.`)
      await context.close()
    })

    it('appear in another window with the same article', async () => {
      const item = await save()
      const { context, page } = await open(pathOf(item))
      const other = await context.newPage()
      await other.goto(pathOf(item))
      await select(page, FIRST)
      await page.getByRole('button', { name: 'Highlight in yellow' }).click()
      await other.locator('.article mark.highlight').waitFor()
      await other.locator('.highlight-list').getByText(FIRST).waitFor()
      await context.close()
    })

    it('work without scripts: a quote is found, chosen among several, changed and removed', async () => {
      const item = await save()
      const { context, page } = await open(pathOf(item), { javaScriptEnabled: false })
      const quote = async (words: string) => {
        await page.locator('#add-highlight summary').click()
        await page.getByLabel('Quote').fill(words)
        await page.locator('#add-highlight').getByLabel('Note').fill('Kept')
        await page.locator('#add-highlight').getByLabel('Green').check()
        await page.locator('#add-highlight').getByRole('button', { name: 'Highlight', exact: true }).click()
      }
      await quote('These words stand nowhere in the article at all')
      await waitForMessage(
        page,
        'The article doesn’t have these words. Copy them from the article as they are.',
      )
      assert.equal(
        await page.getByLabel('Quote').inputValue(),
        'These words stand nowhere in the article at all',
      )
      await page.goto(pathOf(item))
      await quote(TWICE)
      await page.getByText('Which of these do you mean?').waitFor()
      const choices = page.locator('.candidates li')
      assert.equal(await choices.count(), 2)
      await choices.filter({ hasText: 'in the south' }).getByRole('button').click()
      await waitForMessage(page, 'Highlighted.')
      assert.equal(await page.locator('.article p').nth(2).locator('mark').textContent(), TWICE)
      assert.deepEqual(
        (await highlightsOf(item)).map(({ note, colour }) => [note, colour]),
        [['Kept', 'green']],
      )
      await page.getByRole('link', { name: 'Change', exact: true }).click()
      await page.locator('#edit-highlight').getByLabel('Note').fill('Changed')
      await page.locator('#edit-highlight').getByRole('button', { name: 'Save' }).click()
      await page.locator('.highlight-list').getByText('Changed').waitFor()
      await page.locator('.highlight-list').getByRole('button', { name: 'Remove' }).click()
      await waitForMessage(page, 'Highlight removed.')
      assert.deepEqual(await marked(page), [])
      await context.close()
    })

    it('of agents name them, and their notes are text', async () => {
      const item = await save()
      const body = { quote: FIRST, note: '<b onclick="x()">bold</b> & <mark>', colour: 'blue' }
      const made = await agent.call(`${pathOf(item)}/highlight-item`, asJson(body))
      assert.equal(made.status, 200)
      const { context, page } = await open(pathOf(item))
      assert.deepEqual(await marked(page), [FIRST])
      const entry = page.locator('.highlight-list li')
      assert.equal(await entry.locator('.highlight-note').textContent(), body.note)
      assert.match((await entry.locator('.caption').textContent())!, /Blue.*Claude/s)
      for (const theme of ['light', 'dark', 'sepia']) {
        await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
        await checkLooks(page, theme)
      }
      await context.close()
    })

    it('of another account can’t be seen or changed', async () => {
      const item = await save()
      await agent.call(`${pathOf(item)}/highlight-item`, asJson({ quote: FIRST }))
      const [highlight] = await highlightsOf(item)
      const stranger = await signUp(service.baseUrl)
      const page = await stranger.browser.open(`${pathOf(item)}?highlight=${String(highlight!['id'])}`)
      assert.equal(page.status, 404)
      const own = await stranger.browser.open('/queue')
      const token = own.forms[0]!.fields['form_token']!
      for (const [action, fields] of [
        ['edit-highlight', { highlight: String(highlight!['id']), note: 'mine' }],
        ['remove-highlight', { highlight: String(highlight!['id']) }],
        ['highlight-item', { quote: SECOND }],
      ] as const) {
        const form = { action: `${pathOf(item)}/${action}`, method: 'post', fields: { form_token: token } }
        const response = await stranger.browser.submit({ ...own, forms: [form] }, fields)
        assert.equal(response.status, 404, action)
      }
      assert.deepEqual(await highlightsOf(item), [highlight])
    })
  })
