import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { startChromium } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

describe('Without a connection', () => {
  let chromium: Browser
  let service: TestService
  let person: Person
  let agent: Agent
  let count = 0
  const mistakes: string[] = []
  afterEach(() => assert.deepEqual(mistakes.splice(0), []))
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
  })
  after(async () => {
    await chromium.close()
    await service.stop()
  })

  async function newPerson(): Promise<void> {
    person = await signUp(service.baseUrl)
    agent = await connectAgent(service.baseUrl, person, 'Claude')
  }

  async function save(title: string): Promise<Entity> {
    return fetched(agent, await agent.save({ url: deadLink(`offline/${++count}`), html: articlePage(title) }))
  }

  async function open(): Promise<{ context: BrowserContext; page: Page }> {
    const context = await chromium.newContext({ baseURL: service.baseUrl })
    const cookies = [...person.browser.cookies].map(([name, value]) => ({
      name,
      value,
      url: service.baseUrl,
    }))
    await context.addCookies(cookies)
    const page = await context.newPage()
    page.on('pageerror', (error) => mistakes.push(String(error)))
    return { context, page }
  }

  /** Switches it on and waits until this many articles are kept and the worker answers for the pages. */
  async function switchOn(page: Page, kept: number): Promise<void> {
    await page.goto('/account')
    await page.locator('#offline-on').click()
    await page.locator('#offline .offline-status', { hasText: `Articles on this device: ${kept}.` }).waitFor()
    await page.waitForFunction('navigator.serviceWorker.controller !== null')
  }

  it('articles are read, marked, tagged and saved, and all of it arrives', async () => {
    await newPerson()
    const first = await save('On flying')
    const second = await save('On landing')
    const { context, page } = await open()
    await switchOn(page, 2)

    await context.setOffline(true)
    await page.goto('/queue')
    await page.locator('.offline-title', { hasText: 'On flying' }).click()
    await page.locator('h1', { hasText: 'On flying' }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/queue/items/${first.properties.id}`)
    await checkLooks(page)
    await page.locator('#tag').fill('plane')
    await page.locator('#add-tag').click()
    await page.locator('.offline-tags', { hasText: 'plane' }).waitFor()
    await page.locator('#read').click()
    await page.locator('#read', { hasText: 'Mark as unread' }).waitFor()
    await page.goto('/queue')
    await page.locator('li .offline-waits').waitFor()
    await page.locator('#save-url').fill('https://example.org/on-air')
    await page.locator('#save-button').click()
    await page.locator('#waiting li', { hasText: 'https://example.org/on-air' }).waitFor()
    await page.locator('#offline-search').fill('landing')
    await page.locator('#kept li', { hasText: 'On flying' }).waitFor({ state: 'detached' })
    assert.equal(await page.locator('#kept li').count(), 1)
    await page.locator('#offline-search').fill('')
    await checkLooks(page)
    await page.goto('/stats')
    await page.locator('h1', { hasText: 'You’re offline' }).waitFor()
    await checkLooks(page)
    await page.goto('/offline')

    await context.setOffline(false)
    await page.locator('.offline-waiting').waitFor({ state: 'hidden' })
    const { properties } = await agent.entity(`/queue/items/${first.properties.id}`)
    assert.deepEqual(properties['tags'], ['plane'])
    assert.notEqual(properties['readAt'], null)
    const { properties: other } = await agent.entity(`/queue/items/${second.properties.id}`)
    assert.equal(other['readAt'], null)
    await eventually(
      async () => JSON.stringify(await agent.entity('/queue')),
      (queue) => queue.includes('https://example.org/on-air'),
    )
    await context.close()
  })
})
