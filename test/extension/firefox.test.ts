import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'puppeteer-core'
import { connectAgent, PASSWORD, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { findFirefox, type FirefoxExtension, nextPage, startFirefox } from '../support/firefox.ts'
import { startArticles } from '../support/articles.ts'
import { startService, type TestService } from '../support/service.ts'
import type { WebServer } from '../support/web-server.ts'

const executable = findFirefox()
const isRequired = Boolean(process.env['CI'])
const missing = 'no Firefox is installed; name one in FIREFOX'

describe('The extension in Firefox', { skip: !executable && !isRequired && missing }, () => {
  let service: TestService
  let site: WebServer
  let firefox: FirefoxExtension
  before(async () => {
    assert.ok(executable, missing)
    service = await startService('sqlite')
    site = await startArticles()
    firefox = await startFirefox(executable, service.baseUrl)
  })
  after(async () => {
    await firefox?.close()
    await site?.stop()
    await service?.stop()
  })

  it('signs in and saves the page as it is seen', async () => {
    const person = await signUp(service.baseUrl)
    const agent = await connectAgent(service.baseUrl, person)
    const page = await firefox.browser.newPage()
    await page.goto(`${site.origin}/first`)
    await firefox.press()
    await eventually(
      () => firefox.inPopup('document.body.innerText'),
      (text) => String(text).includes('Not signed in'),
    )

    const opened = nextPage(firefox.browser)
    await eventually(
      () => firefox.inPopup(`(document.querySelector('.button.main').click(), 'clicked')`),
      (answer) => answer === 'clicked',
    )
    const window = await opened
    await arrival(window, '/login')
    await window.locator('[name=email]').fill(person.email)
    await window.locator('[name=password]').fill(PASSWORD)
    await window.keyboard.press('Enter')
    await arrival(window, '/oauth/authorize')
    await window.locator('[value=approve]').click()

    const queue = await eventually(
      () => agent.entity('/queue'),
      (queue) => queue.entities.length === 1,
    )
    assert.equal(queue.entities[0].properties.url, `${site.origin}/first`)
    assert.equal(queue.entities[0].properties.savedBy.name, 'Reading Queue for Firefox')
    const href = `${queue.entities[0].links[0].href}/content`
    const text = await eventually(
      async () => (await agent.call(href, { headers: { accept: 'text/plain' } })).text(),
      (text) => text.includes('written by a script'),
    )
    assert.match(text, /written by a script/)
  })
})

function arrival(window: Page, path: string): Promise<string> {
  return eventually(
    async () => window.url(),
    (url) => URL.parse(url)?.pathname === path,
  )
}
