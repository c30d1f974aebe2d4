import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'
import { FAKE_SPEECH } from '../support/speech.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }
const FILLER = Array.from(
  { length: 40 },
  (_, index) => `<p>Paragraph ${index + 1} tells of the sea. It goes on for a while, as the sea does.</p>`,
).join('')
const BODY = `<p>The first sentence is short. The second has a <em>word</em> in it.</p>
<pre><code>let code = 1</code></pre>
<table><caption>Numbers</caption><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>
<p lang="de">Der dritte ist deutsch.</p><p lang="fr">La quatrième est française.</p>${FILLER}`

type Said = { text: string; voice: string; lang: string; rate: number }

describe('Listening to an article', () => {
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
  async function save(title: string, body = BODY, more: Record<string, unknown> = {}): Promise<Entity> {
    const html = articlePage(title, body, 0)
    return fetched(agent, await agent.save({ url: deadLink(`listen/${++count}`), html, ...more }))
  }
  const pathOf = (item: Entity) => `/queue/items/${item.properties.id}`

  async function open(
    options: BrowserContextOptions & { voices?: unknown[] | 'none' } = {},
  ): Promise<{ context: BrowserContext; page: Page }> {
    const { voices, ...more } = options
    const context = await chromium.newContext({
      baseURL: service.baseUrl,
      viewport: DESKTOP,
      locale: 'en-GB',
      ...more,
    })
    await context.addCookies(sessionCookies(person, service.baseUrl))
    if (Array.isArray(voices)) await context.addInitScript(`fakeVoices = ${JSON.stringify(voices)}`)
    if (voices !== 'none') await context.addInitScript(FAKE_SPEECH)
    const page = await context.newPage()
    page.on('pageerror', (error) => mistakes.push(String(error)))
    return { context, page }
  }

  const readSpeech = (page: Page) => page.evaluate<Said[]>('speech.said')
  /** Waits until this is the last that was said. */
  const waitForSpeech = (page: Page, text: string) =>
    eventually(
      async () => (await readSpeech(page)).at(-1)?.text,
      (last) => last === text,
    )
  const end = (page: Page) => page.evaluate('speech.end()')
  const marked = (page: Page, name: string) =>
    page.evaluate<string>(`[...(CSS.highlights.get('${name}') ?? [])].join()`)
  const listen = (page: Page) => page.getByRole('button', { name: 'Listen', exact: true }).click()
  const button = (page: Page, name: string) => page.locator('.listen-bar').getByRole('button', { name })

  it('is not offered if the browser has no voice', async () => {
    const item = await save('On silence')
    const { context, page } = await open({ voices: 'none' })
    await page.goto(pathOf(item))
    await page.locator('.reader[data-voices=none]').waitFor()
    assert.equal(await page.locator('.listen-open').isVisible(), false)
    await page.keyboard.press('l')
    assert.equal(await page.locator('.listen-bar').isVisible(), false)
    await context.close()
  })

  it('proceeds sentence by sentence, marks the sentence and its words, and skips what can’t be read aloud', async () => {
    const item = await save('On hearing')
    const { context, page } = await open()
    await page.goto(pathOf(item))
    await listen(page)
    await waitForSpeech(page, 'On hearing')
    assert.equal(await marked(page, 'sentence'), 'On hearing')
    const texts = [
      'The first sentence is short.',
      'The second has a word in it.',
      'Der dritte ist deutsch.',
      'La quatrième est française.',
      'Paragraph 1 tells of the sea.',
    ]
    for (const text of texts) {
      await end(page)
      await waitForSpeech(page, text)
      assert.equal(await marked(page, 'sentence'), text)
      if (!text.includes('word')) continue
      await page.evaluate('speech.word(17)')
      assert.equal(await marked(page, 'word'), 'word')
      await page.evaluate('speech.word(4, 6)')
      assert.equal(await marked(page, 'word'), 'second')
    }
    // Only a person sends a text elsewhere, so the French is read by a voice that stays here.
    assert.deepEqual(
      (await readSpeech(page)).map(({ voice, lang }) => `${voice} ${lang}`),
      ['Ada en-GB', 'Ada en-GB', 'Ada en-GB', 'Marta de_DE', 'Ada en-GB', 'Ada en-GB'],
    )
    assert.equal((await page.evaluate<string[]>('speech.queued()')).length, 2)
    await checkLooks(page)
    await context.close()
  })

  it('pauses with a button and a key, resumes at the same sentence, and moves back and forth', async () => {
    const item = await save('On stopping')
    const { context, page } = await open()
    await page.goto(pathOf(item))
    await page.locator('.reader[data-voices=some]').waitFor()
    await page.keyboard.press('l')
    await waitForSpeech(page, 'On stopping')
    await end(page)
    await waitForSpeech(page, 'The first sentence is short.')
    await button(page, 'Pause').click()
    await button(page, 'Play').waitFor()
    assert.deepEqual(await page.evaluate('speech.queued()'), [])
    // What a cancel tells late changes nothing.
    const before = (await readSpeech(page)).length
    await button(page, 'Play').click()
    await eventually(
      async () => (await readSpeech(page)).length,
      (length) => length === before + 1,
    )
    await waitForSpeech(page, 'The first sentence is short.')
    await button(page, 'Next sentence').click()
    await waitForSpeech(page, 'The second has a word in it.')
    await page.locator('h1').click()
    await page.keyboard.press('ArrowLeft')
    await waitForSpeech(page, 'The first sentence is short.')
    await page.keyboard.press('Space')
    await button(page, 'Play').waitFor()
    await page.keyboard.press('ArrowRight')
    assert.equal(await marked(page, 'sentence'), 'The second has a word in it.')
    await page.keyboard.press('Space')
    await waitForSpeech(page, 'The second has a word in it.')
    // The end of one that was lost is made up for by the start of the next.
    await page.evaluate('speech.loseEnd()')
    await waitForSpeech(page, 'Der dritte ist deutsch.')
    assert.equal(await marked(page, 'sentence'), 'Der dritte ist deutsch.')
    await button(page, 'Stop listening').click()
    await page.locator('.listen-bar').waitFor({ state: 'hidden' })
    assert.equal(await marked(page, 'sentence'), '')
    assert.deepEqual(await page.evaluate('speech.queued()'), [])
    await context.close()
  })

  it('splits a long sentence where a reader would pause', async () => {
    const clause = 'and so it goes on without an end that one could wait for'
    const chinese = '海很大，'.repeat(100)
    const item = await save(
      'On length',
      `<p>It begins, ${Array(12).fill(clause).join(', ')}.</p><p lang="zh">${chinese}</p>${FILLER}`,
    )
    const { context, page } = await open()
    await page.goto(pathOf(item))
    await listen(page)
    await waitForSpeech(page, 'On length')
    const all: string[] = []
    while (!all.at(-1)?.startsWith('Paragraph 1')) {
      const length = (await readSpeech(page)).length
      await end(page)
      await eventually(
        async () => (await readSpeech(page)).length,
        (now) => now > length,
      )
      all.push((await readSpeech(page)).at(-1)!.text)
    }
    const long = all.slice(0, -1)
    assert.ok(
      long.every((text) => text.length <= 200),
      long.map(({ length }) => length).join(),
    )
    assert.equal(
      long.join('').replaceAll(' ', ''),
      `It begins, ${Array(12).fill(clause).join(', ')}.${chinese}`.replaceAll(' ', ''),
    )
    assert.ok(
      long.slice(0, 4).every((text) => /[,.]$/.test(text)),
      long.join('\n'),
    )
    await context.close()
  })

  it('remembers voice and speed for the language, and warns of a voice that sends the text elsewhere', async () => {
    const item = await save('On voices')
    const { context, page } = await open()
    await page.goto(pathOf(item))
    await listen(page)
    await waitForSpeech(page, 'On voices')
    await page.getByLabel('Speed').selectOption('1.5')
    await eventually(
      async () => (await readSpeech(page)).at(-1)!.rate,
      (rate) => rate === 1.5,
    )
    await button(page, 'Voice and timer').click()
    await checkLooks(page, 'the settings of listening')
    const voices = await page.locator('#listen-voice option').allInnerTexts()
    assert.deepEqual(voices, ['Ada', 'Bob', 'Google UK English (online)'])
    await page.getByLabel('Voice', { exact: true }).selectOption('Google UK English')
    await page.keyboard.press('Escape')
    await page.getByText('This voice sends the text to Google.').waitFor()
    await eventually(
      async () => (await readSpeech(page)).at(-1)!.voice,
      (voice) => voice === 'Google UK English',
    )
    await page.reload()
    await listen(page)
    await waitForSpeech(page, 'On voices')
    const [first] = await readSpeech(page)
    assert.deepEqual([first!.voice, first!.rate], ['Google UK English', 1.5])
    assert.equal(await page.getByLabel('Speed').inputValue(), '1.5')
    await context.close()
  })

  it('waits for Play if the only voice sends the text elsewhere', async () => {
    const item = await save('On sending')
    const { context, page } = await open({ voices: [['Google UK English', 'en-GB', false]] })
    await page.goto(pathOf(item))
    await listen(page)
    await page.getByText('This voice sends the text to Google.').waitFor()
    assert.deepEqual(await readSpeech(page), [])
    await button(page, 'Play').click()
    await waitForSpeech(page, 'On sending')
    await context.close()
  })

  it('counts as reading, and resumes at the same position next time', async () => {
    const item = await save('On coming back')
    const { context, page } = await open()
    await page.goto(pathOf(item))
    await listen(page)
    await waitForSpeech(page, 'On coming back')
    const posted = page.waitForResponse((response) => response.url().endsWith('/set-progress'))
    for (let index = 0; index < 45; index++) await end(page)
    await waitForSpeech(page, 'Paragraph 21 tells of the sea.')
    await page.locator('.toolbar.away').waitFor()
    await posted
    await page.goto('/queue')
    assert.ok(Number(await page.evaluate(`localStorage.getItem('cancels')`)) > 0, 'It stops with the page')
    const kept = (await agent.entity(pathOf(item))).properties['progress'] as number
    assert.ok(kept > 0.2 && kept < 0.8, String(kept))
    await page.goto(pathOf(item))
    await listen(page)
    await waitForSpeech(page, 'Paragraph 21 tells of the sea.')
    await context.close()
  })

  it('reports a failing voice, retries once after silence, and stops with the timer', async () => {
    const item = await save('On failing')
    const { context, page } = await open()
    await page.clock.install()
    await page.goto(pathOf(item))
    await page.clock.runFor(100)
    await listen(page)
    await waitForSpeech(page, 'On failing')
    await page.clock.runFor(15_000)
    await eventually(
      async () => (await readSpeech(page)).length,
      (length) => length === 2,
    )
    assert.equal(await page.getByText('This voice doesn’t work right now.').count(), 0)
    await page.clock.runFor(15_000)
    await page.getByText('This voice doesn’t work right now.').waitFor()
    await button(page, 'Play').click()
    await page.clock.runFor(200)
    await eventually(
      async () => (await readSpeech(page)).length,
      (length) => length === 3,
    )
    await page.evaluate(`speech.fail('network')`)
    await page.getByText('This voice doesn’t work right now.').waitFor()
    await button(page, 'Play').click()
    await eventually(
      async () => (await readSpeech(page)).length,
      (length) => length === 4,
    )
    await button(page, 'Voice and timer').click()
    await page.locator('#listen-timer').selectOption('10')
    await page.keyboard.press('Escape')
    for (let minute = 0; minute < 10; minute++) {
      await button(page, 'Pause').waitFor()
      for (let part = 0; part < 10; part++) {
        await page.clock.runFor(6_010)
        await page.evaluate('speech.queued().length > 0 && speech.word(0, 2)')
      }
    }
    await button(page, 'Play').waitFor()
    assert.deepEqual(await page.evaluate('speech.queued()'), [])
    await context.close()
  })

  it('continues with the next item of the list, skipping those without an article', async () => {
    const tags = ['sea']
    const last = await save('On the last', FILLER, { tags })
    await agent.save({ url: deadLink(`listen/${++count}`), tags })
    const first = await save('On the first', '<p>There is little to say.</p>', { tags })
    const { context, page } = await open()
    await page.goto('/queue?tag=sea')
    await page.getByRole('link', { name: 'On the first' }).click()
    await listen(page)
    await waitForSpeech(page, 'On the first')
    await button(page, 'Voice and timer').click()
    await page.getByLabel('Continue with the next').check()
    await page.keyboard.press('Escape')
    await end(page)
    await waitForSpeech(page, 'There is little to say.')
    await end(page)
    await page.waitForURL((url) => url.pathname === pathOf(last))
    await waitForSpeech(page, 'On the last')
    await button(page, 'Pause').waitFor()
    assert.equal((await agent.entity(pathOf(first))).properties['progress'], 1)
    assert.equal((await agent.entity(pathOf(first))).properties['readAt'], null)
    await context.close()
  })

  it('works offline with a stored article', async () => {
    const item = await save('On the open sea')
    const { context, page } = await open()
    await page.goto('/account')
    await page.locator('#offline-on').click()
    await page.locator('#offline .offline-status', { hasText: 'Articles on this device' }).waitFor()
    await eventually(
      () => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'),
      (is) => is,
    )
    await context.setOffline(true)
    await page.goto(`/offline${pathOf(item).slice('/queue'.length)}`)
    await listen(page)
    await waitForSpeech(page, 'On the open sea')
    await end(page)
    await waitForSpeech(page, 'The first sentence is short.')
    await checkLooks(page)
    for (let index = 0; index < 44; index++) await end(page)
    await waitForSpeech(page, 'Paragraph 21 tells of the sea.')
    await context.setOffline(false)
    const progress = await eventually(
      async () => (await agent.entity(pathOf(item))).properties['progress'] as number,
      (value) => value > 0,
    )
    assert.ok(progress > 0.2 && progress < 0.8, String(progress))
    await context.close()
  })

  for (const viewport of [PHONE, DESKTOP]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`has an accessible bar that covers nothing important, ${viewport.width} wide, ${colorScheme}`, async () => {
        const item = await save('On looks')
        const { context, page } = await open({ viewport, colorScheme, reducedMotion: 'reduce' })
        await page.goto(pathOf(item))
        await listen(page)
        await waitForSpeech(page, 'On looks')
        await checkLooks(page)
        const bar = (await page.locator('.listen-bar').boundingBox())!
        const toolbar = (await page.locator('.toolbar').boundingBox())!
        assert.ok(bar.y >= toolbar.y + toolbar.height || bar.y + bar.height <= toolbar.y)
        await button(page, 'Voice and timer').click()
        const panel = (await page.locator('#listen-settings').boundingBox())!
        assert.ok(panel.x >= 0 && panel.y >= 0)
        assert.ok(panel.x + panel.width <= viewport.width && panel.y + panel.height <= viewport.height)
        await checkLooks(page, 'with its settings')
        if (process.env['PICTURES'])
          await page.screenshot({
            path: `${process.env['PICTURES']}/${viewport.width}-${colorScheme}-open.png`,
          })
        await page.keyboard.press('Escape')
        await end(page)
        await end(page)
        await page.evaluate('speech.word(4, 6)')
        if (process.env['PICTURES'])
          await page.screenshot({ path: `${process.env['PICTURES']}/${viewport.width}-${colorScheme}.png` })
        await context.close()
      })
    }
  }
})
