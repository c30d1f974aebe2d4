import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { type Agent, connectAgent, type Entity, PASSWORD, type Person, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf, readHistory } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

/** It opens the app some twenty times. */
const LONG = { timeout: 300_000 }

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
    await context.addCookies(sessionCookies(person, service.baseUrl))
    const page = await context.newPage()
    page.on('pageerror', (error) => mistakes.push(String(error)))
    return { context, page }
  }

  /** Waits for an expression; Playwright's own way evaluates a text in the page, whose policy forbids that. */
  const isTrue = (page: Page, expression: string) =>
    eventually(
      () => page.evaluate<boolean>(`Promise.resolve(${expression})`).catch(() => false),
      (is) => is,
    )

  /** Switches it on and waits until this many articles are kept and the worker answers for the pages. */
  async function switchOn(page: Page, kept: number): Promise<void> {
    await page.goto('/account')
    await page.locator('#offline-on').click()
    await page.locator('#offline .offline-status', { hasText: `Articles on this device: ${kept}.` }).waitFor()
    await isTrue(page, 'navigator.serviceWorker.controller !== null')
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
    await page.locator('#waiting li').first().waitFor()
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

  /** What the browser stores for the service: caches, databases and workers. */
  async function stored(page: Page): Promise<{ caches: string[]; databases: string[]; workers: number }> {
    return page.evaluate(`(async () => ({
      caches: await caches.keys(),
      databases: (await indexedDB.databases()).map(({ name }) => name),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
    }))()`)
  }
  const NOTHING = { caches: [], databases: [], workers: 0 }

  it('nothing is stored before it is switched on, and nothing after signing out or switching off', async () => {
    await newPerson()
    await save('On leaving')
    const { context, page } = await open()
    await page.goto('/queue')
    assert.deepEqual(await stored(page), NOTHING)
    await switchOn(page, 1)
    await page.locator('#offline-off').click()
    await page.locator('#offline-on').waitFor()
    assert.deepEqual(await stored(page), NOTHING)
    await switchOn(page, 1)
    assert.equal((await stored(page)).caches.length, 3)

    await context.setOffline(true)
    await page.goto('/queue')
    await page.locator('#kept button').click()
    await page.locator('#waiting li').waitFor()
    // It can't be sent at the moment of signing out.
    await context.route('**/offline/acts', (route) => route.abort())
    await context.setOffline(false)
    await page.goto('/account')
    page.once('dialog', (dialog) => dialog.dismiss())
    const warned = page.waitForEvent('dialog')
    await page.locator('.account-page form[action="/logout"] button').click()
    assert.match((await warned).message(), /haven’t been sent: 1/)
    await isTrue(page, 'document.readyState === "complete"')
    assert.equal(new URL(page.url()).pathname, '/account')
    page.once('dialog', (dialog) => dialog.accept())
    await page.locator('.account-page form[action="/logout"] button').click()
    await page.waitForURL('**/?signed-out')
    assert.deepEqual(await stored(page), NOTHING)
    assert.deepEqual(
      (await context.cookies()).filter(({ name }) => name === 'rq_offline'),
      [],
    )
    await context.close()
  })

  it('another person in the same browser finds nothing, and keeps nothing without asking', async () => {
    await newPerson()
    await save('On secrets')
    const { context, page } = await open()
    await switchOn(page, 1)
    const other = await signUp(service.baseUrl)
    // The session ended elsewhere.
    await context.clearCookies({ name: /session/ })
    await page.goto('/queue')
    await page.waitForURL('**/login**')
    await isTrue(page, `caches.keys().then((names) => names.every((name) => name === 'offline-assets'))`)
    await page.locator('[name=email]').fill(other.email)
    await page.locator('[name=password]').fill(PASSWORD)
    await page.locator('form[action="/login"] button').first().click()
    await page.waitForURL('**/queue')
    assert.deepEqual(await stored(page), NOTHING)
    await context.close()
  })

  it('nothing of an account is shown to another that signed in unnoticed, and what is there is deleted', async () => {
    await newPerson()
    await save('On secrets')
    const { context, page } = await open()
    await switchOn(page, 1)
    const other = await signUp(service.baseUrl)
    // A browser that forgets cookies of scripts after a week.
    await context.clearCookies()
    await context.addCookies(sessionCookies(other, service.baseUrl))
    const shown: string[] = []
    page.on('console', (message) => shown.push(message.text()))
    await page.addInitScript(`addEventListener('DOMContentLoaded', () =>
      new MutationObserver(() => console.log(document.body.textContent)).observe(document.body, { childList: true, subtree: true }))`)
    await page.goto('/offline')
    await isTrue(page, `caches.keys().then((names) => names.every((name) => name === 'offline-assets'))`)
    await page.locator('.offline-none').waitFor()
    assert.doesNotMatch(shown.join(), /On secrets/)
    assert.deepEqual((await stored(page)).databases, [])
    await context.close()
  })

  it('nothing is written by a window that still keeps articles when another signs out', async () => {
    await newPerson()
    await save('On two windows')
    const { context, page } = await open()
    await switchOn(page, 1)
    const other = await context.newPage()
    await other.goto('/queue')
    await save('On leaving twice')
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    const isHeld = new Promise<void>((resolve) => {
      void context.route('**/offline/items/**', async (route) => {
        resolve()
        await released
        await route.continue().catch(() => {})
      })
    })
    await page.goto('/account')
    await page.evaluate(`new Promise((resolve) => {
      const request = indexedDB.open('offline-' + document.cookie.match(/rq_offline=([^;]*)/)[1])
      request.onsuccess = () => {
        const change = request.result.transaction('facts', 'readwrite')
        change.objectStore('facts').put(0, 'keptAt')
        change.oncomplete = () => (request.result.close(), resolve())
      }
    })`)
    await page.reload()
    await isHeld
    await other.locator('form[action="/logout"] button').first().click()
    await other.waitForURL('**/?signed-out')
    release()
    await isTrue(
      page,
      `navigator.locks.query().then(({ held }) => held.every(({ name }) => !name.startsWith('keep-')))`,
    )
    assert.deepEqual(await stored(other), NOTHING)
    await context.close()
  })

  it(
    'each save arrives once, though the window is closed again and again while it is sent',
    LONG,
    async () => {
      await newPerson()
      await save('On returning')
      const { context, page: first } = await open()
      await switchOn(first, 1)
      await first.close()
      const links = ['one', 'two', 'three'].map((name) => `https://example.org/again/${name}`)
      const rounds = 21
      for (let round = 0; round < rounds; round++) {
        const page = await context.newPage()
        await context.setOffline(true)
        await page.goto('/offline')
        for (const link of links) {
          await page.locator('#save-url').fill(link)
          await page.locator('#save-button').click()
          await page.locator('#waiting li', { hasText: link }).last().waitFor()
        }
        await isTrue(page, `document.querySelectorAll('#waiting li').length >= ${links.length}`)
        let left = (round % links.length) + 1
        const closed = new Promise<void>((resolve) => {
          context.on('request', (request) => {
            if (page.isClosed() || !request.url().endsWith('/offline/acts') || --left !== 0) return
            void page.close().then(resolve)
          })
        })
        await context.setOffline(false)
        await closed
      }
      const page = await context.newPage()
      await page.goto('/offline')
      const accountId = await accountIdOf(service, person.email)
      const saves = async () => {
        const history = await readHistory(service, accountId)
        return history.filter(({ actor, action }) => action === 'save-link' && actor.kind === 'person').length
      }
      await eventually(saves, (count) => count >= rounds * links.length)
      await page.locator('.offline-waiting').waitFor({ state: 'hidden' })
      assert.equal(await saves(), rounds * links.length)
      await context.close()
    },
  )

  it('what is marked in a list that was open waits in its row, and arrives', async () => {
    await newPerson()
    const item = await save('On losing the line')
    const { context, page } = await open()
    await switchOn(page, 1)
    const loaded = page.waitForResponse('**/offline/state?newest=0')
    await page.goto('/queue')
    await loaded
    await context.setOffline(true)
    await page.locator('.item-card').focus()
    await page.keyboard.press('m')
    await page.locator('.item-card .offline-waits', { hasText: 'Waiting' }).waitFor()
    assert.equal(await page.locator('.notices .mistake').count(), 0)
    await context.setOffline(false)
    await eventually(
      async () => (await agent.entity(`/queue/items/${item.properties.id}`)).properties.readAt,
      (readAt) => readAt !== null,
    )
    await context.close()
  })

  it('a note that was changed elsewhere is not overwritten: both are shown, and the person decides', async () => {
    await newPerson()
    const item = await save('On two notes')
    const path = `/queue/items/${item.properties.id}`
    const { context, page } = await open()
    await switchOn(page, 1)
    await context.setOffline(true)
    await page.goto(path)
    await page.locator('#note').fill('Mine')
    await page.locator('#save-note').click()
    await page.locator('.offline-status', { hasText: 'Waiting' }).waitFor()
    await agent.call(path, {
      method: 'PATCH',
      body: JSON.stringify({ note: 'Theirs' }),
      headers: { 'content-type': 'application/json' },
    })
    await page.goto('/offline')
    await context.setOffline(false)
    await page.locator('#waiting', { hasText: 'Now: Theirs' }).waitFor()
    await checkLooks(page)
    assert.equal((await agent.entity(path)).properties.note, 'Theirs')
    await page.locator('#waiting button', { hasText: 'Use mine' }).click()
    await page.locator('.offline-waiting').waitFor({ state: 'hidden' })
    assert.equal((await agent.entity(path)).properties.note, 'Mine')
    await context.close()
  })

  it('what the service fails at again and again is put aside, and what is behind it arrives', async () => {
    await newPerson()
    await save('On faults')
    const { context, page } = await open()
    await switchOn(page, 1)
    await context.setOffline(true)
    await page.goto('/offline')
    for (const url of ['https://example.org/fault', 'https://example.org/behind']) {
      await page.locator('#save-url').fill(url)
      await page.locator('#save-button').click()
      await page.locator('#waiting li', { hasText: url }).waitFor()
    }
    let faults = 0
    await context.route('**/offline/acts', (route) => {
      if (!route.request().postData()?.includes('fault')) return route.continue()
      faults += 1
      return route.fulfill({ status: 500 })
    })
    await context.setOffline(false)
    await eventually(
      async () => {
        await page.evaluate(`dispatchEvent(new Event('online'))`)
        return page.locator('#waiting li').allTextContents()
      },
      (rows) => rows.length === 1 && rows[0]!.includes('Refused: 500'),
    )
    assert.equal(faults, 5)
    assert.match((await page.locator('#waiting li').textContent())!, /fault/)
    await context.close()
  })

  it('what another app shares is saved, a highlight waits in the text, and both arrive', async () => {
    await newPerson()
    const item = await save('On sharing')
    const { context, page } = await open()
    await switchOn(page, 1)
    await context.setOffline(true)
    await page.goto('/save?text=See%20https://example.org/shared')
    assert.equal(await page.locator('#save-url').inputValue(), 'https://example.org/shared')
    await page.locator('#save-button').click()
    await page.locator('#waiting li', { hasText: 'https://example.org/shared' }).waitFor()
    await page.goto(`/queue/items/${item.properties.id}`)
    await page.locator('#read').waitFor()
    await page.evaluate(`getSelection().selectAllChildren(document.querySelector('#article p'))`)
    await page.locator('#highlight').click()
    await isTrue(page, `CSS.highlights.get('waiting')?.size === 1`)
    await page.goto('/offline')
    await page.locator('#waiting li').first().waitFor()
    await context.setOffline(false)
    await page.locator('.offline-waiting').waitFor({ state: 'hidden' })
    const { entities } = await agent.entity(`/queue/items/${item.properties.id}/highlights`)
    assert.equal(entities.length, 1)
    await context.close()
  })

  it('says that there is no room, that the browser made room, and drops files that no page loads', async () => {
    await newPerson()
    await save('On room')
    const { context, page } = await open()
    await switchOn(page, 1)
    const old = '/assets/old.000000000000.js'
    await page.evaluate(
      `caches.open('offline-assets').then((cache) => cache.put('${old}', new Response('')))`,
    )
    await page.locator('#offline-images').uncheck()
    await isTrue(page, `caches.match('${old}').then((found) => found === undefined)`)

    await page.evaluate(
      `Cache.prototype.put = () => Promise.reject(new DOMException('', 'QuotaExceededError'))`,
    )
    await page.locator('#offline-images').check()
    await page.locator('#offline .offline-status', { hasText: 'no more room' }).waitFor()

    await page.goto('/login')
    await page.evaluate(`(async () => {
      for (const name of await caches.keys()) await caches.delete(name)
      for (const { name } of await indexedDB.databases())
        await new Promise((resolve) => (indexedDB.deleteDatabase(name).onsuccess = resolve))
    })()`)
    await page.goto('/queue')
    await isTrue(
      page,
      `caches.keys().then((names) => names.some((name) => name.startsWith('offline-pages')))`,
    )
    await page.goto('/offline')
    await page.locator('.offline-status', { hasText: 'had deleted the articles' }).waitFor()
    await page.locator('#kept li', { hasText: 'On room' }).waitFor()
    await context.close()
  })
})
