import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Agent, connectAgent, type Person, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { approveIn, type ExtensionBrowser, startExtension } from '../support/extension.ts'
import { startService, type TestService } from '../support/service.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

describe('The extension in Chromium', () => {
  let service: TestService
  let site: WebServer
  let person: Person
  let agent: Agent
  let browser: ExtensionBrowser
  before(async () => {
    service = await startService('sqlite')
    site = await startWebServer((request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(pageAt(request.url ?? '/'))
    })
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

/** An article whose last paragraph only a browser sees. */
function pageAt(path: string): string {
  const sentence = 'This sentence is one of many that make an article long enough to be worth reading. '
  return `<!doctype html><html lang="en"><head><title>Page ${path}</title></head>
    <body><article><h1>Page ${path}</h1><p>${sentence.repeat(8)}</p><p>${sentence.repeat(8)}</p></article>
    <script>
      const added = document.createElement('p')
      added.textContent = 'This part was written by a script in the browser. ${sentence.repeat(4)}'
      document.querySelector('article').append(added)
    </script></body></html>`
}
