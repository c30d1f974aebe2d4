import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const DESKTOP = { viewport: { width: 1280, height: 900 } }

type Wild = { person: Person; agent: Agent; items: Entity[]; before: unknown[] }

describe('An agent that makes many unwanted changes', () => {
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

  /** A queue of a person whose agent tagged and then removed all of it. */
  async function goWild(count: number): Promise<Wild> {
    const person = await signUp(service.baseUrl)
    const tidy = await connectAgent(service.baseUrl, person, 'Tidy')
    const agent = await connectAgent(service.baseUrl, person, 'Wild <one>')
    const links = Array.from({ length: count }, (_, index) => ({
      url: deadLink(`wild/${person.email}/${index}`),
      title: `Article ${index}`,
      tags: ['web'],
    }))
    await post(tidy, '/queue/save-links', { links })
    const { entities: items } = await tidy.entity('/queue?limit=100')
    assert.equal(items.length, count)
    const before = await queueOf(tidy)
    const ids = items.map(({ properties }: Entity) => properties.id)
    await post(agent, '/queue/change-items', { items: ids, action: 'tag-item', tag: 'junk' })
    await post(agent, '/queue/change-items', { items: ids, action: 'remove-item' })
    return { person, agent, items, before }
  }

  async function post(agent: Agent, path: string, fields: Record<string, unknown>): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const response = await agent.call(path, { method: 'POST', headers, body: JSON.stringify(fields) })
    assert.ok(response.ok, `${path}: ${response.status}`)
  }

  async function queueOf(agent: Agent): Promise<unknown[]> {
    const { entities } = await agent.entity('/queue?limit=100')
    return entities.map(({ properties: { id, title, tags, readAt, removedAt } }: Entity) => ({
      id,
      title,
      tags,
      readAt,
      removedAt,
    }))
  }

  async function openAs(
    person: Person,
    options: BrowserContextOptions,
  ): Promise<{ context: BrowserContext; page: Page; mistakes: string[] }> {
    const context = await chromium.newContext(options)
    await context.addCookies(sessionCookies(person, service.baseUrl))
    const page = await context.newPage()
    const mistakes: string[] = []
    page.on('console', (message) => message.type() === 'error' && mistakes.push(message.text()))
    return { context, page, mistakes }
  }

  for (const javaScriptEnabled of [true, false]) {
    for (const [device, size] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
      it(`is seen, paused and undone on a ${device} ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
        const { person, agent, before } = await goWild(30)
        const { context, page, mistakes } = await openAs(person, { ...size, javaScriptEnabled })
        await page.goto(`${service.baseUrl}/queue`)
        const digest = page.locator('.digest')
        assert.match(
          (await digest.innerText()).replaceAll(/\s+/g, ' '),
          /^Since yesterday: Wild <one> removed 30, tagged 30; Tidy saved 30\.$/,
        )
        await digest.getByRole('link', { name: 'Wild <one>' }).click()
        await page.getByRole('heading', { name: 'Wild <one>', level: 1 }).waitFor()
        await page.waitForLoadState('domcontentloaded')
        assert.equal(await page.locator('.change').count(), 50)
        await page.getByRole('link', { name: 'Older' }).click()
        await page.getByRole('link', { name: 'Newest' }).waitFor()
        await page.waitForLoadState('domcontentloaded')
        assert.equal(await page.locator('.change').count(), 10)

        await page.getByRole('button', { name: 'Pause' }).click()
        await page.getByText('Paused “Wild <one>”. Its calls are refused until you resume it.').waitFor()
        const refused = await agent.call('/queue')
        assert.equal(refused.status, 403)
        assert.match(((await refused.json()) as Entity).detail, /The person has paused this agent\./)

        await page.locator('.undo-since summary').click()
        await page.getByRole('link', { name: 'Today' }).click()
        await page.getByText('60 changes to 30 items would be undone.').waitFor()
        await page.getByRole('button', { name: 'Undo 60' }).click()
        await page.getByText('Undid 60 changes to 30 items.').waitFor()
        await page.waitForLoadState('domcontentloaded')
        assert.equal(await page.locator('.change.undone').count(), 50)

        await page.getByRole('button', { name: 'Resume' }).click()
        await page.getByText('Resumed “Wild <one>”.').waitFor()
        assert.deepEqual(await queueOf(agent), before)
        await page.goto(`${service.baseUrl}/queue`)
        assert.match((await digest.innerText()).replaceAll(/\s+/g, ' '), /^Since yesterday: Tidy saved 30\.$/)
        assert.deepEqual(
          mistakes.filter((text) => !text.includes('403')),
          [],
        )
        await context.close()
      })
    }
  }

  it('is shown accessibly: narrow and wide, in light and dark, before and after', async () => {
    const { person, agent, items } = await goWild(4)
    const title = `${'Long-words-that-never-end-'.repeat(12)} \u202eturned`
    const [item, other] = items.map(({ properties }) => `/queue/items/${properties.id}`)
    await person.browser.submit(await person.browser.open(item!), {}, { action: `${item}/restore-item` })
    await person.browser.submit(
      await person.browser.open(item!),
      { title, note: 'A note' },
      { action: `${item}/edit-item` },
    )
    const path = `/agents/${agent.clientId}`
    await person.browser.submit(await person.browser.open(path), {}, { action: '/queue/undo-change' })
    const looks = [
      { colorScheme: 'light', viewport: { width: 320, height: 640 } },
      { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
    ] as const
    for (const look of looks) {
      const { context, page } = await openAs(person, look)
      for (const address of [
        '/queue',
        '/agents',
        path,
        `${path}/undo?since=always`,
        '/history',
        `/history?item=${other!.split('/').at(-1)}`,
      ]) {
        await page.goto(service.baseUrl + address)
        if (address === path) await page.locator('.undo-since summary').click()
        await checkLooks(page, `${address} at ${look.viewport.width}`)
      }
      await context.close()
    }
  })
})
