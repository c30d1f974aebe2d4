// npm run screenshots: makes the pictures of the landing page and of the documents from sample articles.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { authorizePath, createPkce, register } from '../test/support/agent.ts'
import { startChromium } from '../test/support/chromium.ts'
import { startService } from '../test/support/service.ts'
import { takePicture } from './screenshots/picture.ts'
import { seed, type Seeded } from './screenshots/seed.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** For the landing page, small. */
const LANDING = folder('../src/html/assets/pictures/')
/** For the documents. */
const DOCUMENTS = folder('../docs/images/')

const SIZES = {
  landing: { viewport: { width: 1120, height: 700 }, deviceScaleFactor: 1.25 },
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.25 },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
} as const

/** What is shown: the address, and what is done there first. */
type Shot = { path: string; prepare?: (page: Page) => Promise<void> }

// Its timers alone keep no process alive until it has stopped.
const alive = setInterval(() => {}, 1000)
const service = await startService('sqlite')
const chromium = await startChromium()
try {
  for (const path of [LANDING, DOCUMENTS]) await mkdir(path, { recursive: true })
  const seeded = await seed(service, await chromium.newPage())
  const shots = await shotsOf(seeded)
  for (const theme of ['light', 'dark'] as const) {
    await shoot('landing', theme, LANDING, pick(shots, ['queue', 'reader', 'agents', 'activity']), seeded)
    const onDesktop = ['queue', 'reader', 'agents', 'activity', 'save', 'consent', 'connect', 'stats']
    await shoot('desktop', theme, DOCUMENTS, pick(shots, onDesktop), seeded)
    const onPhone = { 'phone-queue': shots['queue']!, 'phone-reader': shots['reader']! }
    await shoot('phone', theme, DOCUMENTS, onPhone, seeded)
  }
} finally {
  await chromium.close()
  await service.stop()
  clearInterval(alive)
}

async function shotsOf({ articleId }: Seeded): Promise<Record<string, Shot>> {
  const client = await register(service.baseUrl, {
    client_name: 'Notebook',
    redirect_uris: ['https://notebook.example/callback'],
  })
  const request = { client_id: client, redirect_uri: 'https://notebook.example/callback', state: 's' }
  return {
    queue: { path: '/queue' },
    reader: { path: `/queue/items/${articleId}` },
    agents: { path: '/agents' },
    activity: { path: '/history' },
    save: { path: '/queue', prepare: (page) => page.keyboard.press('c') },
    consent: { path: authorizePath({ ...request, code_challenge: createPkce().challenge }) },
    connect: { path: '/connect' },
    stats: { path: '/stats' },
  }
}

function pick(shots: Record<string, Shot>, names: string[]): Record<string, Shot> {
  return Object.fromEntries(names.map((name) => [name, shots[name]!]))
}

async function shoot(
  size: keyof typeof SIZES,
  theme: 'light' | 'dark',
  to: string,
  shots: Record<string, Shot>,
  seeded: Seeded,
): Promise<void> {
  const context = await contextOf(chromium, size, theme, seeded)
  const painter = await chromium.newPage()
  for (const [name, { path, prepare }] of Object.entries(shots)) {
    const page = await context.newPage()
    await page.goto(service.baseUrl + path)
    await prepare?.(page)
    await takePicture(page, painter, `${to}${name}-${theme}.webp`)
    await page.close()
  }
  await painter.close()
  await context.close()
}

async function contextOf(
  browser: Browser,
  size: keyof typeof SIZES,
  colorScheme: 'light' | 'dark',
  { person }: Seeded,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...SIZES[size],
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const url = service.baseUrl
  await context.addCookies([...person.browser.cookies].map(([name, value]) => ({ name, value, url })))
  return context
}
