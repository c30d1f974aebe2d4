import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page, type Worker } from 'playwright-core'
import { buildExtension } from '../../extension/build.ts'
import { PASSWORD, type Person } from './agent.ts'
import { findChromium } from './chromium.ts'

/** Chromium with the extension in it. */
export type ExtensionBrowser = {
  context: BrowserContext
  /** Address of one of the extension's own pages. */
  address(page: string): string
  /** Presses the button in a tab, as a person does: the popup opens and may read the page. */
  press(page: Page): Promise<void>
  /** The popup's page for a tab, in a tab of its own, where its looks and buttons can be reached. */
  popup(page: Page): Promise<Page>
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

export async function startExtension(address: string): Promise<ExtensionBrowser> {
  const built = await buildFor(address)
  const profile = mkdtempSync(join(tmpdir(), 'rq-profile-'))
  let context = await launch(join(built.folder, 'chrome'), profile)

  const worker = async () =>
    context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', { timeout: 10_000 }))
  const id = new URL((await worker()).url()).host
  const addressOf = (page: string) => `chrome-extension://${id}/${page}`

  return {
    get context() {
      return context
    },
    address: addressOf,
    worker,
    async press(page) {
      const session = await context.browser()!.newBrowserCDPSession()
      const tabs = await session.send('Target.getTargets', { filter: [{ type: 'tab' }] })
      const tab = tabs.targetInfos.find(({ url }) => url === page.url())
      await session.send('Extensions.triggerAction', { id, targetId: tab?.targetId ?? '' })
      await session.detach()
    },
    async popup(page) {
      const tabId = await tabIdOf(await worker(), page)
      const popup = await context.newPage()
      await popup.setViewportSize({ width: 384, height: 600 })
      await popup.goto(addressOf(`popup.html?tab=${tabId}`))
      return popup
    },
    async restart() {
      await context.close()
      context = await launch(join(built.folder, 'chrome'), profile)
    },
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
      built.remove()
    },
  }
}

async function launch(extension: string, profile: string): Promise<BrowserContext> {
  const executablePath = findChromium()
  return chromium.launchPersistentContext(profile, {
    ...(executablePath && existsSync(executablePath) ? { executablePath } : {}),
    headless: true,
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

/** Pages know nothing of their tab's number, so it is the one in front. */
async function tabIdOf(worker: Worker, page: Page): Promise<number> {
  await page.bringToFront()
  return worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as {
      chrome: { tabs: { query(query: object): Promise<{ id: number }[]> } }
    }
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true })
    return tab?.id ?? -1
  })
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
