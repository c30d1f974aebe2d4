import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Person, signUp } from '../support/agent.ts'
import { startArticles } from '../support/articles.ts'
import { connect, type ExtensionBrowser, signInto, startExtension } from '../support/extension.ts'
import { checkLooksInThemes, checkWidth } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'
import type { WebServer } from '../support/web-server.ts'

describe('Popup and options look right in every theme', () => {
  let service: TestService
  let site: WebServer
  let person: Person
  let browser: ExtensionBrowser
  before(async () => {
    service = await startService('sqlite')
    site = await startArticles()
    person = await signUp(service.baseUrl)
    browser = await startExtension(service.baseUrl)
    await signInto(browser, service.baseUrl, person)
  })
  after(async () => {
    await browser.close()
    await site.stop()
    await service.stop()
  })

  async function popupOf(path: string): Promise<Page> {
    const page = await browser.context.newPage()
    await page.goto(site.origin + path)
    await browser.press(page)
    return browser.popup(page)
  }

  async function openOptions(): Promise<Page> {
    const page = await browser.context.newPage()
    await page.goto(browser.address('options.html'))
    await page.getByRole('heading', { name: 'Waiting to be sent' }).waitFor()
    return page
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()

  it('before sign-in', async () => {
    const popup = await popupOf('/kept')
    await heading(popup, 'Not signed in')
    await assertClean(popup, 'popup-signed-out')
    await assertClean(await openOptions(), 'options-signed-out')
  })

  it('with an item, and with a removed one', async () => {
    await connect(browser, person)
    const popup = await popupOf('/a-page-with-quite-a-long-address-that-has-to-break-somewhere')
    await heading(popup, 'Saved')
    for (const tag of ['hypermedia', 'to-read-on-the-train', 'web']) {
      await popup.getByLabel('Add a tag').fill(tag)
      await popup.getByLabel('Add a tag').press('Enter')
      await popup.getByRole('button', { name: `Remove the tag ${tag}` }).waitFor()
    }
    await popup.getByLabel('Note').fill('Someone spoke of it')
    await popup.getByText('Note saved').waitFor()
    await assertClean(popup, 'popup-saved')
    await popup.getByRole('button', { name: 'Remove', exact: true }).click()
    await heading(popup, 'Removed')
    await assertClean(popup, 'popup-removed')
  })

  it('with a selection that can be highlighted', async () => {
    const page = await browser.context.newPage()
    await page.goto(`${site.origin}/selected`)
    await page.evaluate("getSelection().selectAllChildren(document.querySelector('h1'))")
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByRole('button', { name: 'Highlight the selection' }).waitFor()
    await assertClean(popup, 'popup-highlight')
  })

  it('with refused and queued saves', async () => {
    const refused = await popupOf(`/${'long'.repeat(1100)}`)
    await heading(refused, 'Not saved')
    await assertClean(refused, 'popup-refused')
    await browser.context.route(`${service.baseUrl}/**`, (route) => route.abort())
    const waiting = await popupOf('/waits')
    await heading(waiting, 'Waiting to be sent')
    await assertClean(waiting, 'popup-waiting')
    const options = await openOptions()
    await assertClean(options, 'options-waiting')
    await options.getByRole('button', { name: 'Sign out' }).click()
    await options.getByText('the service couldn’t be reached').waitFor()
    await assertClean(options, 'options-trouble')
  })

  it('when used by keyboard only', async () => {
    const options = await openOptions()
    await options.keyboard.press('Tab')
    assert.equal(await focused(options), 'address')
    await options.keyboard.press('Tab')
    assert.equal(await focused(options), 'Check and use')
    await options.keyboard.press('Enter')
    await options
      .locator('#notices')
      .getByText(/can’t be reached/)
      .waitFor()
  })
})

async function assertClean(page: Page, name: string): Promise<void> {
  for (const width of [384, 320, 1000]) {
    await page.setViewportSize({ width, height: 600 })
    await checkWidth(page, `${name} at ${width}`)
  }
  await checkLooksInThemes(page, name)
}

function focused(page: Page): Promise<string> {
  return page.evaluate<string>('document.activeElement.name || document.activeElement.textContent')
}
