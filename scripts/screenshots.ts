// npm run screenshots: makes the screenshots of the landing page and of the documents from sample articles. With a part of
// their names, only those: npm run screenshots -- activity-wide
import { mkdir, readdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { authorizePath, createPkce, register } from '../test/support/agent.ts'
import { startChromium } from '../test/support/chromium.ts'
import { startService, type TestService } from '../test/support/service.ts'
import { english } from './screenshots/english.ts'
import { german } from './screenshots/german.ts'
import type { Library } from './screenshots/library.ts'
import { type Crop, takeScreenshot } from './screenshots/take-screenshot.ts'
import { seed, type Seeded } from './screenshots/seed.ts'

const fileIn = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** For the landing page, in each theme, language and format. */
const LANDING = fileIn('../src/html/assets/screenshots/')
/** For the documents. */
const DOCUMENTS = fileIn('../docs/images/')

/** Stories are cut out of a tall window, so that nothing fixed at its edges is in them. */
const FORMATS = {
  wide: { viewport: { width: 1120, height: 700 }, deviceScaleFactor: 1.25 },
  wideStory: { viewport: { width: 900, height: 1600 }, deviceScaleFactor: 1.5 },
  phone: { viewport: { width: 390, height: 700 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  phoneStory: {
    viewport: { width: 390, height: 1600 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  },
  document: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.25 },
} as const

const LANGUAGES = { en: { library: english, locale: 'en-GB' }, de: { library: german, locale: 'de-DE' } }

/** What is shown: the address, what is done there first, and what of it is in the picture of a story. */
type Shot = { path: string; prepare?: (page: Page) => Promise<void>; crop?: Crop }

type Scene = { service: TestService; seeded: Seeded; locale: string; theme: 'light' | 'dark' }

const [, , wanted = ''] = process.argv
const taken = new Set<string>()
// Its timers alone keep no process alive until it has stopped.
const alive = setInterval(() => {}, 1000)
const chromium = await startChromium()
try {
  for (const folder of [LANDING, DOCUMENTS]) await mkdir(folder, { recursive: true })
  for (const [language, { library, locale }] of Object.entries(LANGUAGES))
    await takeScreenshots(language, library, locale)
  for (const folder of [LANDING, DOCUMENTS])
    for (const file of await readdir(folder))
      if (wanted === '' && !taken.has(folder + file)) await rm(folder + file)
} finally {
  await chromium.close()
  clearInterval(alive)
}

async function takeScreenshots(language: string, library: Library, locale: string): Promise<void> {
  const service = await startService('sqlite')
  try {
    const seeded = await seed(service, library, await chromium.newPage())
    const { queue, ...stories } = landingShots(seeded)
    for (const theme of ['light', 'dark'] as const) {
      const scene = { service, seeded, locale, theme }
      const name = (shot: string, format: string) => `${LANDING}${shot}-${format}-${theme}-${language}.avif`
      await shoot(scene, FORMATS.wide, { [name('queue', 'wide')]: queue })
      await shoot(scene, FORMATS.phone, { [name('queue', 'phone')]: queue })
      for (const [story, shot] of Object.entries(stories)) {
        await shoot(scene, FORMATS.wideStory, { [name(story, 'wide')]: shot })
        await shoot(scene, FORMATS.phoneStory, { [name(story, 'phone')]: shot })
      }
    }
    if (library === english) await takeDocumentScreenshots({ service, seeded, locale })
  } finally {
    await service.stop()
  }
}

async function takeDocumentScreenshots(place: Omit<Scene, 'theme'>): Promise<void> {
  const shots = await documentShots(place)
  const light = Object.entries(shots).map(([name, shot]) => [`${DOCUMENTS}${name}-light.webp`, shot])
  await shoot(
    { ...place, theme: 'light' },
    FORMATS.document,
    Object.fromEntries(light) as Record<string, Shot>,
  )
  const { queue } = shots
  await shoot({ ...place, theme: 'dark' }, FORMATS.document, { [`${DOCUMENTS}queue-dark.webp`]: queue })
  await shoot({ ...place, theme: 'light' }, FORMATS.phone, { [`${DOCUMENTS}phone-queue-light.webp`]: queue })
}

function landingShots({ articleId }: Seeded) {
  const openGroup = (page: Page) => page.locator('.day summary').first().click()
  return {
    queue: { path: '/queue' },
    reader: {
      path: `/queue/items/${articleId}`,
      crop: { from: 'main', until: '.article p', height: 700, above: 0, below: 24 },
    },
    agents: {
      path: '/agents',
      crop: { from: '#connected-heading', until: '.agent-list > li', height: 640, above: 24, below: 4 },
    },
    activity: {
      path: '/history',
      prepare: openGroup,
      crop: { from: '.day', until: '.day li', height: 560, above: 6, below: 4 },
    },
  } satisfies Record<string, Shot>
}

async function documentShots({ service, seeded }: Omit<Scene, 'theme'>) {
  const client = await register(service.baseUrl, {
    client_name: 'Notebook',
    redirect_uris: ['https://notebook.example/callback'],
  })
  const request = { client_id: client, redirect_uri: 'https://notebook.example/callback', state: 's' }
  return {
    queue: { path: '/queue' },
    reader: { path: `/queue/items/${seeded.articleId}` },
    agents: { path: '/agents' },
    activity: { path: '/history' },
    save: { path: '/queue', prepare: (page: Page) => page.keyboard.press('c') },
    consent: { path: authorizePath({ ...request, code_challenge: createPkce().challenge }) },
    connect: { path: '/connect' },
    stats: { path: '/stats' },
  }
}

async function shoot(
  scene: Scene,
  format: (typeof FORMATS)[keyof typeof FORMATS],
  shots: Record<string, Shot>,
): Promise<void> {
  const { service, seeded, locale, theme } = scene
  const context = await chromium.newContext({
    ...format,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale,
    timezoneId: 'UTC',
  })
  const url = service.baseUrl
  await context.addCookies([...seeded.person.browser.cookies].map(([name, value]) => ({ name, value, url })))
  for (const [file, { path, prepare, crop }] of Object.entries(shots)) {
    if (!file.includes(wanted)) continue
    const page = await context.newPage()
    await page.goto(url + path)
    await prepare?.(page)
    await takeScreenshot(page, file, crop)
    taken.add(file)
    await page.close()
  }
  await context.close()
}
