import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Agent } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { badgeOf, type ExtensionBrowser } from '../support/extension.ts'
import type { TestService } from '../support/service.ts'
import { type StartedExtension, startWithExtension } from '../support/started-extension.ts'
import type { WebServer } from '../support/web-server.ts'

describe('The badge of the extension on saved pages', () => {
  let started: StartedExtension
  let service: TestService
  let site: WebServer
  let agent: Agent
  let browser: ExtensionBrowser
  const requested: string[] = []
  const addresses: string[] = []
  before(async () => {
    started = await startWithExtension({ granted: ['tabs'] })
    ;({ service, site, agent, browser } = started)
    browser.context.on('request', (request) => {
      if (!request.url().startsWith(service.baseUrl)) return
      addresses.push(request.url())
      const isAsked = request.method() === 'POST' && request.url().endsWith('/find-link')
      if (isAsked) requested.push(new URL((request.postDataJSON() as { url: string }).url).pathname)
    })
  })
  after(() => started.stop())

  const openPage = (path: string) => started.openPage(path)

  async function choose(isChosen: boolean): Promise<void> {
    const options = await browser.context.newPage()
    await options.goto(browser.address('options.html'))
    const box = options.getByRole('checkbox', { name: 'Show ✓ on pages that are saved' })
    await options.getByText('so the service learns their addresses').waitFor()
    await eventually(
      () => box.isEnabled(),
      (isEnabled) => isEnabled,
    )
    await box.setChecked(isChosen, { force: true }).catch(() => undefined)
    const chosen = 'chrome.storage.local.get("marksSaved").then(({ marksSaved }) => marksSaved === true)'
    await eventually(
      () => options.evaluate<boolean>(chosen),
      (value) => value === isChosen,
    )
    await options.close()
  }

  it('causes no requests until the person turns it on', async () => {
    await agent.save({ url: `${site.origin}/saved?with=query` })
    await (await openPage('/before')).close()
    await choose(true)
    const page = await openPage('/saved?with=query#a-part-of-it')
    await eventually(
      () => badgeOf(browser, page),
      (badge) => badge === '✓',
    )
    assert.deepEqual(requested, ['/saved'])
    const { host } = new URL(page.url())
    assert.deepEqual(
      addresses.filter((address) => decodeURIComponent(address).includes(host)),
      [],
      'The page is named in no address, which stand in logs.',
    )
    await page.close()
  })

  it('is not on another page whose address begins like a saved one', async () => {
    const page = await openPage('/saved')
    await eventually(
      async () => requested,
      ({ length }) => length === 2,
    )
    await openPage('/later')
    await eventually(
      async () => requested,
      (paths) => paths.includes('/later'),
    )
    assert.deepEqual(requested, ['/saved', '/saved', '/later'])
    assert.equal(await badgeOf(browser, page), '')
    for (const opened of browser.context.pages().slice(1)) await opened.close()
  })

  it('asks only about the last address of a page that changes it many times', async () => {
    const page = await openPage('/many')
    await eventually(
      async () => requested,
      (paths) => paths.includes('/many'),
    )
    await page.evaluate(
      `for (let number = 0; number < 20; number++) history.pushState(null, '', '/many/' + number)`,
    )
    await eventually(
      async () => requested,
      (paths) => paths.includes('/many/19'),
    )
    assert.ok(requested.filter((path) => path.startsWith('/many/')).length < 5, requested.join())
    await page.close()
  })

  it('can be turned off only once the setting is loaded', async () => {
    const options = await browser.context.newPage()
    await options.addInitScript(
      `const { contains } = chrome.permissions
      chrome.permissions.contains = (asked) =>
        new Promise((resolve) => { globalThis.answer = () => resolve(contains.call(chrome.permissions, asked)) })`,
    )
    await options.goto(browser.address('options.html'))
    const box = options.getByRole('checkbox', { name: 'Show ✓ on pages that are saved' })
    await eventually(
      () => options.evaluate<boolean>('typeof answer === "function"'),
      (isAsked) => isAsked,
    )
    assert.equal(await box.isDisabled(), true)
    await options.evaluate('answer()')
    await eventually(
      () => box.isEnabled(),
      (isEnabled) => isEnabled,
    )
    assert.equal(await box.isChecked(), true)
    await options.close()
  })

  it('causes no requests after it is turned off', async () => {
    await choose(false)
    await (await openPage('/after')).close()
    await choose(true)
    await openPage('/on-again')
    await eventually(
      async () => requested,
      (paths) => paths.includes('/on-again'),
    )
    assert.equal(requested.includes('/after'), false)
  })
})
