import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
import { inBackground, inOutbox } from '../support/extension.ts'
import { deadLink } from '../support/links.ts'
import { type StartedExtension, startWithExtension } from '../support/started-extension.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

/** What stands between the extension and its service, and what the popup says of it. */
const ANSWERS: [what: string, answer: Parameters<Route['fulfill']>[0], words: RegExp][] = [
  [
    'the page of a network that wants a sign-in',
    { status: 200, contentType: 'text/html', body: '<h1>Welcome to the café</h1>' },
    /this network wants you to sign in first/,
  ],
  [
    'a broken proxy',
    { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
    /The service is busy/,
  ],
  [
    'an error of the service',
    { status: 500, contentType: 'text/plain', body: 'oops' },
    /The service is busy/,
  ],
]

/** Titles as pages write them to do harm, and what of them is kept. */
const TITLES: [title: string, kept: string][] = [
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['One\n\n  two\u0000 three', 'One two three'],
  ['Broken \ud83d end', 'Broken \ufffd end'],
  [`${'Long '.repeat(3000)}end`, 'Long '.repeat(100).trim()],
]

describe('The extension, given unexpected input,', () => {
  let started: StartedExtension
  let pdf: WebServer
  before(async () => {
    started = await startWithExtension({ granted: ['tabs'] })
    pdf = await startWebServer((_, response) => {
      response.setHeader('content-type', 'application/pdf')
      response.end('%PDF-1.4\n%%EOF')
    })
  })
  after(async () => {
    await started.stop()
    await pdf.stop()
  })
  afterEach(() => started.reset())

  const heading = (popup: Page, name: string) => popup.getByRole('heading', { name, exact: true }).waitFor()
  const countOf = async (url: string) => {
    const { entities } = await started.agent.entity('/queue?state=all&limit=100')
    return entities.filter(({ properties }: { properties: { url: string } }) => properties.url === url).length
  }

  for (const [index, [what, answer, words]] of ANSWERS.entries()) {
    it(`keeps a save that meets ${what}, says so, and sends it later`, async () => {
      const path = `/met-${index}`
      const { browser, service } = started
      await browser.context.route(`${service.baseUrl}/**`, (route) =>
        route.fulfill({ ...answer, headers: { 'access-control-allow-origin': '*' } }),
      )
      const page = await started.openPage(path)
      await browser.press(page)
      const popup = await browser.popup(page)
      await heading(popup, 'Waiting to be sent')
      const message = await popup.locator('main').innerText()
      assert.match(message, words)
      await browser.context.unrouteAll()
      await popup.getByRole('button', { name: 'Try again' }).click()
      await heading(popup, 'Saved')
      assert.equal(await countOf(started.site.origin + path), 1)
    })
  }

  it('saves once and keeps all typed text if the service is slow and the popup closes meanwhile', async () => {
    const { browser, service, site } = started
    const answer = Promise.withResolvers<void>()
    await browser.context.route(`${service.baseUrl}/**`, async (route) => {
      await answer.promise
      await route.continue()
    })
    const page = await started.openPage('/slowly')
    await browser.press(page)
    const popup = await browser.popup(page)
    await heading(popup, 'Saved')
    await popup.getByLabel('Note').fill('Typed while it was sent')
    await popup.close()
    const again = await browser.popup(page)
    await heading(again, 'Saved')
    answer.resolve()
    await started.itemOf('/slowly', ({ properties }) => properties.note === 'Typed while it was sent')
    await eventually(
      () => inOutbox(again, 'entries'),
      ({ length }) => length === 0,
    )
    assert.equal(await countOf(`${site.origin}/slowly`), 1)
  })

  it('saves a page that is open in two windows, and saved from both at once, as one item', async () => {
    const { browser, service, site } = started
    const answer = Promise.withResolvers<void>()
    const first = await started.openPage('/both')
    const opening = browser.context.waitForEvent('page')
    await inBackground(browser, `chrome.windows.create({ url: '${site.origin}/both' }).then(() => 0)`)
    const second = await opening
    await second.waitForURL(`${site.origin}/both`)
    await browser.context.route(`${service.baseUrl}/**`, async (route) => {
      await answer.promise
      await route.continue()
    })
    const popups = [await browser.popup(first), await browser.popup(second)]
    answer.resolve()
    for (const popup of popups) await popup.getByRole('button', { name: 'Mark as read' }).waitFor()
    assert.equal(await countOf(`${site.origin}/both`), 1)
  })

  it('saves hostile tab titles as text, on one line and cut to the maximum length', async () => {
    const { browser } = started
    const page = await browser.context.newPage()
    await page.goto(browser.address('options.html'))
    const links = TITLES.map(([title], index) => ({ url: deadLink(`titles/${index}`), title }))
    const message = { name: 'saveTabs', input: { windowId: -2, links } }
    await page.evaluate(`chrome.runtime.sendMessage(${JSON.stringify(message)})`)
    const titles = await Promise.all(
      links.map(async ({ url }) => {
        const { entities } = await started.agent.entity(`/queue?state=all&q=${encodeURIComponent(url)}`)
        return entities[0]?.properties.title
      }),
    )
    assert.deepEqual(
      titles,
      TITLES.map(([, kept]) => kept),
    )
  })

  it('saves a PDF by its address', async () => {
    const { browser } = started
    const page = await browser.context.newPage()
    await page.goto(`${pdf.origin}/paper.pdf`).catch(() => undefined)
    const popup = await browser.popup(page)
    await popup.getByRole('button', { name: 'Mark as read' }).waitFor()
    assert.equal(await countOf(`${pdf.origin}/paper.pdf`), 1)
  })

  it('saves no local file, and says what can be saved', async () => {
    const { browser } = started
    const page = await browser.context.newPage()
    await page.goto('file:///etc/hostname').catch(() => undefined)
    const popup = await browser.popup(page)
    await heading(popup, 'Nothing to save here')
    assert.deepEqual(await inOutbox(popup, 'entries'), [])
  })
})
