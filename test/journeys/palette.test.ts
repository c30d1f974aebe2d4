import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { PASSWORD } from '../support/agent.ts'
import { startChromium } from '../support/chromium.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

describe('The search palette', () => {
  let chromium: Browser
  let service: TestService
  let page: Page
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
    page = await (await chromium.newContext()).newPage()
    await page.goto(`${service.baseUrl}/signup`)
    await page.getByLabel('Email address').fill('palette@example.org')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    for (const title of ['A heron', 'A stork']) {
      await page.goto(`${service.baseUrl}/queue?state=unread`)
      await page.keyboard.press('c')
      await page.getByLabel('Link', { exact: true }).fill(deadLink(title.replaceAll(' ', '')))
      await page.getByText('Title, note').click()
      await page.locator('#save-link-title').fill(title)
      await page.locator('#save-link-tags').fill('birds')
      await page.locator('#save .save-link > .button').click()
      await page.getByText('Saved.').waitFor()
    }
    await page.goto(`${service.baseUrl}/queue`)
  })
  after(async () => {
    await chromium.close()
    await service.stop()
  })

  const field = () => page.getByRole('combobox', { name: 'Search your queue' })
  const option = (name: string | RegExp) => page.getByRole('option', { name })
  /** The first entry is chosen, once what is searched for is there. */
  const chosen = (name: string | RegExp) => page.getByRole('option', { name, selected: true }).waitFor()

  it('shows results while one types, and opens one by the keyboard alone', async () => {
    await page.keyboard.press('Control+k')
    await option('Stats').waitFor()
    await page.keyboard.type('heron')
    await option(/A heron/).waitFor()
    await page.getByText('1 result', { exact: true }).waitFor()
    await checkLooks(page)
    await chosen(/A heron/)
    assert.equal(
      await field().getAttribute('aria-activedescendant'),
      await option(/A heron/).getAttribute('id'),
    )
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/queue\/items\//)
  })

  it('keeps what was searched on the device, goes to pages, and never shows the answer of an older query', async () => {
    await page.goto(`${service.baseUrl}/queue`)
    let release: () => void = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/search/live?*q=stork', async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    await page.keyboard.press('/')
    await option('heron').waitFor()
    const asked = page.waitForRequest(/q=stork/)
    await page.keyboard.type('stork')
    await asked
    await field().fill('heron')
    await option(/A heron/).waitFor()
    release()
    await page.getByText('1 result', { exact: true }).waitFor()
    assert.equal(await option(/A stork/).count(), 0)
    await field().fill('stat')
    await chosen('Stats')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/stats$/)
  })

  it('does the same on every page: goes to others, changes how pages look, and comes back', async () => {
    await page.goto(`${service.baseUrl}/history`)
    await page.keyboard.press('Control+k')
    await option('Stats').waitFor()
    assert.equal(await page.locator('#search').getByRole('button', { name: 'Search' }).isVisible(), false)
    await page.keyboard.type('dark')
    await chosen('Colours: Dark')
    await page.keyboard.press('Enter')
    await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' })
    await page.waitForURL(`${service.baseUrl}/history`)
    for (const [words, name, path] of [
      ['import', 'Import a library', '/import'],
      ['connect', 'Connect an agent', '/connect'],
    ]) {
      await page.keyboard.press('Control+k')
      await page.keyboard.type(words!)
      await option(name!).click()
      await page.waitForURL(`${service.baseUrl}${path}`)
    }
  })

  it('runs the actions of an open item, and tells their keys', async () => {
    await page.goto(`${service.baseUrl}/queue`)
    await page.keyboard.press('/')
    await page.keyboard.type('heron')
    await option(/A heron/).click()
    await page.waitForURL(/\/queue\/items\//)
    await page.keyboard.press('Control+k')
    const favourite = option('Favourite').first()
    await favourite.waitFor()
    assert.equal(await favourite.getAttribute('aria-keyshortcuts'), 'f')
    assert.match((await favourite.getAttribute('class'))!, /^icon-star/)
    await checkLooks(page)
    await favourite.click()
    await page.getByText('Added to favourites.').waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('remove')
    await option('Remove').last().waitFor()
  })

  it('suggests tags in fields for several after each comma', async () => {
    await page.goto(`${service.baseUrl}/queue`)
    await page.keyboard.press('c')
    await page.getByText('Title, note').click()
    await page.locator('#save-link-tags').fill('other, ')
    const values = () =>
      page.evaluate("[...document.querySelectorAll('#tag-options option')].map(({ value }) => value)")
    assert.deepEqual(await values(), ['other, birds'])
  })
})
