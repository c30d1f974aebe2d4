import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

describe('The articles that a device stores to read offline', () => {
  let chromium: Browser
  let service: TestService
  let site: WebServer
  let person: Person
  let agent: Agent
  let context: BrowserContext
  let page: Page
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
    const picture = await sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    site = await startWebServer((request, response) => {
      if (request.url === '/picture.png')
        return void response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
      const html = articlePage(
        `On ${request.url}`,
        '<p><img src="/picture.png" width="600" height="400" alt="A square"></p>',
      )
      response.writeHead(200, { 'content-type': 'text/html' }).end(html)
    })
    person = await signUp(service.baseUrl)
    agent = await connectAgent(service.baseUrl, person, 'Claude')
    context = await chromium.newContext({ baseURL: service.baseUrl })
    await context.addCookies(sessionCookies(person, service.baseUrl))
    page = await context.newPage()
  })
  after(async () => {
    await chromium.close()
    await service.stop()
    await site.stop()
  })

  const save = async (name: string): Promise<Entity> =>
    fetched(agent, await agent.save({ url: `${site.origin}/${name}` }))
  const pathOf = (item: Entity) => `/queue/items/${item.properties.id}`
  const isTrue = (expression: string) =>
    eventually(
      () => page.evaluate<boolean>(`Promise.resolve(${expression})`).catch(() => false),
      (is) => is,
    )
  /** Goes to the list on the device, without a connection. */
  async function listOffline(): Promise<string[]> {
    await context.setOffline(true)
    await page.goto('/offline')
    await isTrue(`document.querySelector('#kept li, .offline-none:not([hidden])') !== null`)
    return page.locator('#kept .offline-title').allTextContents()
  }

  it('are the newest ones with their images', async () => {
    const first = await save('first')
    await page.goto('/account')
    await page.locator('#offline-on').click()
    await page.locator('#offline .offline-status', { hasText: 'Articles on this device: 1.' }).waitFor()
    await isTrue('navigator.serviceWorker.controller !== null')
    assert.deepEqual(await listOffline(), ['On /first'])
    await page.goto(pathOf(first))
    await isTrue(`document.querySelector('#article img').naturalWidth > 0`)
    await context.setOffline(false)
  })

  const openMore = () => page.locator('.toolbar [popovertarget=more]').click()

  it('and the chosen ones, read or not, until they are deselected', async () => {
    const chosen = await save('chosen')
    const path = pathOf(chosen)
    await submitAction(agent, chosen, { name: 'mark-read' })
    await page.goto(path)
    await openMore()
    await page.getByRole('button', { name: 'Keep on this device', exact: true }).click()
    await page.getByText('Kept on this device.').waitFor()
    await checkLooks(page)
    // What an action replaces on the page has the button again.
    await page.keyboard.press('Escape')
    await page.keyboard.press('f')
    await page.locator('.notices').getByText('Added to favourites.').waitFor()
    await openMore()
    const drop = page.getByRole('button', { name: 'Don’t keep on this device' })
    await drop.waitFor()
    assert.ok((await listOffline()).includes('On /chosen'))
    await page.goto(path)
    await isTrue(`document.querySelector('#article img').naturalWidth > 0`)
    await context.setOffline(false)
    await page.goto(path)
    await openMore()
    await drop.click()
    await page.getByText('No longer kept').waitFor()
    assert.ok(!(await listOffline()).includes('On /chosen'))
    await context.setOffline(false)
  })

  it('but none that was removed, or belongs to another person', async () => {
    const removed = await save('removed')
    await page.goto(pathOf(removed))
    await openMore()
    await page.getByRole('button', { name: 'Keep on this device', exact: true }).click()
    await page.getByText('Kept on this device.').waitFor()
    await submitAction(agent, removed, { name: 'remove-item' })
    const other = await signUp(service.baseUrl)
    const foreign = await (
      await connectAgent(service.baseUrl, other, 'Claude')
    ).save({ url: `${site.origin}/x` })
    const state = `/offline/state?newest=0&items=${removed.properties.id},${foreign.properties.id},nothing,%27`
    const { items } = await page.evaluate<{ items: unknown[] }>(
      `fetch('${state}').then((answer) => answer.json())`,
    )
    assert.deepEqual(items, [])
    await page.goto(pathOf(removed))
    await page.goto('/account')
    await page.locator('#offline-images').uncheck()
    await page.locator('#offline .offline-status', { hasText: 'Articles on this device: 1.' }).waitFor()
    assert.deepEqual(await listOffline(), ['On /first'])
    await context.setOffline(false)
  })
})
