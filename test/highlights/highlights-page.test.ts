import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'

const DAY = 24 * 3_600_000
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

    it('lists them newest first, by pages, and narrowed by words, item, tag, colour, agent and date', async () => {
      long = await save('A long article', 40, ['web'])
      short = await save('A short article', 9, ['slow web'])
      for (let index = 0; index < 28; index++) await highlight(claude, long, { quote: sentence(index) })
      service.clock.advance(2 * DAY)
      // Tokens end with time.
      const gemini = await connectAgent(service.baseUrl, person, 'Gemini')
      claude = await connectAgent(service.baseUrl, person, 'Claude')
      await highlight(gemini, short, { quote: sentence(3), colour: 'red', note: 'Grüße aus ÜBERSEE' })

      const first = await open('/highlights')
      assert.deepEqual(quotesIn(first), [3, ...Array.from({ length: 24 }, (_, index) => 27 - index)])
      const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first) ?? []
      const second = await open(next.replaceAll('&amp;', '&'))
      assert.deepEqual(quotesIn(second), [3, 2, 1, 0])
      assert.doesNotMatch(second, /rel="next"/)

      assert.match(first, /href="\/highlights\/review">Daily review/)
      // Those of one article stay together, though another was made between them.
      await highlight(claude, long, { quote: sentence(38) })
      const interleaved = await open('/highlights')
      assert.deepEqual(quotesIn(interleaved).slice(0, 3), [38, 27, 26])
      assert.equal([...interleaved.matchAll(/<h2[^]*?A long article/g)].length, 1)

      const day = new Date(service.clock.now()).toISOString().slice(0, 10)
      const only = async (query: string) => quotesIn(await open(`/highlights?${query}`))
      assert.deepEqual(await only('words=%C3%BCbersee'), [3])
      assert.deepEqual(await only('words=sentence+27'), [27])
      assert.deepEqual(await only('colour=red'), [3])
      assert.deepEqual(await only('tag=slow+web'), [3])
      assert.deepEqual(await only(`item=${short.properties.id}`), [3])
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

    it('leaves out those of items in the trash, and those of others', async () => {
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

    it('reviews five a day, the same all day and others the next, and more when asked', async () => {
      service.clock.advance(DAY)
      claude = await connectAgent(service.baseUrl, person, 'Claude')
      const today = quotesIn(await open('/highlights/review'))
      assert.equal(today.length, 5)
      assert.deepEqual(quotesIn(await open('/highlights/review')), today)
      const more = await open('/highlights/review')
      const [, path = ''] = /href="(\/highlights\/review\?count=10)[^"]*"/.exec(more) ?? []
      const ten = quotesIn(await open(path))
      assert.equal(ten.length, 10)
      assert.deepEqual(ten.slice(0, 5), today)
      // What is made today does not change what was drawn for it.
      await highlight(claude, long, { quote: sentence(39) })
      assert.deepEqual(quotesIn(await open('/highlights/review')), today)
      assert.match(await open('/highlights/review?count=95'), /That’s all of them/)
      assert.equal(quotesIn(await open('/highlights/review?count=-3')).length, 5)
      service.clock.advance(DAY)
      assert.notDeepEqual(quotesIn(await open('/highlights/review')), today)
    })

    it('looks well on desktops and phones, in all themes', { skip: engine !== 'sqlite' }, async () => {
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
