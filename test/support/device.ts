import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { Person } from './agent.ts'
import { sessionCookies } from './chromium.ts'
import { eventually } from './eventually.ts'
import type { TestService } from './service.ts'

type Options = {
  chromium: Browser
  service: TestService
  person: Person
  /** Gets what scripts of the page throw. */
  mistakes: string[]
  /** Runs before the scripts of each page. */
  script?: string
}

/** A browser of its own in which a person is signed in. */
export async function openDevice({
  chromium,
  service,
  person,
  mistakes,
  script = '',
}: Options): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.newContext({ baseURL: service.baseUrl })
  await context.addCookies(sessionCookies(person, service.baseUrl))
  const page = await context.newPage()
  page.on('pageerror', (error) => mistakes.push(String(error)))
  await page.addInitScript(script)
  return { context, page }
}

/** Waits for an expression; Playwright's own way evaluates a text in the page, whose policy forbids that. */
export function isTrue(page: Page, expression: string): Promise<boolean> {
  return eventually(
    () => page.evaluate<boolean>(`Promise.resolve(${expression})`).catch(() => false),
    (is) => is,
  )
}

/** Turns reading offline on, and waits until this many articles are kept and the worker answers for the pages. */
export async function turnOfflineOn(page: Page, kept: number): Promise<void> {
  await page.goto('/account')
  await page.locator('#offline-on').click()
  await page.locator('#offline .offline-status', { hasText: `Articles on this device: ${kept}.` }).waitFor()
  await isTrue(page, 'navigator.serviceWorker.controller !== null')
}
