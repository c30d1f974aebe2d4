import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { connectAgent, type Person, signUp, submitAction } from '../support/agent.ts'
import { fetched } from '../support/article.ts'
import { sessionCookies, startChromium } from '../support/chromium.ts'
import { checkLooksInThemes } from '../support/looks.ts'
import { onBothEngines, startService, type TestService } from '../support/service.ts'

const TITLE = 'How Reading Queue works'

onBothEngines('The guide', (service) => {
  const add = async ({ browser }: Person, headers = {}) =>
    browser.submit(await browser.open('/queue?state=unread', headers), {}, { action: '/guide', headers })

  it('is saved only when somebody asks for it, and then is an article like any other', async () => {
    const person = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, person, 'Claude')
    assert.equal((await agent.entity('/queue')).entities.length, 0)
    const opened = await add(person)
    assert.match(new URL(opened.url).pathname, /^\/queue\/items\//)
    assert.ok(opened.forms.some(({ action }) => action === '/queue/undo-change'))
    const [saved] = (await agent.entity('/queue')).entities
    const item = await fetched(agent, saved)
    assert.deepEqual(
      [item.properties.title, item.properties.url, item.properties.savedBy],
      [TITLE, `${service().baseUrl}/guide`, null],
    )
    const page = await person.browser.open(`/queue/items/${item.properties.id}`)
    for (const heading of ['Save', 'Read', 'Find', 'Share it with an agent', 'Undo'])
      assert.ok(page.text.includes(`${heading}</h2>`), heading)
    assert.ok(page.text.includes(`href="${service().baseUrl}/share"`))
    // Again, it is the same one.
    await person.browser.submit(await person.browser.open('/guide'), {}, { action: '/guide' })
    assert.equal((await agent.entity('/queue')).entities.length, 1)
    assert.equal((await submitAction(agent, item, { name: 'remove-item' })).ok, true)
    assert.equal((await agent.entity('/queue')).entities.length, 0)
  })

  it('is offered to whoever has nothing yet, and is in the language of the person', async () => {
    const person = await signUp(service().baseUrl)
    const headers = { 'accept-language': 'de' }
    const opened = await add(person, headers)
    assert.match(opened.text, /So funktioniert Reading Queue/)
    const agent = await connectAgent(service().baseUrl, person, 'Claude')
    const [saved] = (await agent.entity('/queue')).entities
    const { properties } = await fetched(agent, saved)
    assert.deepEqual([properties.title, properties.language], ['So funktioniert Reading Queue', 'de'])
    const list = await person.browser.open('/queue?state=unread')
    assert.ok(!list.forms.some(({ action }) => action === '/guide'))
  })

  it('can be read by everybody, and is saved for nobody else', async () => {
    const visitor = await fetch(`${service().baseUrl}/guide`, { headers: { accept: 'text/html' } })
    const text = await visitor.text()
    assert.equal(visitor.status, 200)
    assert.ok(text.includes(TITLE) && !text.includes('action="/guide"'))
    const out = await fetch(`${service().baseUrl}/guide`, { method: 'POST', redirect: 'manual' })
    assert.match(out.headers.get('location') ?? '', /^\/login/)
    const person = await signUp(service().baseUrl)
    const page = await person.browser.open('/guide')
    const forged = await person.browser.submit(page, { form_token: 'x' }, { action: '/guide' })
    assert.equal(forged.status, 403)
  })
})

describe('The guide in a browser', () => {
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

  for (const width of [1280, 390])
    it(`opens as the first article; ${width} wide`, async () => {
      const person = await signUp(service.baseUrl)
      const context = await chromium.newContext({ viewport: { width, height: 844 } })
      await context.addCookies(sessionCookies(person, service.baseUrl))
      const page = await context.newPage()
      await page.goto(`${service.baseUrl}/queue`)
      await checkLooksInThemes(page, 'the empty list')
      await page.getByRole('button', { name: 'Start with the guide' }).click()
      await page.getByRole('heading', { name: 'Share it with an agent' }).waitFor()
      await page.goto(`${service.baseUrl}/guide`)
      await checkLooksInThemes(page, 'the guide')
      await context.close()
    })
})
