import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Page, type Worker } from 'playwright-core'
import { buildExtension } from '../../extension/build.ts'
import { PASSWORD, type Person } from './agent.ts'
import { findChromium, sessionCookies } from './chromium.ts'
import { eventually } from './eventually.ts'
import { startWebServer } from './web-server.ts'

/** Chromium with the extension in it. */
export type ExtensionBrowser = {
  context: BrowserContext
  /** Address of one of the extension's own pages. */
  address(page: string): string
  /**
   * Presses the button in a tab, as a person does: the popup opens, may read the page and saves it. Lasts until the
   * save has begun, since the popup closes with the next look at another tab.
   */
  press(page: Page): Promise<void>
  /** The popup's page for a tab, in a tab of its own, where its looks and buttons can be reached. */
  popup(page: Page, meanwhile?: () => Promise<unknown>): Promise<Page>
  /** Evaluates an expression in the popup that pressing the button opened; undefined where it is closed. */
  inOpenPopup<T>(expression: string): Promise<T | undefined>
  worker(): Promise<Worker>
  /** Ends the browser and starts it anew on the same profile. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** A built extension that begins with a service's address; both browsers' folders. */
export async function buildFor(address: string): Promise<{ folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'rq-extension-'))
  await buildExtension({ to: folder, address })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

type Options = {
  /** Permissions that the person is taken to have given: no headless browser can be asked for them. */
  granted?: string[]
  /** Sites whose pages it may read as if the person had just clicked: no test can click a menu of the browser. */
  allowed?: string[]
  /** Takes the menus and keys away, which Firefox for Android has none of. */
  isWithoutMenus?: boolean
  /** Leaves the page open that is opened on install. */
  keepsWelcome?: boolean
  /** The screen where the browser shows itself with its own dialogs; none by default. */
  display?: string
}

export async function startExtension(
  address: string,
  { granted = [], allowed = [], keepsWelcome = false, isWithoutMenus = false, display }: Options = {},
): Promise<ExtensionBrowser> {
  const built = await buildFor(address)
  grant(join(built.folder, 'chrome/manifest.json'), granted, allowed)
  if (isWithoutMenus) takeMenus(join(built.folder, 'chrome/manifest.json'))
  const profile = mkdtempSync(join(tmpdir(), 'rq-profile-'))
  let context = await launch(join(built.folder, 'chrome'), profile, display)

  const worker = async () => context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const id = new URL((await worker()).url()).host
  const addressOf = (page: string) => `chrome-extension://${id}/${page}`
  const welcome = await eventually(
    async () => context.pages().find((page) => page.url() === addressOf('welcome.html')),
    (page) => page !== undefined,
  )
  if (!keepsWelcome) await welcome?.close()

  return {
    get context() {
      return context
    },
    address: addressOf,
    worker,
    async press(page) {
      const tabId = await tabIdOf(await worker(), page)
      const session = await context.browser()!.newBrowserCDPSession()
      const tabs = await session.send('Target.getTargets', { filter: [{ type: 'tab' }] })
      const tab = tabs.targetInfos.find(({ url }) => url === page.url())
      await session.send('Extensions.triggerAction', { id, targetId: tab?.targetId ?? '' })
      await session.detach()
      const savedUrl = `chrome.storage.session.get('saved ${tabId}').then((kept) => kept['saved ${tabId}']?.url)`
      await eventually(
        async () => (await worker()).evaluate(savedUrl),
        (url) => url === page.url(),
      )
    },
    async popup(page, meanwhile) {
      const tabId = await tabIdOf(await worker(), page)
      const popup = await context.newPage()
      await popup.setViewportSize({ width: 384, height: 600 })
      await meanwhile?.()
      await popup.goto(addressOf(`popup.html?tab=${tabId}`))
      return popup
    },
    async inOpenPopup<T>(expression: string) {
      const session = await context.browser()!.newBrowserCDPSession()
      try {
        const { targetInfos } = await session.send('Target.getTargets')
        const popup = targetInfos.find(
          ({ url, attached }) => url.startsWith(addressOf('popup.html')) && !attached,
        )
        return popup && (await evaluateIn<T>(session, popup.targetId, expression))
      } finally {
        await session.detach()
      }
    },
    async restart() {
      await context.close()
      context = await launch(join(built.folder, 'chrome'), profile, display)
    },
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
      built.remove()
    },
  }
}

function grant(path: string, granted: string[], allowed: string[]): void {
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { permissions: string[] }
  const permissions = [...manifest.permissions, ...granted]
  writeFileSync(path, JSON.stringify({ ...manifest, permissions, host_permissions: allowed }))
}

function takeMenus(path: string): void {
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { permissions: string[]; commands?: unknown }
  const permissions = manifest.permissions.filter((name) => name !== 'contextMenus')
  delete manifest.commands
  writeFileSync(path, JSON.stringify({ ...manifest, permissions }))
}

async function launch(extension: string, profile: string, display?: string): Promise<BrowserContext> {
  const executablePath = findChromium()
  return chromium.launchPersistentContext(profile, {
    ...(executablePath && existsSync(executablePath) ? { executablePath } : {}),
    headless: display === undefined,
    ...(display ? { env: { ...process.env, DISPLAY: display } } : {}),
    chromiumSandbox: false,
    args: [
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      // For pressing the button, which only the devices of a person can do otherwise.
      '--enable-unsafe-extension-debugging',
      '--disable-gpu',
    ],
  })
}

/** What drives pages for tests knows nothing of popups, so this speaks to one through the browser. */
async function evaluateIn<T>(
  session: CDPSession,
  targetId: string,
  expression: string,
): Promise<T | undefined> {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId })
  const answer = new Promise<string>((resolve) => {
    session.once('Target.receivedMessageFromTarget', ({ message }) => resolve(message))
    session.once('Target.detachedFromTarget', () => resolve('{}'))
  })
  const params = { expression, returnByValue: true, awaitPromise: true }
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params })
  await session.send('Target.sendMessageToTarget', { sessionId, message })
  const { result } = JSON.parse(await answer) as { result?: { result: { value: T } } }
  return result?.result.value
}

/** Evaluates an expression in the background, which knows `chrome`. */
export async function inBackground<T>(browser: ExtensionBrowser, expression: string): Promise<T> {
  return (await (await browser.worker()).evaluate(expression)) as T
}

/** What the button says for a tab. */
export async function badgeOf(browser: ExtensionBrowser, page: Page): Promise<string> {
  const tabId = await tabIdOf(await browser.worker(), page)
  return inBackground(browser, `chrome.action.getBadgeText({ tabId: ${tabId} })`)
}

/** Stops the background, as browsers do at any moment. */
export async function stopBackground({ context }: ExtensionBrowser): Promise<void> {
  const session = await context.browser()!.newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets')
  const worker = targetInfos.find(({ type }) => type === 'service_worker')
  await session.send('Target.closeTarget', { targetId: worker?.targetId ?? '' })
  await session.detach()
}

/** Lets a page answer nothing from now on, until it is let go by what is given; then it may do something. */
export async function keepBusy(page: Page, then = ''): Promise<() => Promise<void>> {
  const isHeld = Promise.withResolvers<void>()
  const holder = await startWebServer(() => isHeld.resolve())
  await page.evaluate(`void setTimeout(() => {
    const waiting = new XMLHttpRequest()
    waiting.open('GET', '${holder.origin}', false)
    try { waiting.send() } catch {}
    ${then}
  })`)
  await isHeld.promise
  return () => holder.stop()
}

/** What lies in one of the outbox's stores; read by a page of the extension, so that the background may be gone. */
export function inOutbox<T>(page: Page, store: 'entries' | 'pages'): Promise<T[]> {
  return page.evaluate<T[]>(`new Promise((resolve) => {
    const opening = indexedDB.open('outbox')
    opening.onsuccess = () => {
      const all = opening.result.transaction('${store}').objectStore('${store}').getAll()
      all.onsuccess = () => (opening.result.close(), resolve(all.result))
    }
  })`)
}

/** Lets the browser be the one in which a person is signed in to the service already. */
export async function signInto(browser: ExtensionBrowser, baseUrl: string, person: Person): Promise<void> {
  const cookies = sessionCookies(person, baseUrl)
  await browser.context.addCookies(cookies)
}

/** Connects the extension from its options, as the person does. */
export async function connect(browser: ExtensionBrowser, person: Person): Promise<void> {
  const options = await browser.context.newPage()
  await options.goto(browser.address('options.html'))
  const opened = browser.context.waitForEvent('page')
  await options.getByRole('button', { name: 'Sign in' }).click()
  await approveIn(await opened, person)
  await options.getByRole('button', { name: 'Sign out' }).waitFor()
  await options.close()
}

/** Pages know nothing of their tab's number, so it is the one in front. */
async function tabIdOf(worker: Worker, page: Page): Promise<number> {
  await page.bringToFront()
  return worker.evaluate<number>(
    'chrome.tabs.query({ active: true, lastFocusedWindow: true }).then(([tab]) => tab.id)',
  )
}

/** Does in the window of signing in what a person does. */
export async function approveIn(
  window: Page,
  person: Person,
  decision: 'approve' | 'deny' = 'approve',
): Promise<void> {
  await window.waitForURL(/\/(login|oauth\/authorize)\b/)
  if (new URL(window.url()).pathname === '/login') {
    await window.locator('[name=email]').fill(person.email)
    await window.locator('[name=password]').fill(PASSWORD)
    await window.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await window.getByRole('button', { name: decision === 'approve' ? 'Approve' : 'Deny' }).click()
}
