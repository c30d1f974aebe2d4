import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Person, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import {
  approveIn,
  type ExtensionBrowser,
  inBackground,
  signInto,
  startExtension,
} from '../support/extension.ts'
import { checkLooksInThemes } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

describe('The welcome page of the extension', () => {
  let service: TestService
  let person: Person
  let browser: ExtensionBrowser
  let page: Page
  before(async () => {
    service = await startService('sqlite')
    person = await signUp(service.baseUrl)
    browser = await startExtension(service.baseUrl, { keepsWelcome: true })
    await signInto(browser, service.baseUrl, person)
    page = browser.context.pages().find((page) => page.url().endsWith('/welcome.html'))!
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  it('opens on install, shows the shortcuts of this browser and looks right', async () => {
    await page.getByRole('heading', { name: 'Welcome to Reading Queue' }).waitFor()
    await page.getByText(/Pin the button|The button is on your toolbar/).waitFor()
    const keys = await inBackground<string[]>(
      browser,
      'chrome.commands.getAll().then((all) => all.map(({ shortcut }) => shortcut).filter(Boolean))',
    )
    assert.ok(keys.length > 0)
    assert.deepEqual((await page.locator('kbd').allTextContents()).toSorted(), keys.toSorted())
    for (const width of [1000, 320]) {
      await page.setViewportSize({ width, height: 700 })
      await checkLooksInThemes(page, `welcome, ${width}`)
    }
  })

  it('signs in by keyboard only', async () => {
    const opened = browser.context.waitForEvent('page')
    await page.bringToFront()
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    for (let presses = 0; (await focused()) !== 'Sign in' && presses < 10; presses++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await approveIn(await opened, person)
    await page.getByText(`You’re signed in to ${service.baseUrl} as ${person.email}.`).waitFor()
  })

  it('explains a permission before asking for it, and can revoke it', async () => {
    await page.evaluate(`{
      globalThis.asked = []
      let isGiven = false
      chrome.permissions.contains = async () => isGiven
      chrome.permissions.request = async ({ permissions }) => (asked.push('request ' + permissions), (isGiven = true))
      chrome.permissions.remove = async ({ permissions }) => (asked.push('remove ' + permissions), !(isGiven = false))
    }`)
    const tabs = page.getByRole('checkbox', { name: 'See the tabs of a window' })
    assert.match((await tabs.getAttribute('aria-describedby')) ?? '', /hint/)
    await page.getByText('has to see their titles and addresses').waitFor()
    assert.deepEqual(await page.evaluate('asked'), [])
    await tabs.press('Space')
    await tabs.press('Space')
    await eventually(
      () => page.evaluate<string[]>('asked'),
      (permissionCalls) => permissionCalls.join() === 'request tabs,remove tabs',
    )
    await page.getByRole('checkbox', { name: 'See the tabs of a window', checked: false }).waitFor()
  })

  it('works in a browser without menus and shortcuts, as does the popup where no page is known', async (t) => {
    const bare = await startExtension(service.baseUrl, { keepsWelcome: true, isWithoutMenus: true })
    t.after(() => bare.close())
    const page = bare.context.pages().find((page) => page.url().endsWith('/welcome.html'))
    await page!.getByText(`You’re not signed in to ${service.baseUrl}.`).waitFor()
    await page!.getByText(/Pin the button|The button is on your toolbar/).waitFor()
    assert.equal(await page!.locator('kbd').count(), 0)
    const own = await bare.context.newPage()
    await own.goto('data:text/html,nothing')
    const popup = await bare.popup(own)
    await popup.getByText('Only web pages can be saved.').waitFor()
    assert.equal(await popup.locator('#page').isVisible(), false)
  })

  it('does not open on an update', async () => {
    await page.close()
    const open = () => browser.context.pages().filter((page) => page.url().endsWith('/welcome.html')).length
    assert.equal(open(), 0)
    await inBackground(browser, "chrome.runtime.onInstalled.dispatch({ reason: 'update' })")
    const next = browser.context.waitForEvent('page')
    await inBackground(browser, "chrome.runtime.onInstalled.dispatch({ reason: 'install' })")
    await (await next).waitForURL(/welcome\.html$/)
    assert.equal(open(), 1)
  })
})
