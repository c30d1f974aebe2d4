import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Agent, type Entity } from '../support/agent.ts'
import { type ExtensionBrowser, inBackground, startExtension } from '../support/extension.ts'
import { checkLooks, checkLooksInThemes } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'
import { type StartedExtension, startWithExtension } from '../support/started-extension.ts'
import { pressUndo, toastSays } from '../support/toast.ts'
import type { WebServer } from '../support/web-server.ts'

describe('Choosing which tabs the extension saves', () => {
  let started: StartedExtension
  let service: TestService
  let site: WebServer
  let agent: Agent
  let browser: ExtensionBrowser
  before(async () => {
    started = await startWithExtension({ granted: ['tabs'], allowsSite: true })
    ;({ service, site, agent, browser } = started)
  })
  after(() => started.stop())
  afterEach(() => started.reset())

  const openPage = (path: string) => started.openPage(path)

  async function chooserFrom(page: Page): Promise<Page> {
    const popup = await browser.popup(page)
    await popup.getByRole('button', { name: 'Save all tabs' }).click()
    await popup.getByRole('heading', { name: 'Save tabs' }).waitFor()
    return popup
  }

  const pathsIn = async (list: string): Promise<string[]> => {
    const { entities } = await agent.entity(`/queue?state=${list}`)
    return entities.map(({ properties }: Entity) => new URL(properties.url).pathname).toSorted()
  }
  const saveButton = (chooser: Page, count: number) =>
    chooser.getByRole('button', { name: count === 1 ? 'Save 1 tab' : `Save ${count} tabs`, exact: true })

  it('selects all pages except those of the service and saved ones, and undoes their saves', async () => {
    await (await browser.context.newPage()).goto(`${service.baseUrl}/queue`)
    await (await browser.context.newPage()).goto('chrome://version')
    await openPage('/one')
    await openPage('/one')
    await openPage('/two')
    // The popup saves the page that it is opened on.
    const chooser = await chooserFrom(await openPage('/saved'))
    await saveButton(chooser, 2).waitFor()
    assert.deepEqual(await chooser.locator('.tab-title').allTextContents(), [
      'Page /one',
      'Page /two',
      'Page /saved',
    ])
    assert.equal(await chooser.getByRole('checkbox', { name: /Page \/saved/ }).isChecked(), false)

    await saveButton(chooser, 2).press('Enter')
    await chooser.getByText('Saved 2 tabs').waitFor()
    assert.deepEqual(await pathsIn('unread'), ['/one', '/saved', '/two'])
    await chooser.getByRole('button', { name: 'Undo' }).press('Enter')
    await chooser.getByText('Undone').waitFor()
    assert.deepEqual(await pathsIn('unread'), ['/saved'])
  })

  it('saves the selected tabs even if the list is closed, and says so on the active page', async () => {
    const front = await openPage('/front')
    await openPage('/left-out')
    await openPage('/background')
    const chooser = await chooserFrom(await openPage('/saved'))
    await chooser.getByRole('checkbox', { name: /left-out/ }).press('Space')
    let letGo!: () => void
    const isHeld = new Promise<void>((resolve) => (letGo = resolve))
    await browser.context.route(`${service.baseUrl}/queue`, async (route) => (await isHeld, route.continue()))
    await saveButton(chooser, 2).click()
    await chooser.getByText('Saving tabs').waitFor()
    await chooser.close()
    await front.bringToFront()
    letGo()
    await toastSays(front, 'Saved 2 tabs')
    assert.deepEqual(
      (await pathsIn('unread')).filter((path) => path !== '/saved'),
      ['/background', '/front'],
    )
    await pressUndo(front)
    await toastSays(front, 'Undone')
    assert.deepEqual(await pathsIn('unread'), ['/saved'])
  })

  it('treats a page with a queued save as saved', async () => {
    await openPage('/other')
    let letGo!: () => void
    const isHeld = new Promise<void>((resolve) => (letGo = resolve))
    await browser.context.route(`${service.baseUrl}/queue`, async (route) => (await isHeld, route.continue()))
    const chooser = await chooserFrom(await openPage('/under-way'))
    await saveButton(chooser, 1).waitFor()
    assert.equal(await chooser.getByRole('checkbox', { name: /under-way/ }).isChecked(), false)
    letGo()
    await started.itemOf('/under-way')
  })

  it('says how many tabs the service refused, and does not count them as saved', async () => {
    await openPage('/accepted')
    await openPage(`/${'long'.repeat(1100)}`)
    const chooser = await chooserFrom(await openPage('/saved'))
    await saveButton(chooser, 2).click()
    await chooser.getByText('Couldn’t save 1 of 2 tabs. Open the extension to see why.').waitFor()
    assert.ok((await pathsIn('unread')).includes('/accepted'))
    await chooser.reload()
    await chooser.getByRole('checkbox', { name: /longlong/, checked: true }).waitFor()
  })

  it('works with 200 tabs, which are filtered and selected together', async () => {
    const chooser = await chooserFrom(await openPage('/many'))
    const tabs = Array.from({ length: 200 }, (_, index) => ({
      id: 9000 + index,
      url: `${site.origin}/many/${index}`,
      title: `${index % 2 ? 'Odd' : 'Even'} tab number ${index} with quite a long title`,
    }))
    await inBackground(browser, `void (chrome.tabs.query = async () => ${JSON.stringify(tabs)})`)
    await chooser.reload()
    await saveButton(chooser, 200).waitFor()
    const foot = await chooser.evaluate<number>(
      'document.querySelector("#footer").getBoundingClientRect().bottom',
    )
    assert.ok(foot <= 600, `${foot} px`)
    await checkLooksInThemes(chooser, 'tabs')
    const all = chooser.getByRole('checkbox', { name: 'All tabs' })
    await all.press('Space')
    assert.equal(await chooser.getByRole('button', { name: 'Save 0 tabs' }).isDisabled(), true)
    await chooser.getByLabel('Filter').fill('odd')
    await all.press('Space')
    await chooser.getByLabel('Filter').fill('')
    await saveButton(chooser, 100).click()
    await chooser.getByText('Saved 100 tabs').waitFor()
    assert.equal(
      (await pathsIn('unread&limit=100')).filter((path) => path.startsWith('/many/')).length > 90,
      true,
    )
    await chooser.getByRole('button', { name: 'Undo' }).click()
    await chooser.getByText('Undone').waitFor()
    assert.deepEqual(
      (await pathsIn('unread')).filter((path) => path.startsWith('/many/')),
      [],
    )
  })
})

describe('Asking for the tabs permission', () => {
  it('is explained before the browser asks', async (t) => {
    const service = await startService('sqlite')
    t.after(() => service.stop())
    const browser = await startExtension(service.baseUrl)
    t.after(() => browser.close())
    const page = await browser.context.newPage()
    await page.goto(browser.address('tabs.html?window=1'))
    await page.getByText('the extension has to see their titles and addresses').waitFor()
    await checkLooks(page)
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Continue')
  })
})
