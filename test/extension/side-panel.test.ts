import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import {
  approveIn,
  type ExtensionBrowser,
  inBackground,
  signInto,
  startExtension,
} from '../support/extension.ts'
import { checkLooks, checkLooksInThemes } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

describe('The extension’s side panel', () => {
  let service: TestService
  let person: Person
  let agent: Agent
  let browser: ExtensionBrowser
  let panel: Page
  before(async () => {
    service = await startService('sqlite')
    person = await signUp(service.baseUrl)
    agent = await connectAgent(service.baseUrl, person)
    browser = await startExtension(service.baseUrl)
    await signInto(browser, service.baseUrl, person)
    panel = await browser.context.newPage()
    await panel.setViewportSize({ width: 320, height: 600 })
    await panel.goto(browser.address('panel.html'))
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  const rows = () => panel.locator('#items a').allTextContents()
  const unread = async () => (await agent.entity('/queue')).entities.map(({ title }: Entity) => title)

  it('is registered with the browser', async () => {
    const { path } = await inBackground<{ path: string }>(browser, 'chrome.sidePanel.getOptions({})')
    assert.match(path, /panel\.html$/)
  })

  it('signs in, and shows the newest unread items', async () => {
    for (let number = 1; number <= 30; number++) {
      await agent.save({ url: `https://example.org/${number}`, title: `Item <b>${number}</b>` })
    }
    await panel.getByText('You’re not signed in to the service.').waitFor()
    await checkLooks(panel, 'side panel, signed out')
    const opened = browser.context.waitForEvent('page')
    await panel.getByRole('button', { name: 'Sign in' }).click()
    await approveIn(await opened, person)
    await panel.getByRole('link', { name: 'Item <b>30</b>', exact: true }).waitFor()
    assert.deepEqual((await rows()).slice(0, 2), ['Item <b>30</b>', 'Item <b>29</b>'])
  })

  it('loads more items, and looks right in light and dark', async () => {
    const before = (await rows()).length
    await panel.getByRole('button', { name: 'Show more' }).press('Enter')
    await eventually(rows, ({ length }) => length > before)
    await checkLooksInThemes(panel, 'side panel')
  })

  it('marks an item as read and undoes that, and the focus stays', async () => {
    await panel.getByRole('button', { name: 'Mark as read: Item <b>30</b>' }).press('Enter')
    await panel.getByRole('status').getByText('Marked as read').waitFor()
    assert.equal((await unread())[0], 'Item <b>29</b>')
    const focused = () => panel.evaluate<string>('document.activeElement.ariaLabel')
    assert.equal(await focused(), 'Mark as unread: Item <b>30</b>')
    await panel.keyboard.press('Enter')
    await panel.getByRole('status').getByText('Marked as unread').waitFor()
    assert.equal((await unread()).includes('Item <b>30</b>'), true)
  })

  it('opens an item in a new tab', async () => {
    const opened = browser.context.waitForEvent('page')
    await panel.getByRole('link', { name: 'Item <b>30</b>' }).click()
    const page = await opened
    await page.waitForURL(/\/queue\/items\//)
    await page.getByRole('heading', { name: 'Item <b>30</b>' }).first().waitFor()
  })
})
