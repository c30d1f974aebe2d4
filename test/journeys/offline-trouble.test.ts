import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { launch } from 'puppeteer-core'
import type { Browser } from 'playwright-core'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { sessionCookies, startChromium } from '../support/chromium.ts'
import { openDevice, turnOfflineOn } from '../support/device.ts'
import { eventually } from '../support/eventually.ts'
import { findFirefox } from '../support/firefox.ts'
import { accountIdOf, readHistory } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { startService, type TestService } from '../support/service.ts'

const YEAR_MS = 365 * 86_400_000
/** How much slower the processor of a phone is. */
const SLOWDOWN = 4
/** How often the work for a page without a script goes into that for a kept list or article. */
const MAX_RATIO = 5

/** A disk without room for what is to wait. */
const FULL = `{
  const { add } = IDBObjectStore.prototype
  IDBObjectStore.prototype.add = function (...all) {
    if (globalThis.isFull && this.name === 'outbox') throw new DOMException('', 'QuotaExceededError')
    return add.apply(this, all)
  }
}`

describe('With problems while offline', () => {
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
    return fetched(agent, await agent.save({ url: deadLink(`trouble/${++count}`), html: articlePage(title) }))
  }

  const open = (script = '') => openDevice({ chromium, service, person, mistakes, script })

  const propertiesOf = async ({ properties: { id } }: Entity) =>
    (await agent.entity(`/queue/items/${id}`)).properties

  /** What the person did to an item, but for how far they read, which scrolling changes. */
  async function actionsOf({ properties: { id } }: Entity): Promise<string[]> {
    const history = await readHistory(service, await accountIdOf(service, person.email))
    const own = history.filter(({ itemId, actor }) => itemId === id && actor.kind === 'person')
    return own.map(({ action }) => action).filter((action) => action !== 'set-progress')
  }

  it('a full device says so, and loses nothing that is queued', async () => {
    await newPerson()
    const item = await save('On room')
    const path = `/queue/items/${item.properties.id}`
    const { context, page } = await open(FULL)
    await turnOfflineOn(page, 1)
    // The page before may have asked as well.
    const loaded = page.waitForResponse(
      (response) =>
        response.url().endsWith('/offline/state?newest=0') &&
        response.request().headers()['referer'] === `${service.baseUrl}/queue`,
    )
    await page.goto('/queue')
    await loaded
    await context.setOffline(true)
    await page.evaluate('isFull = true')
    await page.locator('.item-card').focus()
    await page.keyboard.press('m')
    await page.locator('#notice', { hasText: 'didn’t answer' }).waitFor()
    assert.equal(await page.locator('.offline-waits').count(), 0)

    await page.goto(path)
    await page.locator('#read', { hasText: 'Mark as read' }).click()
    await page.locator('#read', { hasText: 'Mark as unread' }).waitFor()
    await page.evaluate('isFull = true')
    await page.locator('#read').click()
    await page.locator('.offline-status', { hasText: 'no room' }).waitFor()
    await page.locator('#tag').fill('kept')
    await page.locator('#add-tag').click()
    await eventually(
      () => page.locator('#tag').inputValue(),
      (typed) => typed === 'kept',
    )
    await page.goto('/offline')
    await page.locator('#waiting li', { hasText: 'Mark as read' }).waitFor()
    await page.evaluate('isFull = true')
    await page.locator('#save-url').fill('https://example.org/no-room')
    await page.locator('#save-button').click()
    await page.locator('.offline-status', { hasText: 'no room' }).waitFor()
    assert.equal(await page.locator('#save-url').inputValue(), 'https://example.org/no-room')

    await context.setOffline(false)
    await page.locator('.offline-waiting').waitFor({ state: 'hidden' })
    assert.notEqual((await propertiesOf(item)).readAt, null)
    assert.deepEqual(await actionsOf(item), ['mark-read'])
    await context.close()
  })

  it('a clock that was a year ahead does not block sending and storing', async () => {
    await newPerson()
    const item = await save('On time')
    const { context, page } = await open()
    await turnOfflineOn(page, 1)
    await context.setOffline(true)
    await page.goto(`/queue/items/${item.properties.id}`)
    await page.locator('#favourite').click()
    await page.locator('.offline-status', { hasText: 'Waiting' }).waitFor()
    await page.evaluate(`new Promise((resolve) => {
      const request = indexedDB.open('offline-' + document.cookie.match(/rq_offline=([^;]*)/)[1])
      request.onsuccess = () => {
        const change = request.result.transaction(['outbox', 'facts'], 'readwrite')
        const ahead = Date.now() + ${YEAR_MS}
        for (const name of ['retryAt', 'busyUntil', 'keptAt']) change.objectStore('facts').put(ahead, name)
        change.objectStore('outbox').openCursor().onsuccess = ({ target: { result } }) =>
          result?.update({ ...result.value, at: ahead })
        change.oncomplete = () => (request.result.close(), resolve())
      }
    })`)
    const later = await save('On later times')
    await context.setOffline(false)
    await page.goto('/queue')
    await eventually(
      () => propertiesOf(item),
      ({ favouritedAt }) => favouritedAt !== null,
    )
    const { favouritedAt } = await propertiesOf(item)
    assert.ok(Date.parse(favouritedAt) <= service.clock.now(), favouritedAt)
    await page.goto('/offline')
    await page.locator('#kept li', { hasText: later.properties.title }).waitFor()
    await context.close()
  })

  it('two windows that send at once, and two devices, make each change once', async () => {
    await newPerson()
    const item = await save('On company')
    const path = `/queue/items/${item.properties.id}`
    const { context, page } = await open()
    await turnOfflineOn(page, 1)
    const other = await open()
    await turnOfflineOn(other.page, 1)
    await context.setOffline(true)
    await other.context.setOffline(true)
    const second = await context.newPage()
    for (const [window, act, tag] of [
      [page, '#read', 'first'],
      [second, '#favourite', 'second'],
      [other.page, '#read', 'third'],
    ] as const) {
      await window.goto(path)
      await window.locator(act).click()
      await window.locator('#tag').fill(tag)
      await window.locator('#add-tag').click()
      await window.locator('.offline-tags', { hasText: tag }).waitFor()
    }
    await Promise.all([context.setOffline(false), other.context.setOffline(false)])
    const online = `void dispatchEvent(new Event('online'))`
    await Promise.all([page, second, other.page].map((window) => window.evaluate(online)))
    const { tags } = await eventually(
      () => propertiesOf(item),
      ({ tags, readAt, favouritedAt }) => tags.length === 3 && readAt !== null && favouritedAt !== null,
    )
    assert.deepEqual(tags, ['first', 'second', 'third'])
    assert.deepEqual((await actionsOf(item)).toSorted(), [
      'favourite-item',
      'mark-read',
      'tag-item',
      'tag-item',
      'tag-item',
    ])
    await context.close()
    await other.context.close()
  })

  it('actions queued by the last release are sent by this one', async () => {
    await newPerson()
    const item = await save('On releases')
    const { context, page } = await open()
    await turnOfflineOn(page, 1)
    // Pages of ours would open the database meanwhile.
    await page.goto('/healthz')
    await page.evaluate(`(async () => {
      const name = (await indexedDB.databases())[0].name
      await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve))
      const request = indexedDB.open(name, 2)
      request.onupgradeneeded = () => {
        request.result.createObjectStore('items', { keyPath: 'id' })
        request.result.createObjectStore('outbox', { keyPath: 'number', autoIncrement: true })
        request.result.createObjectStore('facts')
      }
      await new Promise((resolve) => (request.onsuccess = resolve))
      const change = request.result.transaction(['outbox', 'facts'], 'readwrite')
      change.objectStore('facts').put({ count: 25, images: true }, 'choice')
      change.objectStore('outbox').add({
        action: 'favourite-item', item: '${item.properties.id}', input: {}, title: 'On releases',
        subject: '${item.properties.id} favourite', key: crypto.randomUUID(), at: Date.now(), tries: 0,
      })
      await new Promise((resolve) => (change.oncomplete = resolve))
      request.result.close()
    })()`)
    await page.goto('/queue')
    await eventually(
      () => propertiesOf(item),
      ({ favouritedAt }) => favouritedAt !== null,
    )
    await page.goto('/offline')
    await page.locator('#kept li', { hasText: 'On releases' }).waitFor()
    await context.close()
  })

  it('an action for an item that is deleted meanwhile is reported once, and one for a merged item arrives', async () => {
    await newPerson()
    const item = await save('On leaving')
    const replaced = await save('On changing')
    const { context, page } = await open()
    await turnOfflineOn(page, 2)
    await context.setOffline(true)
    for (const { properties } of [item, replaced]) {
      await page.goto(`/queue/items/${properties.id}`)
      await page.locator('#favourite').click()
      await page.locator('.offline-status', { hasText: 'Waiting' }).waitFor()
    }
    await agent.call(`/queue/items/${item.properties.id}`, { method: 'DELETE' })
    await person.browser.submit(await person.browser.open('/trash/empty'), {}, { action: '/trash/empty' })
    await eventually(
      () => agent.call(`/queue/items/${item.properties.id}`),
      ({ status }) => status === 404 || status === 410,
    )
    await agent.save({ url: replaced.properties.url, html: articlePage('On having changed') })
    await page.goto('/offline')
    await context.setOffline(false)
    await page.locator('.offline-status', { hasText: 'had been deleted: On leaving' }).waitFor()
    await page.locator('.offline-waiting').waitFor({ state: 'hidden' })
    assert.notEqual((await propertiesOf(replaced)).favouritedAt, null)
    await page.reload()
    await page.locator('#kept li').first().waitFor()
    assert.doesNotMatch(await page.locator('.offline-status').innerText(), /deleted/)
    await context.close()
  })

  it('a stored article opens quickly on a slow phone that starts offline', async (t) => {
    await newPerson()
    const item = await save('On starting')
    const { context, page: first } = await open()
    await turnOfflineOn(first, 1)
    await first.close()
    await context.setOffline(true)
    /** Milliseconds of script, style and layout until a page has some words. */
    const timeOf = async (path: string, words: string) => {
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      await session.send('Performance.enable')
      await page.goto(path)
      await page.getByText(words).first().waitFor()
      const { metrics } = await session.send('Performance.getMetrics')
      await page.close()
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN)
    }
    const floor = await timeOf('/stats', 'This page needs a connection')
    for (const path of ['/offline', `/queue/items/${item.properties.id}`]) {
      const spent = await timeOf(path, 'On starting')
      t.diagnostic(
        `${path === '/offline' ? 'the list' : 'an article'}: ${Math.round(spent)} ms, ${(spent / floor).toFixed(1)} times the floor`,
      )
      assert.ok(spent < MAX_RATIO * floor, `${path}: ${spent} ms, ${floor} ms for a page without a script`)
    }
    await context.close()
  })

  const executable = findFirefox()
  const isRequired = Boolean(process.env['CI'])
  it(
    'a Firefox without service workers says that it can’t keep articles, and works',
    {
      skip: !executable && !isRequired && 'no Firefox is installed; name one in FIREFOX',
    },
    async () => {
      await newPerson()
      await save('On Firefox')
      const firefox = await launch({
        browser: 'firefox',
        executablePath: executable!,
        headless: true,
        extraPrefsFirefox: { 'dom.serviceWorkers.enabled': false },
      })
      try {
        const page = await firefox.newPage()
        page.on('pageerror', (error) => mistakes.push(String(error)))
        const [cookie] = sessionCookies(person, service.baseUrl)
        await page.goto(service.baseUrl)
        await page.setCookie({ ...cookie!, url: service.baseUrl })
        await page.goto(`${service.baseUrl}/account`)
        await page.locator('.offline-unsupported ::-p-text(can’t keep articles)').wait()
        assert.equal(await page.$eval('.offline-settings', (element) => element.hasAttribute('hidden')), true)
        await page.goto(`${service.baseUrl}/queue`)
        await page.locator('.item-card ::-p-text(On Firefox)').click()
        await page.locator('#article').wait()
      } finally {
        await firefox.close()
      }
    },
  )
})
