import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type Agent, connectAgent, type Entity, PASSWORD, type Person, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { sessionCookies, startChromium } from '../support/chromium.ts'
import { isTrue, openDevice, turnOfflineOn } from '../support/device.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf, readHistory } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

/** It opens the app fifty times. */
const LONG = { timeout: 600_000 }

describe('While offline', () => {
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

  const open = () => openDevice({ chromium, service, person, mistakes })

  it('the app can be installed once articles are stored', async () => {
    await newPerson()
    await save('On staying')
    const { context, page } = await open()
    await page.goto('/account')
    // Chromium makes its offer only after it has seen more of a person than a test shows it.
    const offer = () =>
      page.evaluate(`dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => (document.title = 'asked'),
      }))`)
    assert.equal(await offer(), false, 'The browser shows nothing of its own.')
    const button = page.getByRole('button', { name: 'Install the app' })
    assert.equal(await button.isVisible(), false)
    await page.locator('#offline-on').click()
    await button.waitFor()
    assert.equal(await page.getByText('Add to Home Screen').isVisible(), false)
    await checkLooks(page)
    await button.click()
    await button.waitFor({ state: 'hidden' })
    assert.equal(await page.title(), 'asked')
    await context.close()
  })

  it('the icon of the installed app shows the number of unread items, if the person wants that', async () => {
    await newPerson()
    await save('On counting')
    await save('On numbers')
    const { context, page } = await open()
    const badge = page.getByLabel('Show the number of unread items on the app’s icon')
    await page.goto('/account')
    await page.locator('#offline-on').waitFor()
    assert.equal(await badge.isVisible(), false, 'A page in a tab has no icon.')
    // A window of an app can't be had under test, and what the system shows on icons can't be read.
    await page.addInitScript(`badges = []
      const ask = matchMedia
      matchMedia = (query) => (query === '(display-mode: standalone)' ? { matches: true } : ask(query))
      navigator.setAppBadge = async (number) => { badges.push(number) }
      navigator.clearAppBadge = async () => { badges.push('none') }`)
    await page.goto('/queue')
    await page.locator('.keys-open').waitFor({ state: 'attached' })
    assert.deepEqual(await page.evaluate('badges'), [])
    await page.goto('/account')
    await badge.check()
    assert.deepEqual(await page.evaluate('badges'), [2])
    await page.goto('/queue')
    await isTrue(page, 'badges.at(-1) === 2')
    await page.locator('.item-card').first().hover()
    await page.keyboard.press('j')
    await page.keyboard.press('m')
    await isTrue(page, 'badges.at(-1) === 1')
    await page.goto('/account')
    await badge.uncheck()
    assert.equal(await page.evaluate(`badges.at(-1)`), 'none')
    await badge.check()
    await page.evaluate(`addEventListener('submit', (event) => event.preventDefault(), { capture: true })`)
    await page.evaluate(`document.querySelector('form[action="/logout"]').requestSubmit()`)
    assert.equal(await page.evaluate(`badges.at(-1)`), 'none', 'Who signs out leaves no number.')
    await context.close()
  })

  it('people with Safari on a phone are told how to install the app', async () => {
    await newPerson()
    const { context, page } = await open()
    await page.addInitScript('navigator.standalone = false')
    await page.goto('/account')
    await page.locator('#offline-on').click()
    await page.getByText('Tap Share, then “Add to Home Screen”.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Install the app' }).isVisible(), false)
    await context.close()
  })

  it('articles are read, marked, tagged and saved, and all changes are sent later', async () => {
    await newPerson()
    const first = await save('On flying')
    const second = await save('On landing')
    const { context, page } = await open()
    await turnOfflineOn(page, 2)

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
    await page.locator('h1', { hasText: 'This page needs a connection' }).waitFor()
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

  it('snoozed and removed items leave the list, return when that is undone, and the changes are sent', async () => {
    await newPerson()
    const snoozed = await save('On waiting')
    const removed = await save('On leaving')
    const kept = await save('On staying')
    const { context, page } = await open()
    await turnOfflineOn(page, 3)
    await context.setOffline(true)
    await page.goto('/queue')
    const remove = async (title: string) => {
      await page.locator('.offline-title', { hasText: title }).click()
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
    }
    await remove('On staying')
    await page.locator('#kept li', { hasText: 'On leaving' }).waitFor()
    await page.locator('#kept li', { hasText: 'On staying' }).waitFor({ state: 'detached' })
    await page
      .locator('#waiting li', { hasText: 'On staying' })
      .getByRole('button', { name: 'Discard' })
      .click()
    await page.locator('#kept li', { hasText: 'On staying' }).waitFor()
    await remove('On leaving')
    await page.locator('.offline-title', { hasText: 'On waiting' }).click()
    await page.locator('#snooze summary').click()
    await checkLooks(page)
    await page.getByRole('button', { name: 'Tomorrow' }).click()
    await page.locator('#waiting li', { hasText: 'On waiting' }).waitFor()
    assert.deepEqual(await page.locator('#kept .offline-title').allTextContents(), ['On staying'])
    await checkLooks(page)
    await context.setOffline(false)
    await page.locator('.offline-waiting').waitFor({ state: 'hidden' })
    const now = (item: Entity) => agent.entity(`/queue/items/${item.properties.id}`)
    const until = await page.evaluate<string>('new Date(new Date().setHours(24 + 8, 0, 0, 0)).toISOString()')
    assert.equal(Date.parse((await now(snoozed)).properties['snoozedUntil']), Date.parse(until))
    assert.notEqual((await now(removed)).properties['removedAt'], null)
    assert.equal((await now(kept)).properties['removedAt'], null)
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

  it('nothing is stored before it is turned on, or after signing out or turning it off', async () => {
    await newPerson()
    await save('On leaving')
    const { context, page } = await open()
    await page.goto('/queue')
    assert.deepEqual(await stored(page), NOTHING)
    await turnOfflineOn(page, 1)
    await page.locator('#offline-off').click()
    await page.locator('#offline-on').waitFor()
    assert.deepEqual(await stored(page), NOTHING)
    await turnOfflineOn(page, 1)
    assert.equal((await stored(page)).caches.length, 3)

    await context.setOffline(true)
    await page.goto('/queue')
    await page.getByRole('button', { name: 'Mark as read: On leaving' }).click()
    await page.locator('#waiting li').waitFor()
    // It can't be sent at the moment of signing out.
    await context.route('**/offline/actions', (route) => route.abort())
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

  it('another person in the same browser finds nothing, and stores nothing without asking', async () => {
    await newPerson()
    await save('On secrets')
    const { context, page } = await open()
    await turnOfflineOn(page, 1)
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

  it('nothing of an account is shown to another one that signed in unnoticed, and its data is deleted', async () => {
    await newPerson()
    await save('On secrets')
    const { context, page } = await open()
    await turnOfflineOn(page, 1)
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
    assert.equal(await page.getByRole('searchbox').isVisible(), false)
    assert.equal(
      await page.getByRole('link', { name: 'Choose what to keep' }).getAttribute('href'),
      '/account#offline',
    )
    assert.doesNotMatch(shown.join(), /On secrets/)
    assert.deepEqual((await stored(page)).databases, [])
    await context.close()
  })

  it('nothing is stored by a window with articles after another one signed out', async () => {
    await newPerson()
    await save('On two windows')
    const { context, page } = await open()
    await turnOfflineOn(page, 1)
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
      await turnOfflineOn(first, 1)
      await first.close()
      const links = ['one', 'two'].map((name) => `https://example.org/again/${name}`)
      const rounds = 12
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
            if (page.isClosed() || !request.url().endsWith('/offline/actions') || --left !== 0) return
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

  it('an item that is marked in a list opened before waits in its row, and is sent later', async () => {
    await newPerson()
    const item = await save('On losing the line')
    const { context, page } = await open()
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
    await turnOfflineOn(page, 1)
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

  it('an action that fails repeatedly at the service is set aside, and those after it are sent', async () => {
    await newPerson()
    await save('On faults')
    const { context, page } = await open()
    await turnOfflineOn(page, 1)
    await context.setOffline(true)
    await page.goto('/offline')
    for (const url of ['https://example.org/fault', 'https://example.org/behind']) {
      await page.locator('#save-url').fill(url)
      await page.locator('#save-button').click()
      await page.locator('#waiting li', { hasText: url }).waitFor()
    }
    let faults = 0
    await context.route('**/offline/actions', (route) => {
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

  /** Changes what the browser stores of the account; the script knows `outbox` and `facts`. */
  const changeStores = (page: Page, script: string) =>
    page.evaluate(`new Promise((resolve) => {
      const request = indexedDB.open('offline-' + document.cookie.match(/rq_offline=([^;]*)/)[1])
      request.onsuccess = () => {
        const change = request.result.transaction(['outbox', 'facts'], 'readwrite')
        const [outbox, facts] = ['outbox', 'facts'].map((name) => change.objectStore(name))
        ${script}
        change.oncomplete = () => (request.result.close(), resolve())
      }
    })`)

  it('nothing is sent while the service asks to wait, even if a person requests it', async () => {
    await newPerson()
    await save('On patience')
    const { context, page } = await open()
    await turnOfflineOn(page, 1)
    await context.setOffline(true)
    await page.goto('/offline')
    const add = async (url: string) => {
      await page.locator('#save-url').fill(url)
      await page.locator('#save-button').click()
      await page.locator('#waiting li', { hasText: url }).waitFor()
    }
    await add('https://example.org/busy')
    let sent = 0
    await context.route('**/offline/actions', (route) => {
      sent += 1
      return sent === 1
        ? route.fulfill({ status: 503, headers: { 'retry-after': '7200' } })
        : route.continue()
    })
    await context.setOffline(false)
    const status = page.locator('.offline-status', { hasText: 'has a lot to do' })
    await status.waitFor()
    await add('https://example.org/behind')
    await page.evaluate(`document.querySelector('.offline-status').textContent = ''`)
    await page.getByRole('button', { name: 'Send now' }).first().click()
    await status.waitFor()
    assert.equal(sent, 1)
    await changeStores(page, `facts.put(Date.now() - 1, 'busyUntil')`)
    await page.getByRole('button', { name: 'Send now' }).first().click()
    await page.locator('.offline-waiting').waitFor({ state: 'hidden' })
    assert.equal(sent, 3)
    await context.close()
  })

  it('the service may ask to wait with its first response, and background sending is retried', async () => {
    await newPerson()
    await save('On leisure')
    const { context, page } = await open()
    await turnOfflineOn(page, 1)
    const worker = context.serviceWorkers()[0]!
    /** How the browser takes a try in the background. */
    const sendInBackground = () =>
      worker.evaluate(`new Promise((resolve) => {
        const event = new SyncEvent('sync', { tag: 'outbox' })
        event.waitUntil = (sending) => sending.then(() => resolve('sent'), () => resolve('again'))
        dispatchEvent(event)
      })`)
    await context.setOffline(true)
    await page.goto('/offline')
    await page.locator('#save-url').fill('https://example.org/leisure')
    await page.locator('#save-button').click()
    await page.locator('#waiting li').waitFor()
    assert.equal(await sendInBackground(), 'again')
    let requestCount = 0
    await context.route('**/offline/state*', (route) => {
      requestCount += 1
      return route.fulfill({ status: 503, headers: { 'retry-after': '7200' } })
    })
    await context.setOffline(false)
    await page.locator('.offline-status', { hasText: 'has a lot to do' }).waitFor()
    await context.unroute('**/offline/state*')
    assert.ok(requestCount > 0)
    assert.equal(await sendInBackground(), 'again')
    await changeStores(page, `facts.put(Date.now() - 1, 'busyUntil')`)
    assert.equal(await sendInBackground(), 'sent')
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.locator('.offline-waiting').waitFor({ state: 'hidden' })
    await context.close()
  })

  it('an action does not load the whole outbox, and a long outbox is shown in part', async () => {
    await newPerson()
    const item = await save('On plenty')
    const { context, page } = await open()
    await page.addInitScript(`readings = 0
      const { getAll } = IDBObjectStore.prototype
      IDBObjectStore.prototype.getAll = function (...all) {
        readings += this.name === 'outbox'
        return getAll.apply(this, all)
      }`)
    await turnOfflineOn(page, 1)
    await context.setOffline(true)
    await changeStores(
      page,
      `for (let index = 0; index < 10_000; index++)
        outbox.add({ action: 'save-link', input: { url: 'https://example.org/' + index }, key: 'key', at: 0, tries: 0 })`,
    )
    await page.goto(`/queue/items/${item.properties.id}`)
    await page.locator('#read', { hasText: 'Mark as read' }).click()
    await page.locator('#read', { hasText: 'Mark as unread' }).click()
    await page.locator('#read', { hasText: 'Mark as read' }).waitFor()
    assert.equal(await page.evaluate('readings'), 0)
    await page.goto('/offline')
    await page.getByText('And 9951 more').waitFor()
    assert.equal(await page.locator('#waiting li').count(), 50)
    await context.close()
  })

  it('a page shared by another app is saved, a highlight is shown in the text, and both are sent later', async () => {
    await newPerson()
    const item = await save('On sharing')
    const { context, page } = await open()
    await turnOfflineOn(page, 1)
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

  it('a lack of room, and files evicted by the browser, are reported, and unused files are deleted', async () => {
    await newPerson()
    await save('On room')
    const { context, page } = await open()
    await turnOfflineOn(page, 1)
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

    // Without scripts, which would write meanwhile.
    await page.goto('/healthz')
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
