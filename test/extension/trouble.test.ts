import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import {
  approveIn,
  badgeOf,
  connect,
  type ExtensionBrowser,
  inBackground,
  inOutbox,
  keepBusy,
  signInto,
  stopBackground,
} from '../support/extension.ts'
import { freePort } from '../support/free-port.ts'
import { type Lie, startLyingService } from '../support/lying-service.ts'
import { socketOf } from '../support/oauth.ts'
import { startRenamingProxy } from '../support/renaming-proxy.ts'
import { startService, type TestService } from '../support/service.ts'
import { type StartedExtension, startWithExtension } from '../support/started-extension.ts'
import { pressUndo, toastSays } from '../support/toast.ts'
import type { WebServer } from '../support/web-server.ts'

const HOUR = 3_600_000
const QUOTE = 'This part was written by a script'

describe('The extension in trouble', () => {
  let env: Record<string, string>
  let started: StartedExtension
  let service: TestService
  let site: WebServer
  let person: Person
  let agent: Agent
  let browser: ExtensionBrowser
  before(async () => {
    env = { PORT: String(await freePort()) }
    started = await startWithExtension({ env, granted: ['tabs'], until: 'signed in' })
    ;({ service, site, person, agent, browser } = started)
  })
  after(async () => {
    // The service is another one by then.
    await service.stop()
    await browser.close()
    await site.stop()
  })
  afterEach(() => started.reset())

  const openPage = (path: string) => started.openPage(path)

  async function openOptions(): Promise<Page> {
    const page = await browser.context.newPage()
    await page.goto(browser.address('options.html'))
    await page.getByRole('heading', { name: 'Your service' }).waitFor()
    return page
  }

  /** The popup of a page that is being captured, which lasts until the page is released. */
  async function beginSaving(path: string): Promise<{ popup: Page; release: () => Promise<void> }> {
    const page = await openPage(`${path}-before`)
    await browser.press(page)
    await waitUntilSaved(`${path}-before`)
    await page.evaluate(`history.pushState(null, '', '${path}')`)
    let release!: () => Promise<void>
    const popup = await browser.popup(page, async () => (release = await keepBusy(page)))
    await eventually(
      () => inOutbox<{ url: string }>(popup, 'entries'),
      ([entry]) => entry?.url === site.origin + path,
    )
    return { popup, release }
  }

  async function savedPaths(): Promise<string[]> {
    const { entities } = await agent.entity('/queue')
    return entities.map(({ properties }: Entity) => new URL(properties.url).pathname)
  }

  const waitUntilSaved = (path: string) => eventually(savedPaths, (paths) => paths.includes(path))
  const waitForText = async (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()

  it('is not connected if the person denies, and stores nothing', async () => {
    const options = await openOptions()
    const opened = browser.context.waitForEvent('page')
    await options.getByRole('button', { name: 'Sign in' }).click()
    await approveIn(await opened, person, 'deny')
    await waitForText(options, 'Not connected: access was not approved.')
    assert.deepEqual(await storedSignInKeys(browser), [])
  })

  it('is not connected if the person closes the window', async () => {
    const options = await openOptions()
    const opened = browser.context.waitForEvent('page')
    await options.getByRole('button', { name: 'Sign in' }).click()
    const window = await opened
    await window.waitForURL(/authorize/)
    await window.close()
    await waitForText(options, 'Not connected: access was not approved.')
    assert.deepEqual(await storedSignInKeys(browser), [])
  })

  it('keeps saves while the service is unreachable, even when the browser is closed, and sends them later', async () => {
    await connect(browser, person)
    await service.running.close()
    const page = await openPage('/away')
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByRole('heading', { name: 'Waiting to be sent' }).waitFor()
    await popup.getByLabel('Add a tag').fill('later')
    await popup.getByLabel('Add a tag').press('Enter')
    await popup.getByLabel('Note').fill('Written meanwhile')
    await popup.getByText('Kept here').waitFor()
    await page.bringToFront()
    const clicked = { menuItemId: 'selection', selectionText: QUOTE, frameId: 0 }
    await inBackground(
      browser,
      `chrome.tabs.query({ active: true, lastFocusedWindow: true }).then(([tab]) =>
        chrome.contextMenus.onClicked.dispatch(${JSON.stringify(clicked)}, tab))`,
    )
    await toastSays(page, 'The highlight is sent as soon as Reading Queue can be reached.')
    await eventually(
      () => badgeOf(browser, page),
      (badge) => badge === '1',
    )
    await alarmIsSet(() => inBackground(browser, 'chrome.alarms.getAll()'))

    await browser.restart()
    await signInto(browser, service.baseUrl, person)
    const options = await openOptions()
    await waitForText(options, 'Page /away')
    await waitForText(options, /You’re signed in to/)
    service = await startService('sqlite', { env, databaseUrl: service.databaseUrl })
    await inBackground(browser, "void dispatchEvent(new Event('online'))")
    await waitUntilSaved('/away')
    const { entities } = await agent.entity('/queue')
    assert.deepEqual(
      [entities[0].properties.tags, entities[0].properties.note],
      [['later'], 'Written meanwhile'],
    )
    const quotes = await eventually(
      async () => (await agent.entity(`/queue/items/${entities[0].properties.id}/highlights`)).entities,
      (found: Entity[]) => found[0]?.properties.isAnchored === true,
    )
    assert.deepEqual(
      quotes.map(({ properties }: Entity) => properties.exact),
      [QUOTE],
    )
    const text = await eventually(
      async () =>
        (
          await agent.call(`${entities[0].links[0].href}/content`, { headers: { accept: 'text/plain' } })
        ).text(),
      (text) => text.includes('written by a script'),
    )
    assert.match(text, /written by a script/)
    await eventually(
      () => inBackground(browser, 'chrome.action.getBadgeText({})'),
      (badge) => badge === '',
    )
  })

  it('renews an expired token once when two saves need it at the same time', async () => {
    const renewals: string[] = []
    browser.context.on('request', (request) => {
      if (request.url().endsWith('/oauth/token')) renewals.push(request.method())
    })
    service.clock.advance(2 * HOUR)
    agent = await connectAgent(service.baseUrl, person)
    await openPage('/one')
    await openPage('/other')
    const options = await openOptions()
    await options.evaluate(`chrome.tabs.query({ url: '${site.origin}/*' }).then((tabs) =>
      Promise.all(tabs.map(({ id }) =>
        chrome.runtime.sendMessage({ name: 'saveTab', input: { tabId: id, movesUp: true } }))))`)
    await waitUntilSaved('/one')
    await waitUntilSaved('/other')
    const renewed = await eventually(
      async () => renewals,
      ({ length }) => length > 0,
    )
    assert.deepEqual(renewed, ['POST'])
  })

  it('shows the service’s own message if a save is refused, and does not retry', async () => {
    const page = await openPage(`/${'long'.repeat(1100)}`)
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByRole('heading', { name: 'Not saved' }).waitFor()
    await popup.getByText('The link is longer than 4096 characters.', { exact: true }).waitFor()
    assert.equal(await badgeOf(browser, page), '!')
    const options = await openOptions()
    await waitForText(options, /refused; it won’t be tried again automatically/)
    await options.getByRole('button', { name: /^Discard/ }).click()
    await waitForText(options, 'Nothing is waiting.')
  })

  it('does not discard a save that the service acknowledges meanwhile, and says so', async () => {
    const released = Promise.withResolvers<void>()
    await browser.context.route(`${service.baseUrl}/queue`, async (route) => {
      await released.promise
      await route.continue()
    })
    const page = await openPage('/in-flight')
    await browser.press(page)
    const options = await openOptions()
    await options.getByRole('button', { name: /^Discard/ }).click()
    // Messages arrive in order, so the background knows of the click by then.
    await options.evaluate("chrome.runtime.sendMessage({ name: 'readStatus' })")
    released.resolve()
    await waitForText(options, 'It was already sent, so it can’t be discarded.')
    await waitForText(options, 'Nothing is waiting.')
    await waitUntilSaved('/in-flight')
  })

  it('waits as long as a busy service asks', async () => {
    const page = await openPage('/busy')
    await browser.context.route(`${service.baseUrl}/queue`, (route) =>
      route.fulfill({
        status: 429,
        headers: {
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'Retry-After',
          'retry-after': '7200',
        },
      }),
    )
    await browser.press(page)
    await eventually(
      () => badgeOf(browser, page),
      (badge) => badge === '1',
    )
    await browser.context.unrouteAll()
    await eventually(
      () => inBackground<{ scheduledTime: number }[]>(browser, 'chrome.alarms.getAll()'),
      ([alarm]) => (alarm?.scheduledTime ?? 0) > Date.now() + 1.9 * HOUR,
    )
    const options = await openOptions()
    await options.getByRole('button', { name: /^Try again/ }).click()
    await waitUntilSaved('/busy')
  })

  it('saves the addresses of all tabs of the window', async () => {
    const page = await openPage('/tab-one')
    await openPage('/tab-two')
    const popup = await browser.popup(page)
    await popup.getByRole('button', { name: 'Save all tabs' }).click()
    await popup.getByRole('button', { name: /^Save \d+ tabs?$/ }).click()
    await waitForText(popup, /^Saved \d+ tabs?$/)
    await waitUntilSaved('/tab-one')
    await waitUntilSaved('/tab-two')
  })

  it('asks to sign in again after access was revoked, and keeps the save', async () => {
    const agents = await person.browser.open('/agents')
    const form = agents.forms.find(
      ({ action, fields }) => action === '/agents/revoke' && fields['agent'] === 'reading-queue-chrome',
    )
    await person.browser.submit({ ...agents, forms: form ? [form] : [] }, {})
    const page = await openPage('/revoked')
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByRole('heading', { name: 'Not signed in' }).waitFor()
    const opened = browser.context.waitForEvent('page')
    await popup.getByRole('button', { name: 'Sign in' }).click()
    await approveIn(await opened, person)
    await popup.getByRole('heading', { name: 'Saved', exact: true }).waitFor()
    await waitUntilSaved('/revoked')
  })

  it('works with a service whose paths have all changed', async (t) => {
    const proxy = await startRenamingProxy()
    t.after(() => proxy.stop())
    const moved = await startService('sqlite', { env: { BASE_URL: proxy.origin } })
    t.after(() => moved.stop())
    proxy.forward(socketOf(moved))
    const owner = await signUp(proxy.origin)
    await signInto(browser, proxy.origin, owner)
    const options = await openOptions()
    await useAddress(options, proxy.origin)
    await waitForText(options, `There is a Reading Queue at ${proxy.origin}`)
    await connect(browser, owner)

    const page = await openPage('/moved')
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByRole('button', { name: 'Remove', exact: true }).click()
    await popup.getByRole('button', { name: 'Undo' }).click()
    await popup.getByRole('button', { name: 'Mark as read' }).click()
    await popup.getByRole('button', { name: 'Mark as unread' }).waitFor()
    await page.bringToFront()
    await inBackground(
      browser,
      `chrome.tabs.query({ active: true, lastFocusedWindow: true }).then(([tab]) =>
        chrome.contextMenus.onClicked.dispatch({ menuItemId: 'page' }, tab))`,
    )
    await pressUndo(page)
    await toastSays(page, 'Undone')
    const reopened = await openOptions()
    await reopened.getByRole('button', { name: 'Sign out' }).click()
    await waitForText(reopened, 'You’re signed out.')
    assert.deepEqual(proxy.strayed, [])

    // What was kept of the first service is still there, and so is being signed in to it.
    await useAddress(reopened, service.baseUrl)
    await waitForText(reopened, `You’re signed in to ${service.baseUrl}`)
  })

  it('waits for the page to be captured, though all queued entries are sent meanwhile', async () => {
    const { popup, release } = await beginSaving('/slow-page')
    await inBackground(browser, "void dispatchEvent(new Event('online'))")
    // Rounds go one after the other, so the one before is over as well.
    await popup.evaluate("chrome.runtime.sendMessage({ name: 'sendDueEntries', input: {} })")
    await release()
    await popup.getByRole('heading', { name: 'Saved', exact: true }).waitFor()
    const { entities } = await agent.entity('/queue')
    const headers = { accept: 'text/plain' }
    await eventually(
      async () => (await agent.call(`${entities[0].links[0].href}/content`, { headers })).text(),
      (text) => text.includes('written by a script'),
    )
  })

  it('continues a save during which the browser stopped the background script', async () => {
    const { popup, release } = await beginSaving('/stopped')
    await alarmIsSet(() => popup.evaluate('chrome.alarms.getAll()'))
    await stopBackground(browser)
    await release()
    await popup.getByRole('heading', { name: 'Saved', exact: true }).waitFor()
    await waitUntilSaved('/stopped')
  })

  it('keeps a save for the service that it was made for', async (t) => {
    const page = await openPage('/meant')
    await service.running.close()
    await browser.press(page)
    await eventually(
      () => badgeOf(browser, page),
      (badge) => badge === '1',
    )
    const second = await startService('sqlite')
    t.after(() => second.stop())
    const options = await openOptions()
    await useAddress(options, second.baseUrl)
    await waitForText(options, `for ${service.baseUrl}, which is not in use`)
    service = await startService('sqlite', { env, databaseUrl: service.databaseUrl })
    await useAddress(options, service.baseUrl)
    await options.getByRole('button', { name: /^Try again/ }).click()
    await waitUntilSaved('/meant')
  })

  it('distinguishes the possible problems with an address', async (t) => {
    const options = await openOptions()
    const lyingService = await startLyingService()
    t.after(() => lyingService.stop())
    const wrong: [lie: Lie, words: RegExp][] = [
      ['none of ours', /no Reading Queue/],
      ['endpoint', /no Reading Queue/],
      ['issuer', /has the address https:\/\/queue\.example\./],
      ['redirect', /redirects to another one/],
      ['no cors', /drops CORS headers/],
    ]
    for (const [lie, words] of wrong) {
      lyingService.lie = lie
      await useAddress(options, lyingService.origin)
      await waitForText(options, words)
    }
    const typed: [address: string, words: RegExp][] = [
      ['nothing here', /Enter a full address/],
      ['ftp://queue.example', /Enter a full address/],
      ['http://queue.example.org', /Use https/],
      [`http://127.0.0.1:${await freePort()}`, /can’t be reached/],
      [lyingService.origin.replace('http:', 'https:'), /The secure connection failed/],
    ]
    for (const [address, words] of typed) {
      await useAddress(options, address)
      await waitForText(options, words)
    }
    await options.reload()
    await waitForText(options, `You’re signed in to ${service.baseUrl}`)
  })

  it('rejects a response that does not belong to the sign-in', async (t) => {
    const options = await openOptions()
    const lyingService = await startLyingService()
    t.after(() => lyingService.stop())
    await useAddress(options, lyingService.origin)
    await waitForText(options, `There is a Reading Queue at ${lyingService.origin}`)
    for (const lie of ['state', 'iss', 'no iss'] as const) {
      lyingService.lie = lie
      await options.getByRole('button', { name: 'Sign in' }).click()
      await waitForText(options, 'the response didn’t belong to this sign-in')
      await options.reload()
    }
    assert.equal(lyingService.requests.filter(({ url }) => url === '/token').length, 0)
    await useAddress(options, service.baseUrl)
    await waitForText(options, `You’re signed in to ${service.baseUrl}`)
  })

  it('revokes its access when the person signs out', async () => {
    const options = await openOptions()
    await options.getByRole('button', { name: 'Sign out' }).click()
    await waitForText(options, 'You’re signed out.')
    assert.deepEqual(await storedSignInKeys(browser), [])
    const live = await service.running.services.db.rows(
      "SELECT 1 FROM grants WHERE client_id = 'reading-queue-chrome' AND revoked_at IS NULL",
    )
    assert.deepEqual(live, [])
  })
})

async function alarmIsSet(all: () => Promise<{ name: string }[]>): Promise<void> {
  await eventually(all, ([alarm]) => alarm?.name === 'outbox')
}

async function useAddress(options: Page, address: string): Promise<void> {
  await options.getByLabel('Address').fill(address)
  await options.getByRole('button', { name: 'Check and use' }).click()
}

/** The names of what the extension stores of its sign-ins. */
function storedSignInKeys(browser: ExtensionBrowser): Promise<string[]> {
  return inBackground(
    browser,
    `Promise.all([chrome.storage.local.get(), chrome.storage.session.get()]).then((areas) =>
      areas.flatMap((area) => Object.keys(area)).filter((key) => /^(access|refresh|attempt)/.test(key)))`,
  )
}
