import { statSync } from 'node:fs'
import { join } from 'node:path'
import { buildFor } from '../test/support/extension.ts'
import { type StartedExtension, startWithExtension } from '../test/support/started-extension.ts'
import { print } from './compare.ts'

const WARM_STARTS = 15
const COLD_STARTS = 5
/** Milliseconds that each request to the service takes longer. */
const DELAY = 100

/**
 * Milliseconds since the popup's document began, until it paints, says “Saved”, which it says once the address is stored,
 * and has the item that the service made of it.
 */
type Opening = { painted: number; saved: number; answered: number }

/** Measures the popup as it opens over a page that is not saved yet, in Chromium, and the sizes of the zips. */
export async function benchExtension(): Promise<void> {
  const started = await startWithExtension()
  const { browser, service } = started
  const once = () => openPopup(started)
  await once()
  printTimes('The popup, warm', await repeat(WARM_STARTS, once))
  printTimes(
    'The popup, as the browser starts',
    await repeat(COLD_STARTS, async () => {
      await browser.restart()
      return once()
    }),
  )
  await browser.context.route(`${service.baseUrl}/**`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, DELAY))
    await route.continue()
  })
  printTimes(`The popup, warm, ${DELAY} ms more a request`, await repeat(WARM_STARTS, once))
  await started.stop()

  const built = await buildFor('https://queue.example.org')
  for (const name of ['chrome.zip', 'firefox.zip']) {
    print(`${name}: ${Math.round(statSync(join(built.folder, name)).size / 1024)} KB`)
  }
  built.remove()
}

let pages = 0

async function openPopup({ browser, openPage }: StartedExtension): Promise<Opening> {
  const page = await openPage(`/measured-${++pages}`)
  await browser.press(page)
  const opening = await browser.inOpenPopup<Opening>(`new Promise((resolve) => {
    let saved
    const look = () => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      if (document.querySelector('.outcome')?.textContent === 'Saved') saved ??= performance.now()
      if (paint && saved && !document.querySelector('#icons').hidden)
        resolve({ painted: paint.startTime, saved, answered: performance.now() })
      else setTimeout(look, 4)
    }
    look()
  })`)
  await page.close()
  if (!opening) throw new Error('The popup closed.')
  return opening
}

async function repeat(times: number, open: () => Promise<Opening>): Promise<Opening[]> {
  const openings: Opening[] = []
  while (openings.length < times) openings.push(await open())
  return openings
}

function printTimes(what: string, openings: Opening[]): void {
  const painted = spread(openings.map(({ painted }) => painted))
  const saved = spread(openings.map(({ saved }) => saved))
  const answered = spread(openings.map(({ answered }) => answered))
  print(`${what}: painted after ${painted}, “Saved” after ${saved}, answered after ${answered}`)
}

/** The shortest and the middle one. */
function spread(values: number[]): string {
  const [shortest = 0, ...others] = values.toSorted((a, b) => a - b)
  return `${Math.round(shortest)}–${Math.round(others[Math.floor(others.length / 2)] ?? shortest)} ms`
}
