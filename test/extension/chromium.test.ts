import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { builtInClient } from '../../src/oauth/built-in-clients.ts'
import { type Agent, type Entity, type Person } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import {
  approveIn,
  badgeOf,
  type ExtensionBrowser,
  inBackground,
  inOutbox,
  keepBusy,
} from '../support/extension.ts'
import type { TestService } from '../support/service.ts'
import { type StartedExtension, startWithExtension } from '../support/started-extension.ts'
import { toastSays } from '../support/toast.ts'
import type { WebServer } from '../support/web-server.ts'

describe('The extension in Chromium', () => {
  let started: StartedExtension
  let service: TestService
  let site: WebServer
  let person: Person
  let agent: Agent
  let browser: ExtensionBrowser
  before(async () => {
    started = await startWithExtension({ until: 'built' })
    ;({ service, site, person, agent, browser } = started)
  })
  after(() => started.stop())

  const openPage = (path: string) => started.openPage(path)

  const itemOf: StartedExtension['itemOf'] = (path, isDone) => started.itemOf(path, isDone)

  async function articleOf(item: Entity): Promise<string> {
    const headers = { accept: 'text/plain' }
    return eventually(
      async () => (await agent.call(`${item.links[0].href}/content`, { headers })).text(),
      (text) => text.includes('long enough'),
    )
  }

  it('has the id and the redirect address that the service expects', async () => {
    const [id, redirect] = await inBackground<string[]>(
      browser,
      "[chrome.runtime.id, chrome.identity.getRedirectURL('cb')]",
    )
    assert.equal(redirect, `https://${id}.chromiumapp.org/cb`)
    assert.deepEqual(builtInClient('reading-queue-chrome', [])?.redirectUris, [redirect])
    assert.deepEqual(
      await inBackground(browser, 'chrome.permissions.getAll().then((all) => all.permissions.toSorted())'),
      ['activeTab', 'alarms', 'contextMenus', 'identity', 'scripting', 'sidePanel', 'storage'],
    )
  })

  it('has a manifest without errors', async () => {
    const page = await browser.context.newPage()
    await page.goto('chrome://extensions')
    const errors = await page.evaluate(
      'chrome.developerPrivate.getExtensionsInfo().then((all) => all.filter(({ name }) => name === "Reading Queue").map(({ manifestErrors }) => manifestErrors))',
    )
    assert.deepEqual(errors, [[]])
    await page.close()
  })

  it('keeps a save while nobody is signed in, and sends it after sign-in', async () => {
    const page = await openPage('/first')
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByRole('heading', { name: 'Not signed in' }).waitFor()

    const opened = browser.context.waitForEvent('page')
    await popup.getByRole('button', { name: 'Sign in' }).click()
    await approveIn(await opened, person)
    await popup.getByRole('heading', { name: 'Saved', exact: true }).waitFor()

    const item = await itemOf('/first')
    assert.equal(item.properties.savedBy.name, 'Reading Queue for Chrome')
    assert.match(await articleOf(item), /written by a script in the browser/)
    assert.equal((await agent.entity('/queue')).entities.length, 1)
  })

  it('saves the page as shown with one click, and says so on the button', async () => {
    const page = await openPage('/pressed')
    await browser.press(page)
    const item = await itemOf('/pressed')
    assert.match(await articleOf(item), /written by a script in the browser/)
    assert.equal(item.properties.title, 'Page /pressed')
    await eventually(
      () => badgeOf(browser, page),
      (badge) => badge === '✓',
    )
  })

  it('marks as read, tags, edits the note, removes and restores from the popup', async () => {
    const page = await openPage('/changed')
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByRole('button', { name: 'Mark as read' }).click()
    await popup.getByRole('button', { name: 'Mark as unread' }).waitFor()
    await popup.getByRole('button', { name: 'Favourite', exact: true }).click()
    await popup.getByRole('button', { name: 'Remove from favourites' }).waitFor()
    await popup.getByLabel('Add a tag').fill('Web')
    await popup.getByLabel('Add a tag').press('Enter')
    await popup.getByRole('button', { name: 'Remove the tag web' }).waitFor()
    await popup.getByLabel('Note').fill('From <b>the</b> popup')
    await popup.getByText('Note saved').waitFor()

    const { properties } = await itemOf('/changed')
    assert.deepEqual(
      [properties.tags, properties.note, properties.readAt !== null, properties.favouritedAt !== null],
      [['web'], 'From <b>the</b> popup', true, true],
    )

    await popup.getByRole('button', { name: 'Remove', exact: true }).click()
    await popup.getByRole('button', { name: 'Undo' }).click()
    await popup.getByRole('button', { name: 'Mark as unread' }).waitFor()
    assert.equal((await itemOf('/changed')).properties.removedAt, null)
  })

  it('shows what it saved when opened again, and saves again only on request', async () => {
    const page = await openPage('/again')
    await browser.press(page)
    const first = await browser.popup(page)
    await first.getByRole('button', { name: 'Mark as read' }).click()
    await first.getByRole('button', { name: 'Mark as unread' }).waitFor()
    const second = await browser.popup(page)
    await second.getByRole('button', { name: 'Mark as unread' }).waitFor()
    assert.notEqual((await itemOf('/again')).properties.readAt, null)

    await second.getByRole('button', { name: 'Move to the top' }).click()
    await second.getByText('Moved to the top').waitFor()
    assert.equal((await itemOf('/again')).properties.readAt, null)
  })

  it('shows the state of an item that was already saved', async () => {
    await agent.save({ url: `${site.origin}/known`, tags: 'from-an-agent', note: 'An old note' })
    const page = await openPage('/known')
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByRole('heading', { name: 'Already in your queue' }).waitFor()
    await popup.getByRole('button', { name: 'Remove the tag from-an-agent' }).waitFor()
    assert.equal(await popup.getByLabel('Note').inputValue(), 'An old note')
  })

  it('saves only the address of a page that is too large, and says so', async () => {
    const page = await openPage('/large')
    // Not shown: laying out so much text may take longer than a page has to answer.
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('p'), { hidden: true, textContent: 'x'.repeat(5_000_001) }))",
    )
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByText('too large to send').waitFor()
    assert.match(await articleOf(await itemOf('/large')), /long enough/)
  })

  it('captures nothing of a page that is far too large, and says so', async () => {
    const page = await openPage('/gigantic')
    await page.evaluate("document.head.append(document.createElement('style'))")
    await page.evaluate("document.querySelector('head style').append('x'.repeat(150_000_000))")
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByText('too large to send').waitFor()
  })

  it('sends the noscript elements of a page, but no hidden form values', async () => {
    const page = await openPage('/unseen')
    await page.setContent(`<title>Unseen</title><noscript><img src="/late.jpg"></noscript>
      <template><input type="hidden" value="secret-one"></template><input type="hidden" value="secret-two">`)
    await browser.context.route(`${service.baseUrl}/**`, (route) => route.abort())
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByRole('heading', { name: 'Waiting to be sent' }).waitFor()
    const [html = ''] = await inOutbox<string>(popup, 'pages')
    assert.match(html, /<noscript><img src="\/late.jpg"><\/noscript>/)
    assert.doesNotMatch(html, /secret/)
    await browser.context.unrouteAll()
    await popup.getByRole('button', { name: 'Try again' }).click()
    await itemOf('/unseen')
  })

  it('saves only the address of a page that does not respond, and says so', async () => {
    const page = await openPage('/answers')
    await browser.press(page)
    await itemOf('/answers')
    await page.evaluate("history.pushState(null, '', '/silent')")
    let letGo!: () => Promise<void>
    const popup = await browser.popup(page, async () => (letGo = await keepBusy(page)))
    await popup.getByText('The page didn’t respond').waitFor()
    await letGo()
    await itemOf('/silent')
  })

  it('does not save a page under the address of another one', async () => {
    const page = await openPage('/here')
    await browser.press(page)
    await itemOf('/here')
    await browser.context.route(`${service.baseUrl}/**`, (route) => route.abort())
    await page.evaluate("history.pushState(null, '', '/there')")
    const moveOn = "history.pushState(null, '', '/elsewhere')"
    let letGo!: () => Promise<void>
    const popup = await browser.popup(page, async () => (letGo = await keepBusy(page, moveOn)))
    await eventually(
      () => inOutbox<{ url: string }>(popup, 'entries'),
      (entries) => entries.some(({ url }) => url === `${site.origin}/there`),
    )
    await letGo()
    await popup.getByRole('heading', { name: 'Waiting to be sent' }).waitFor()
    assert.deepEqual(await inOutbox(popup, 'pages'), [])
    await browser.context.unrouteAll()
    await popup.getByRole('button', { name: 'Try again' }).click()
    await itemOf('/there')
  })

  it('shows a hostile title as text', async () => {
    const title = '<img src=x onerror="document.title=1"><script>alert(1)</script>'
    const page = await openPage('/hostile')
    await page.evaluate(`document.title = ${JSON.stringify(title)}`)
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByText(title, { exact: true }).waitFor()
    assert.equal(await popup.locator('main img, main script').count(), 0)
  })

  /** What the browser tells the background when the person chooses from a menu or presses a key, in the tab in front. */
  function dispatch(event: 'contextMenus.onClicked' | 'commands.onCommand', details: unknown): Promise<void> {
    return inBackground(
      browser,
      `chrome.tabs.query({ active: true, lastFocusedWindow: true }).then(([tab]) =>
        chrome.${event}.dispatch(${JSON.stringify(details)}, tab))`,
    )
  }

  const select = (page: Page, words: string) =>
    page.evaluate(`{
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (!texts.nextNode().data.includes(${JSON.stringify(words)}));
      const start = texts.currentNode.data.indexOf(${JSON.stringify(words)})
      getSelection().setBaseAndExtent(texts.currentNode, start, texts.currentNode, start + ${words.length})
    }`)

  async function highlightsOf(item: Entity, isDone = (all: Entity[]) => all.length > 0): Promise<Entity[]> {
    const path = `/queue/items/${item.properties.id}/highlights`
    return eventually(async () => (await agent.entity(path)).entities, isDone)
  }

  const WORDS = 'This part was written by a script'

  it('saves a page and a link from the context menu', async () => {
    const page = await openPage('/menu')
    await browser.press(page)
    await itemOf('/menu')
    await dispatch('contextMenus.onClicked', { menuItemId: 'link', linkUrl: `${site.origin}/pointed-at` })
    await itemOf('/pointed-at')
  })

  it('highlights the selection from the context menu, and adds to the note what the article lacks', async () => {
    const page = await openPage('/quoted')
    await browser.press(page)
    const item = await itemOf('/quoted')
    await articleOf(item)
    const { updatedAt, readAt } = item.properties
    await select(page, WORDS)
    await dispatch('contextMenus.onClicked', { menuItemId: 'selection', selectionText: WORDS, frameId: 0 })
    await toastSays(page, 'Highlighted in Reading Queue')
    const [highlight] = await highlightsOf(item, ([one]) => one?.properties.isAnchored === true)
    assert.equal(highlight!.properties.exact, WORDS)
    assert.equal(highlight!.properties.createdBy.kind ?? highlight!.properties.createdBy, 'person')
    assert.deepEqual([readAt, typeof updatedAt], [null, 'string'])

    await page.evaluate(`document.querySelector('h1').after('Words of the page that nobody wrote')`)
    await select(page, 'Words of the page')
    await dispatch('contextMenus.onClicked', {
      menuItemId: 'selection',
      selectionText: 'Words of the page',
      frameId: 0,
    })
    await toastSays(page, 'These words couldn’t be highlighted, so they were added to the note.')
    await itemOf('/quoted', ({ properties }) => properties.note === '“Words of the page”')
    assert.equal((await highlightsOf(item)).length, 1)
  })

  it('saves a page with its first highlight by shortcut, and says if nothing is selected', async () => {
    const page = await openPage('/by-key')
    await browser.press(page)
    await dispatch('commands.onCommand', 'highlight')
    await toastSays(page, 'Select some words of the page first.')
    await select(page, WORDS)
    await dispatch('commands.onCommand', 'highlight')
    const [highlight] = await highlightsOf(await itemOf('/by-key'), ([one]) => one?.properties.isAnchored)
    assert.equal(highlight!.properties.exact, WORDS)
  })

  it('highlights the selection from the popup as the only entry of a list', async () => {
    const page = await openPage('/by-popup')
    await select(page, WORDS)
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByRole('button', { name: 'Highlight the selection' }).click()
    await popup.getByText('Highlighted in Reading Queue').waitFor()
    await popup.getByRole('button', { name: 'Highlight the selection' }).waitFor({ state: 'detached' })
    assert.equal((await highlightsOf(await itemOf('/by-popup'))).length, 1)
  })

  it('cuts a selection to the maximum length of a highlight, with the text around it', async () => {
    const page = await openPage('/by-popup-at-length')
    await page.evaluate(`{
      document.body.innerHTML = '<p>Before. <style>p { color: red }</style></p><p id="quoted"></p><p>After.</p>'
      const quoted = document.querySelector('#quoted')
      quoted.textContent = 'word '.repeat(20_000)
      getSelection().selectAllChildren(quoted)
    }`)
    await browser.press(page)
    const popup = await browser.popup(page)
    const quote = await popup.evaluate(`chrome.tabs.query({})
      .then((tabs) => tabs.find(({ url }) => url?.endsWith('/by-popup-at-length')))
      .then(({ id }) => chrome.runtime.sendMessage({ name: 'findSelection', input: { tabId: id } }))
      .then(({ value }) => value)`)
    assert.deepEqual(quote, {
      exact: 'word '.repeat(2000),
      prefix: 'Before. ',
      suffix: 'word '.repeat(40),
    })
  })

  it('says that only web pages can be saved', async () => {
    const page = await browser.context.newPage()
    await page.goto('chrome://version')
    const popup = await browser.popup(page)
    await popup.getByText('Only web pages can be saved.').waitFor()
  })

  it('tells the service about no page before the person asks', async () => {
    const before = (await agent.entity('/queue')).properties.totals
    for (const path of ['/looked-at', '/looked-at-too']) await openPage(path)
    assert.deepEqual((await agent.entity('/queue')).properties.totals, before)
  })
})
