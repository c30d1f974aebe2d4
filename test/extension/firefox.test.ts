import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'puppeteer-core'
import { type Agent, connectAgent, type Entity, PASSWORD, type Person, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { findFirefox, type FirefoxExtension, nextPage, startFirefox } from '../support/firefox.ts'
import { freePort } from '../support/free-port.ts'
import { startArticles } from '../support/articles.ts'
import { startService, type TestService } from '../support/service.ts'
import type { WebServer } from '../support/web-server.ts'

const executable = findFirefox()
const isRequired = Boolean(process.env['CI'])
const missing = 'no Firefox is installed; name one in FIREFOX'

describe('The extension in Firefox', { skip: !executable && !isRequired && missing }, () => {
  let service: TestService
  let env: Record<string, string>
  let site: WebServer
  let firefox: FirefoxExtension
  let person: Person
  let agent: Agent
  before(async () => {
    assert.ok(executable, missing)
    env = { PORT: String(await freePort()) }
    service = await startService('sqlite', { env })
    site = await startArticles()
    firefox = await startFirefox(executable, service.baseUrl)
  })
  after(async () => {
    await firefox?.close()
    await site?.stop()
    await service?.stop()
  })

  it('signs in and saves the page as shown', async () => {
    person = await signUp(service.baseUrl)
    agent = await connectAgent(service.baseUrl, person)
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
      (response) => response === 'clicked',
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

  const openPage = async (path: string): Promise<Page> => {
    const page = await firefox.browser.newPage()
    await page.goto(site.origin + path)
    return page
  }
  const waitForText = (name: string, words: string) =>
    eventually(
      () => firefox.inPage(name, 'document.body.innerText'),
      (text) => String(text).includes(words),
    )
  const pathsIn = async (list: string): Promise<string[]> => {
    const { entities } = await agent.entity(`/queue?state=${list}`)
    return entities.map(({ properties }: Entity) => new URL(properties.url).pathname).toSorted()
  }
  const openOwnPage = (name: string) =>
    firefox.inBrowser(
      `gBrowser.selectedTab = gBrowser.addTrustedTab('moz-extension://' + extension.uuid + '/${name}')`,
    )

  it('highlights by shortcut, says so on the page, and undoes it', async () => {
    const page = await openPage('/highlighted')
    await page.evaluate("getSelection().selectAllChildren(document.querySelector('article p:last-child'))")
    await firefox.inBrowser("document.querySelector('keyset[id^=ext-keyset] key[key=Y]').doCommand()")
    const toast = `content.document.querySelector('reading-queue-toast')?.openOrClosedShadowRoot`
    const shown = await eventually(
      () =>
        firefox.inTab(`((button) => button && ((box) =>
          JSON.stringify([${toast}.textContent, box.x + box.width / 2, box.y + box.height / 2])
        )(button.getBoundingClientRect()))(${toast}?.querySelector('button'))`),
      (shown) => typeof shown === 'string',
    )
    const [text, x, y] = JSON.parse(String(shown)) as [string, number, number]
    assert.match(text, /^Highlighted in Reading Queue/)
    // It stays as long as the pointer is on it.
    await page.mouse.move(x, y)
    assert.deepEqual(await pathsIn('unread'), ['/first', '/highlighted'])
    await page.mouse.click(x, y)
    await eventually(
      () => firefox.inTab(`${toast}?.textContent`),
      (text) => String(text).startsWith('Undone'),
    )
    assert.deepEqual(await pathsIn('unread'), ['/first'])
  })

  it('asks for the tabs permission before listing tabs, handles a denial, and saves the chosen ones', async () => {
    await openPage('/one')
    await openPage('/two')
    await firefox.press()
    // The popup closes then, often before it answers.
    await eventually(
      async () => {
        await firefox.inPopup(
          `[...document.querySelectorAll('#footer button')].find(({ textContent }) => textContent === 'Save all tabs')?.click()`,
        )
        return firefox.inPage('tabs.html', 'document.title')
      },
      (title) => title !== undefined,
    )
    await waitForText('tabs.html', 'has to see their titles and addresses')
    await firefox.click('tabs.html', '#footer button')
    await firefox.answer('deny')
    await waitForText('tabs.html', 'isn’t allowed to see your tabs')
    await firefox.click('tabs.html', '#footer button')
    await firefox.answer('allow')
    await waitForText('tabs.html', 'Page /one')
    const wasSaved = (await pathsIn('unread')).length
    await firefox.click('tabs.html', '#footer .main')
    await waitForText('tabs.html', 'Undo')
    const saved = await pathsIn('unread')
    assert.ok(saved.includes('/one') && saved.includes('/two'), saved.join())
    await firefox.click('tabs.html', '#footer button')
    await waitForText('tabs.html', 'Undone')
    assert.equal((await pathsIn('unread')).length, wasSaved)
  })

  it('shows the permission in the options, revokes it there, and asks again for the badge', async () => {
    await openOwnPage('options.html')
    const isChecked = (id: string, isOn: boolean) =>
      eventually(
        () => firefox.inPage('options.html', `document.querySelector('#${id}')?.checked`),
        (isChecked) => isChecked === isOn,
      )
    await isChecked('sees-tabs', true)
    await firefox.click('options.html', '#sees-tabs')
    await eventually(
      () => firefox.inBrowser("return extension.hasPermission('tabs')"),
      (isGiven) => isGiven === false,
    )
    await firefox.click('options.html', '#marks-saved')
    await firefox.answer('deny')
    await waitForText('options.html', 'Your browser didn’t change the permission.')
    await isChecked('marks-saved', false)
    await firefox.click('options.html', '#marks-saved')
    await firefox.answer('allow')
    await isChecked('marks-saved', true)
    await isChecked('sees-tabs', true)
    await waitForText('options.html', 'The service is asked about every page you look at')
  })

  it('marks only pages that are saved', async () => {
    const badge = () =>
      firefox.inBrowser(`
        const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs')
        const { action } = ExtensionParent.apiManager.global.browserActionFor(extension)
        return action.getContextData(gBrowser.selectedTab).badgeText`)
    await openPage('/first?of=another')
    assert.equal(await badge(), '')
    await openPage('/first')
    await eventually(badge, (text) => text === '✓')
  })

  it('searches the queue from the address bar', async () => {
    await agent.save({ url: 'https://example.org/hypermedia', title: 'Hypermedia & <b>you</b>' })
    const listed = async () =>
      String(
        await firefox.inBrowser(
          `return [...document.querySelectorAll('.urlbarView-row')].map(({ innerText }) => innerText).join()`,
        ),
      )
    const hasItem = (rows: string) => rows.includes('<b>you</b>')
    // The address bar gives up on an extension that has not answered in time; a person then types again.
    const rows = await eventually(async () => {
      await firefox.inBrowser("gURLBar.focus(); await gURLBar.search('rq hypermedia')")
      return eventually(listed, hasItem, 5).catch(listed)
    }, hasItem)
    assert.match(rows, /Hypermedia & <b>you<\/b>.*example\.org/s)
    await firefox.inBrowser('gURLBar.view.close()')
  })

  it('lists unread items in the sidebar', async () => {
    await firefox.inBrowser(`
      const { ExtensionCommon } = ChromeUtils.importESModule('resource://gre/modules/ExtensionCommon.sys.mjs')
      await SidebarController.show(ExtensionCommon.makeWidgetId(extension.id) + '-sidebar-action')`)
    await waitForText('panel.html', 'Hypermedia & <b>you</b>')
    await firefox.click('panel.html', '.side-items button')
    await waitForText('panel.html', 'Marked as read')
    assert.equal((await pathsIn('unread')).includes('/hypermedia'), false)
  })

  it('shows its shortcuts on the welcome page, and logs no errors in any of these tests', async () => {
    await openOwnPage('welcome.html')
    const text = String(await waitForText('welcome.html', 'Alt+Shift+Q'))
    assert.match(text, /Alt\+Shift\+Y Highlight in Reading Queue/)
    assert.match(text, /You’re signed in to/)
    assert.equal(await firefox.mistakes(), '')
  })

  it('keeps a note that is typed while the service is unreachable, and sends it once', async () => {
    await openPage('/edited')
    await firefox.press()
    await eventually(
      () => pathsIn('unread'),
      (paths) => paths.includes('/edited'),
    )
    await eventually(
      () => firefox.inPopup(`document.querySelector('#icons').hidden`),
      (isHidden) => isHidden === false,
    )
    await service.running.close()
    await firefox.inPopup(`(() => {
      const note = document.querySelector('textarea')
      note.value = 'Typed without a connection'
      note.dispatchEvent(new Event('input', { bubbles: true }))
      note.dispatchEvent(new Event('change', { bubbles: true }))
    })()`)
    await eventually(
      () => firefox.inPopup('document.body.innerText'),
      (text) => String(text).includes('Kept here until the service can be reached'),
    )
    service = await startService('sqlite', { env, databaseUrl: service.databaseUrl })
    await firefox.inPopup(`void dispatchEvent(new Event('online'))`)
    const edited = await eventually(
      async () => {
        const { entities } = await agent.entity('/queue')
        return entities.find(({ properties }: Entity) => properties.note === 'Typed without a connection')
      },
      (item) => item !== undefined,
    )
    const history = await agent.entity('/queue/changes?limit=100')
    assert.deepEqual(
      history.entities
        .filter(({ properties }: Entity) => properties.itemId === edited!.properties.id)
        .map(({ properties }: Entity) => properties.action)
        .filter((name: string) => name === 'edit-item'),
      ['edit-item'],
    )
  })
})

function arrival(window: Page, path: string): Promise<string> {
  return eventually(
    async () => window.url(),
    (url) => URL.parse(url)?.pathname === path,
  )
}
