// npm run store-screenshots: makes the pictures of the extension that the stores show.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { startArticles } from '../test/support/articles.ts'
import { startChromium } from '../test/support/chromium.ts'
import { connect, signInto, startExtension } from '../test/support/extension.ts'
import { startService } from '../test/support/service.ts'
import { english } from './screenshots/english.ts'
import { paragraphs } from './screenshots/library.ts'
import { seed } from './screenshots/seed.ts'

const FOLDER = fileURLToPath(new URL('../dist/store-screenshots/', import.meta.url))
/** What the stores take. */
const SIZE = { width: 1280, height: 800 }

// Its timers alone keep no process alive until it has stopped.
const alive = setInterval(() => {}, 1000)
const service = await startService('sqlite')
const site = await startArticles()
const chromium = await startChromium()
const { person } = await seed(service, english, await chromium.newPage())
const browser = await startExtension(service.baseUrl, { granted: ['tabs'], keepsWelcome: true })
try {
  await mkdir(FOLDER, { recursive: true })
  await signInto(browser, service.baseUrl, person)
  await connect(browser, person)
  const welcome = browser.context.pages().find((page) => page.url().endsWith('welcome.html'))
  for (const { title } of english.articles.slice(1, 6)) await openSample(title)
  const page = await openSample(english.articles[0]!.title)
  await browser.press(page)
  const popup = await browser.popup(page)
  await popup.getByRole('button', { name: 'Mark as read' }).waitFor()
  await shootBeside(page, popup, 'popup')
  await popup.getByRole('button', { name: 'Save all tabs' }).click()
  await popup.getByRole('button', { name: /^Save \d+ tabs$/ }).waitFor()
  await shootBeside(page, popup, 'tabs')
  await popup.setViewportSize({ width: 384, height: SIZE.height })
  await popup.goto(browser.address('panel.html'))
  await popup.locator('#items a').first().waitFor()
  await shootBeside(page, popup, 'side-panel')
  await welcome?.setViewportSize(SIZE)
  await welcome?.screenshot({ path: `${FOLDER}welcome.png` })
} finally {
  await browser.close()
  await chromium.close()
  await site.stop()
  await service.stop()
  clearInterval(alive)
}

/** A page of the site with the look of an article. */
async function openSample(title: string): Promise<Page> {
  const page = await browser.context.newPage()
  await page.setViewportSize(SIZE)
  await page.goto(`${site.origin}/${encodeURIComponent(title)}`)
  await page.evaluate(`{
    document.title = ${JSON.stringify(title)}
    document.querySelector('article').innerHTML = ${JSON.stringify(`<h1></h1>${paragraphs(english, 4)}`)}
    document.querySelector('h1').textContent = document.title
  }`)
  await page.addStyleTag({
    content: 'body { font: 20px/1.6 Georgia, serif; max-width: 40rem; margin: 4rem 5rem }',
  })
  return page
}

/** A page with one of the extension's beside it, as the browser shows them. */
async function shootBeside(page: Page, beside: Page, name: string): Promise<void> {
  const box = `document.body.getBoundingClientRect().height`
  const height = Math.min(SIZE.height, Math.ceil(await beside.evaluate<number>(box)))
  const image = async (of: Page, clip?: { x: number; y: number; width: number; height: number }) =>
    `data:image/png;base64,${(await of.screenshot(clip ? { clip } : {})).toString('base64')}`
  const shown = await image(beside, {
    x: 0,
    y: 0,
    width: 384,
    height: name === 'side-panel' ? SIZE.height : height,
  })
  const canvas = await chromium.newPage({ viewport: SIZE })
  await canvas.setContent(`<body style="margin: 0"><img src="${await image(page)}" width="1280">
    <img src="${shown}" style="position: absolute; top: 0; right: 0; box-shadow: 0 0 40px #0005">`)
  await canvas.screenshot({ path: `${FOLDER}${name}.png` })
  await canvas.close()
}
