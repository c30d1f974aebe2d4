import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'

const DAY = 24 * 3_600_000
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
const sentence = (index: number) => `This is sentence ${index} of the article, and each has a number.`

for (const engine of ENGINES)
  describe(`The page of highlights on ${engine}`, () => {
    let service: TestService
    let person: Person
    let claude: Agent
    let long: Entity
    let short: Entity
    before(async () => {
      service = await startService(engine)
      person = await signUp(service.baseUrl)
      claude = await connectAgent(service.baseUrl, person, 'Claude')
    })
    after(() => service?.stop())

    async function save(title: string, sentences: number, tags: string[]): Promise<Entity> {
      const text = Array.from({ length: sentences }, (_, index) => `<p>${sentence(index)}</p>`).join('\n')
      const html = articlePage(title, text, 0)
      return fetched(claude, await claude.save({ url: deadLink(title), html, tags }))
    }
    async function highlight(agent: Agent, item: Entity, fields: object): Promise<void> {
      const response = await agent.call(`/queue/items/${item.properties.id}/highlight-item`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      })
      assert.equal(response.status, 200, await response.clone().text())
    }
    const open = async (path: string) => (await person.browser.open(path)).text
    const quotesIn = (page: string) =>
      [...page.matchAll(/This is sentence (\d+) of/g)].map(([, number]) => Number(number))

    it('is empty at first, and says how to begin', async () => {
      assert.match(await open('/highlights'), /No highlights yet/)
      assert.match(await open('/highlights/review'), /No highlights yet/)
      assert.match(await open('/queue'), /href="\/highlights"/)
    })

    it('lists articles by their newest, passages in the order of the text, in pages, and filtered by words, item, tag, colour, agent and date', async () => {
      long = await save('A long article', 40, ['web'])
      short = await save('A short article', 9, ['slow web'])
      for (let index = 0; index < 28; index++) await highlight(claude, long, { quote: sentence(index) })
      service.clock.advance(2 * DAY)
      // Tokens end with time.
      const gemini = await connectAgent(service.baseUrl, person, 'Gemini')
      claude = await connectAgent(service.baseUrl, person, 'Claude')
      await highlight(gemini, short, { quote: sentence(3), colour: 'red', note: 'Grüße aus ÜBERSEE' })

      const first = await open('/highlights')
      assert.deepEqual(quotesIn(first), [3, ...numbers(4, 27)])
      const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first) ?? []
      const second = await open(next.replaceAll('&amp;', '&'))
      assert.deepEqual(quotesIn(second), [0, 1, 2, 3])
      // The way back.
      assert.match(second, /href="\/highlights">← Newest/)
      assert.doesNotMatch(first, /← Newest/)
      assert.doesNotMatch(second, /rel="next"/)

      assert.match(first, /href="\/highlights\/review">Daily review/)
      // Those of one article stay together, though another was made between them.
      await highlight(claude, long, { quote: sentence(38) })
      const interleaved = await open('/highlights')
      assert.deepEqual(quotesIn(interleaved), [...numbers(5, 27), 38, 3])
      assert.equal([...interleaved.matchAll(/<h2[^]*?A long article/g)].length, 1)

      const day = new Date(service.clock.now()).toISOString().slice(0, 10)
      const only = async (query: string) => quotesIn(await open(`/highlights?${query}`))
      assert.deepEqual(await only('words=%C3%BCbersee'), [3])
      assert.deepEqual(await only('words=sentence+27'), [27])
      assert.deepEqual(await only('colour=red'), [3])
      assert.deepEqual(await only('tag=slow+web'), [3])
      assert.deepEqual(await only(`item=${short.properties.id}`), [3])
      assert.match(
        await open(`/highlights?item=${short.properties.id}`),
        new RegExp(`In <a\\s+href="/queue/items/${short.properties.id}"`),
      )
      assert.deepEqual(await only(`from=${day}`), [38, 3])
      assert.equal((await only(`to=${day}`)).length, 25)
      assert.deepEqual(await only('agent=you'), [])
      const [, id = ''] = /<option value="([^"]+)"[^>]*>Gemini</.exec(first) ?? []
      assert.deepEqual(await only(`agent=${id}`), [3])
      // Nothing to review among so few.
      assert.doesNotMatch(await open('/highlights?colour=red'), /Daily review/)
      assert.match(await open('/highlights?words=nowhere'), /No highlights match/)
      for (const odd of ['from=yesterday', 'after=x', `words=${'x'.repeat(3000)}`, "item='"])
        assert.equal((await person.browser.open(`/highlights?${odd}`)).status, 200, odd)
    })

    it('leaves out highlights of items in the trash, and of other accounts', async () => {
      const remove = (action: string) =>
        claude.call(`/queue/items/${short.properties.id}/${action}`, { method: 'PUT' })
      await claude.call(`/queue/items/${short.properties.id}`, { method: 'DELETE' })
      assert.deepEqual(quotesIn(await open('/highlights?colour=red')), [])
      assert.equal((await remove('restore-item')).status, 200)
      assert.deepEqual(quotesIn(await open('/highlights?colour=red')), [3])

      const stranger = await signUp(service.baseUrl)
      for (const path of ['/highlights', '/highlights/review', `/highlights?item=${short.properties.id}`]) {
        const { text } = await stranger.browser.open(path)
        assert.deepEqual(quotesIn(text), [], path)
        assert.doesNotMatch(text, /A short article|Gemini/)
      }
    })

    it('reviews five a day, one on a page, the same all day and others the next, and more on request', async () => {
      service.clock.advance(DAY)
      claude = await connectAgent(service.baseUrl, person, 'Claude')
      /** What the next links lead through, from a card to the end. */
      async function cards(path: string): Promise<{ ids: string[]; positions: string[]; end: string }> {
        const [ids, positions]: [string[], string[]] = [[], []]
        for (let next = path; ;) {
          const page = await open(next)
          if (!page.includes('review-card')) return { ids, positions, end: page }
          // Two articles have the same sentences.
          const [id, ...others] = [...page.matchAll(/#highlight-([\w-]+)"/g)].map(([, id]) => id!)
          assert.deepEqual(others, [])
          ids.push(id!)
          positions.push(/<title>[^<]*\((\d+ of \d+)\)/.exec(page)?.[1] ?? '')
          next = /rel="next"\s+href="([^"]+)"/.exec(page)![1]!
        }
      }
      const today = await cards('/highlights/review')
      assert.deepEqual(today.positions, ['1 of 5', '2 of 5', '3 of 5', '4 of 5', '5 of 5'])
      assert.equal(new Set(today.ids).size, 5)
      assert.match(today.end, /Done for today[^]*href="\/queue"[^]*href="\/highlights"/)
      assert.deepEqual((await cards('/highlights/review')).ids, today.ids)
      assert.match(
        await open('/highlights/review?card=3'),
        /rel="prev"\s+href="\/highlights\/review\?card=2"/,
      )

      const [, path = ''] = /href="(\/highlights\/review\?card=6)"/.exec(today.end) ?? []
      const more = await cards(path)
      assert.deepEqual(more.positions, ['6 of 10', '7 of 10', '8 of 10', '9 of 10', '10 of 10'])
      assert.equal(new Set([...today.ids, ...more.ids]).size, 10)
      // What is made today does not change what was drawn for it.
      await highlight(claude, long, { quote: sentence(39) })
      assert.deepEqual((await cards('/highlights/review')).ids, today.ids)
      assert.match(await open('/highlights/review?card=95'), /That’s all of them/)
      for (const odd of ['card=-3', 'card=x', 'after=1.5'])
        assert.match(await open(`/highlights/review?${odd}`), /\(1 of 5\)/)
      service.clock.advance(DAY)
      assert.notDeepEqual((await cards('/highlights/review')).ids, today.ids)
    })

    it(
      'reviews by keyboard, with a note, and removes one, which can be undone',
      { skip: engine !== 'sqlite' },
      async () => {
        const chromium = await startChromium()
        try {
          const context = await chromium.newContext({ baseURL: service.baseUrl })
          await context.addCookies(sessionCookies(person, service.baseUrl))
          const page = await context.newPage()
          await page.goto('/highlights/review')
          const quote = page.locator('.review-card blockquote')
          const first = (await quote.textContent())!
          await page.keyboard.press('j')
          await page.getByText('2 of 5').waitFor()
          await page.keyboard.press('ArrowRight')
          await page.getByText('3 of 5').waitFor()
          await page.keyboard.press('k')
          await page.getByText('2 of 5').waitFor()
          await page.keyboard.press('ArrowLeft')
          await page.getByText('1 of 5').waitFor()
          await page.keyboard.press('n')
          await page.keyboard.type('Worth it')
          await page.getByRole('button', { name: 'Save', exact: true }).last().click()
          await page.locator('.review-card .highlight-note', { hasText: 'Worth it' }).waitFor()
          await page.keyboard.press('#')
          await page.getByText('Highlight removed.').waitFor()
          assert.notEqual(await quote.textContent(), first)
          await page.getByRole('button', { name: 'Undo' }).click()
          await page.locator('.review-card blockquote', { hasText: first.trim() }).waitFor()
        } finally {
          await chromium.close()
        }
      },
    )

    it(
      'keeps what can be done to a highlight quiet, and in a menu on phones',
      { skip: engine !== 'sqlite' },
      async () => {
        const chromium = await startChromium()
        try {
          const open = async (options: object) => {
            const context = await chromium.newContext({ baseURL: service.baseUrl, ...options })
            await context.addCookies(sessionCookies(person, service.baseUrl))
            const page = await context.newPage()
            await page.goto('/highlights?colour=red')
            return page
          }
          const phone = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
          assert.equal(await phone.locator('.highlight-acts').isVisible(), false)
          await phone.getByRole('button', { name: 'Actions' }).click()
          await phone.getByRole('link', { name: 'Change', exact: true }).waitFor()
          await checkLooks(phone, 'the menu of a highlight')

          const page = await open({ viewport: { width: 1280, height: 800 } })
          const opacity = () =>
            page.evaluate<string>(`getComputedStyle(document.querySelector('.highlight-acts')).opacity`)
          assert.equal(await opacity(), '0')
          await page.locator('.highlight-list li').hover()
          assert.equal(await opacity(), '1')
          assert.equal(await page.locator('.open-acts').isVisible(), false)
          await page.getByRole('button', { name: 'Remove', exact: true }).click()
          await page.getByText('No highlights match').waitFor()
          await page.getByRole('button', { name: 'Undo' }).click()
          await page.locator('.highlight-list li').waitFor()
        } finally {
          await chromium.close()
        }
      },
    )

    it('looks right on desktops and phones, in all themes', { skip: engine !== 'sqlite' }, async () => {
      const chromium = await startChromium()
      try {
        const context = await chromium.newContext({ baseURL: service.baseUrl })
        await context.addCookies(sessionCookies(person, service.baseUrl))
        const page = await context.newPage()
        for (const viewport of [
          { width: 1280, height: 800 },
          { width: 390, height: 844 },
        ])
          for (const path of ['/highlights', '/highlights/review']) {
            await page.setViewportSize(viewport)
            await page.goto(path)
            for (const theme of ['light', 'dark', 'sepia']) {
              await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
              await checkLooks(page, `${path} ${theme} ${viewport.width}`)
            }
            if (process.env['LOOK'])
              await page.screenshot({
                path: `/tmp/hlreader/page-${path.split('/').at(-1)}-${viewport.width}.png`,
              })
          }
        // A quote leads to its place.
        await page.goto('/highlights')
        await page.locator('.highlight-list a').first().click()
        await page.waitForURL(/#highlight-/)
        await page.locator('mark.highlight:target').waitFor()
      } finally {
        await chromium.close()
      }
    })
  })
