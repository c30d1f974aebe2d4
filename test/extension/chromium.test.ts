import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Agent, connectAgent, type Person, signUp } from '../support/agent.ts'
import { startArticles } from '../support/articles.ts'
import { eventually } from '../support/eventually.ts'
import { approveIn, type ExtensionBrowser, startExtension } from '../support/extension.ts'
import { startService, type TestService } from '../support/service.ts'
import type { WebServer } from '../support/web-server.ts'

describe('The extension in Chromium', () => {
  let service: TestService
  let site: WebServer
  let person: Person
  let agent: Agent
  let browser: ExtensionBrowser
  before(async () => {
    service = await startService('sqlite')
    site = await startArticles()
    person = await signUp(service.baseUrl)
    agent = await connectAgent(service.baseUrl, person)
    browser = await startExtension(service.baseUrl)
  })
  after(async () => {
    await browser.close()
    await site.stop()
    await service.stop()
  })

  async function openPage(path: string): Promise<Page> {
    const page = await browser.context.newPage()
    await page.goto(site.origin + path)
    return page
  }

  it('keeps a save while nobody is signed in, and sends it after signing in', async () => {
    const page = await openPage('/first')
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByRole('heading', { name: 'Not signed in' }).waitFor()

    const opened = browser.context.waitForEvent('page')
    await popup.getByRole('button', { name: 'Sign in' }).click()
    await approveIn(await opened, person)
    await popup.getByRole('heading', { name: 'Saved' }).waitFor()

    const queue = await eventually(
      () => agent.entity('/queue'),
      (queue) => queue.entities.length === 1,
    )
    assert.equal(queue.entities[0].properties.url, `${site.origin}/first`)
    const content = await eventually(
      async () =>
        (
          await agent.call(`${queue.entities[0].links[0].href}/content`, {
            headers: { accept: 'text/plain' },
          })
        ).text(),
      (text) => text.includes('written by a script'),
    )
    assert.match(content, /written by a script/)
    assert.equal(queue.entities[0].properties.savedBy.name, 'Reading Queue for Chrome')
  })
})
