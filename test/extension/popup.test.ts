import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { type Agent, connectAgent, submitAction, type Entity, type Person, signUp } from '../support/agent.ts'
import { fetched } from '../support/article.ts'
import { eventually } from '../support/eventually.ts'
import {
  approveIn,
  badgeOf,
  type ExtensionBrowser,
  inBackground,
  inOutbox,
  signInto,
} from '../support/extension.ts'
import type { TestService } from '../support/service.ts'
import { type StartedExtension, startWithExtension } from '../support/started-extension.ts'
import type { WebServer } from '../support/web-server.ts'

describe('The popup of the extension', () => {
  let started: StartedExtension
  let service: TestService
  let site: WebServer
  let person: Person
  let agent: Agent
  let browser: ExtensionBrowser
  before(async () => {
    started = await startWithExtension({ granted: ['tabs'] })
    ;({ service, site, person, agent, browser } = started)
  })
  after(() => started.stop())
  afterEach(() => started.reset())

  const openPage = (path: string) => started.openPage(path)

  const itemOf: StartedExtension['itemOf'] = (path, isDone) => started.itemOf(path, isDone)

  const heading = (popup: Page, name: string) => popup.getByRole('heading', { name, exact: true }).waitFor()
  const unreachable = () => browser.context.route(`${service.baseUrl}/**`, (route) => route.abort())
  const focusOf = (popup: Page) =>
    popup.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? document.activeElement.id")

  it('leaves an item unchanged that was saved before and read elsewhere', async () => {
    const item = await agent.save({ url: `${site.origin}/read-before`, note: 'Mine' })
    await submitAction(agent, await fetched(agent, item), { name: 'mark-read' })
    const before = await itemOf('/read-before')
    assert.notEqual(before.properties.readAt, null)
    const page = await openPage('/read-before')
    await browser.press(page)
    const popup = await browser.popup(page)
    await heading(popup, 'Already in your queue')
    await popup.getByText('Read', { exact: true }).waitFor()
    const { properties } = await itemOf('/read-before')
    assert.deepEqual(properties, before.properties)
    assert.deepEqual(await inOutbox(popup, 'entries'), [])
  })

  it('keeps what was typed when it closes: a note, and a tag that was not added', async () => {
    const page = await openPage('/closed')
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByLabel('Note').fill('Every word')
    await popup.getByLabel('Add a tag').fill('half-typed')
    await popup.close()
    const item = await itemOf('/closed', ({ properties }) => properties.tags.length > 0)
    assert.deepEqual([item.properties.note, item.properties.tags], ['Every word', ['half-typed']])
  })

  it('keeps a note while tags are added, and accepts several tags separated by commas', async () => {
    const page = await openPage('/commas')
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByLabel('Note').fill('Still here')
    await popup.getByLabel('Add a tag').fill('One, two words,three')
    await popup.getByLabel('Add a tag').press('Enter')
    await popup.getByRole('button', { name: 'Remove the tag three' }).waitFor()
    assert.equal(await popup.getByLabel('Note').inputValue(), 'Still here')
    const item = await itemOf(
      '/commas',
      ({ properties }) => properties.note !== undefined && properties.tags.length === 3,
    )
    assert.deepEqual(item.properties.tags, ['one', 'three', 'two words'])
  })

  it('keeps tags and note when the save is retried', async () => {
    await unreachable()
    const page = await openPage('/again-later')
    await browser.press(page)
    const popup = await browser.popup(page)
    await heading(popup, 'Waiting to be sent')
    await popup.getByLabel('Note').fill('Written offline')
    await popup.getByLabel('Add a tag').fill('offline')
    await popup.getByLabel('Add a tag').press('Enter')
    await browser.context.unrouteAll()
    await popup.getByRole('button', { name: 'Try again' }).click()
    await popup.getByRole('button', { name: 'Mark as read' }).waitFor()
    const item = await itemOf('/again-later', ({ properties }) => properties.tags.length > 0)
    assert.deepEqual([item.properties.note, item.properties.tags], ['Written offline', ['offline']])
  })

  it('shows edits that were made while the service was unreachable, and sends only those', async () => {
    const page = await openPage('/changed-offline')
    await browser.press(page)
    const item = await fetched(agent, await itemOf('/changed-offline'))
    await submitAction(agent, item, { name: 'edit-item', fields: { note: 'abc' } })
    for (const [note, tags] of [
      ['xyz', ['away']],
      ['', []],
    ] as const) {
      const popup = await browser.popup(page)
      await popup.getByRole('button', { name: 'Mark as read' }).waitFor()
      await unreachable()
      await popup.getByLabel('Note').fill(note)
      await popup.getByLabel('Note').blur()
      await popup.getByText('Kept here until the service can be reached').waitFor()
      if (tags.length > 0) {
        await popup.getByLabel('Add a tag').fill(tags[0]!)
        await popup.getByLabel('Add a tag').press('Enter')
      } else await popup.getByRole('button', { name: 'Remove the tag away' }).click()
      await eventually(
        () => inOutbox(popup, 'entries'),
        (entries) => JSON.stringify(entries).includes('away'),
      )
      const shown = async (popup: Page) => [
        await popup.getByLabel('Note').inputValue(),
        (await popup.locator('.tags bdi').allTextContents()).join(),
      ]
      assert.deepEqual(await shown(popup), [note, tags.join()])
      await popup.close()
      const again = await browser.popup(page)
      await again.getByRole('button', { name: 'Mark as read' }).waitFor()
      assert.deepEqual(await shown(again), [note, tags.join()])
      await again.close()
      await browser.context.unrouteAll()
      await (await browser.popup(page)).getByRole('button', { name: 'Mark as read' }).waitFor()
      await itemOf(
        '/changed-offline',
        ({ properties }) => (properties.note ?? '') === note && properties.tags.join() === tags.join(),
      )
    }
  })

  it('shows note and tags of an item whose move to the top is queued', async () => {
    const item = await agent.save({ url: `${site.origin}/moved-up`, tags: 'mine', note: 'My own words' })
    await submitAction(agent, await fetched(agent, item), { name: 'mark-read' })
    const page = await openPage('/moved-up')
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByRole('button', { name: 'Move to the top' }).waitFor()
    await unreachable()
    await popup.getByRole('button', { name: 'Move to the top' }).click()
    await popup.getByText('Kept here until the service can be reached').waitFor()
    assert.equal(await popup.getByLabel('Note').inputValue(), 'My own words')
    assert.deepEqual(await popup.locator('.tags bdi').allTextContents(), ['mine'])
    await browser.context.unrouteAll()
    await popup.getByRole('button', { name: 'Favourite', exact: true }).click()
    const { properties } = await itemOf('/moved-up', ({ properties }) => properties.readAt === null)
    assert.deepEqual([properties.note, properties.tags], ['My own words', ['mine']])
  })

  it('says that the highlight of an item is queued, and shows its note', async () => {
    await agent.save({ url: `${site.origin}/highlighted-away`, note: 'My own words' })
    const page = await openPage('/highlighted-away')
    await browser.press(page)
    await itemOf('/highlighted-away')
    await page.evaluate("getSelection().selectAllChildren(document.querySelector('h1'))")
    const popup = await browser.popup(page)
    await popup.getByRole('button', { name: 'Highlight the selection' }).waitFor()
    await unreachable()
    await popup.getByRole('button', { name: 'Highlight the selection' }).click()
    await popup.getByText('The highlight is sent as soon as Reading Queue can be reached.').waitFor()
    assert.equal(await popup.getByLabel('Note').inputValue(), 'My own words')
  })

  it('sends a queued edit before the item is removed', async () => {
    const page = await openPage('/edited-and-removed')
    await browser.press(page)
    await itemOf('/edited-and-removed')
    const popup = await browser.popup(page)
    await popup.getByRole('button', { name: 'Mark as read' }).waitFor()
    await unreachable()
    await popup.getByLabel('Note').fill('Before it goes')
    await popup.getByLabel('Note').blur()
    await popup.getByText('Kept here until the service can be reached').waitFor()
    await browser.context.unrouteAll()
    await popup.getByRole('button', { name: 'Remove', exact: true }).click()
    await heading(popup, 'Removed')
    const { entities } = await agent.entity('/queue?state=removed')
    assert.deepEqual(
      entities.map(({ properties }: Entity) => [properties.url, properties.note]),
      [[`${site.origin}/edited-and-removed`, 'Before it goes']],
    )
    assert.deepEqual(await inOutbox(popup, 'entries'), [])
  })

  it('sends everything queued once the service responds', async () => {
    await unreachable()
    await browser.press(await openPage('/first-waits'))
    await eventually(
      () => inBackground(browser, 'chrome.action.getBadgeText({})'),
      (badge) => badge === '1',
    )
    await browser.context.unrouteAll()
    await browser.press(await openPage('/then-saved'))
    await itemOf('/first-waits')
  })

  it('prefers the title of the article to that of the tab', async () => {
    const page = await openPage('/titled')
    await page.evaluate("document.title = '(3) Page /titled – Inbox'")
    await browser.press(page)
    const item = await itemOf('/titled', ({ properties }) => properties.content.status === 'ready')
    assert.equal(item.properties.title, 'Page /titled')
  })

  it('saves no pages of the service itself', async () => {
    const page = await browser.context.newPage()
    await page.goto(`${service.baseUrl}/queue`)
    const popup = await browser.popup(page)
    await heading(popup, 'This is your queue')
    assert.deepEqual(await inOutbox(popup, 'entries'), [])
    const { entities } = await agent.entity('/queue?state=all')
    assert.ok(entities.every(({ properties }: Entity) => !properties.url.startsWith(service.baseUrl)))
  })

  it('fits its window with many tags and long texts, and its footer stays visible', async () => {
    const tags = Array.from({ length: 20 }, (_, index) => `a-rather-long-tag-number-${index}`).join(', ')
    const note = 'A long note. '.repeat(300)
    await agent.save({ url: `${site.origin}/full`, tags, note, title: 'Words '.repeat(60).trim() })
    const page = await openPage('/full')
    await page.evaluate("document.title = 'A title that is long '.repeat(20)")
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByRole('button', { name: 'Move to the top' }).waitFor()
    await popup.getByLabel('Add a tag').fill('a')
    const height = await popup.evaluate<number>(
      'document.querySelector("#footer").getBoundingClientRect().bottom',
    )
    assert.ok(height <= 600, `${height} px`)
  })

  it('keeps the focus in place and announces what it did', async () => {
    const page = await openPage('/focus')
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByRole('button', { name: 'Mark as read' }).waitFor()
    assert.equal(await focusOf(popup), 'Add a tag')
    await popup.getByRole('button', { name: 'Mark as read' }).press('Enter')
    await popup.getByRole('status').getByText('Marked as read').waitFor()
    assert.equal(await focusOf(popup), 'Mark as unread')
    await popup.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
    await heading(popup, 'Removed')
    assert.equal(await focusOf(popup), 'Undo')
    await eventually(
      () => badgeOf(browser, page),
      (badge) => badge === '',
    )
    await popup.getByRole('button', { name: 'Undo' }).press('Enter')
    await popup.getByRole('status').getByText('Restored').waitFor()
  })

  it('snoozes and unsnoozes from its menu', async () => {
    const page = await openPage('/snoozed')
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByRole('button', { name: 'Snooze' }).click()
    await popup.getByRole('button', { name: 'Tomorrow' }).click()
    await popup
      .getByRole('status')
      .getByText(/^Snoozed until/)
      .waitFor()
    const { properties } = await itemOf('/snoozed', (item) => item.properties.snoozedUntil !== null)
    assert.ok(Date.parse(properties.snoozedUntil) > Date.now())
    await popup.getByRole('button', { name: 'Unsnooze' }).click()
    await itemOf('/snoozed', (item) => item.properties.snoozedUntil === null)
  })

  it('suggests tags that were used before', async () => {
    const page = await openPage('/suggested')
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByLabel('Add a tag').fill('half')
    await popup.getByRole('option', { name: 'half-typed' }).waitFor()
    await popup.getByLabel('Add a tag').press('ArrowDown')
    await popup.getByLabel('Add a tag').press('Enter')
    await itemOf('/suggested', ({ properties }) => properties.tags.includes('half-typed'))
  })

  it('shows no badge on a page from which only a link was saved', async () => {
    const page = await openPage('/with-link')
    await inBackground(
      browser,
      `chrome.tabs.query({ active: true, lastFocusedWindow: true }).then(([tab]) =>
        chrome.contextMenus.onClicked.dispatch({ menuItemId: 'link', linkUrl: '${site.origin}/the-link' }, tab))`,
    )
    await itemOf('/the-link')
    await eventually(
      () => badgeOf(browser, page),
      (badge) => badge === '',
    )
  })

  it('saves with a single request once it has cached the action', async () => {
    await browser.press(await openPage('/knows-the-way'))
    await itemOf('/knows-the-way')
    const page = await openPage('/one-request')
    const requests: string[] = []
    const listen = (request: Request) => {
      const { pathname } = new URL(request.url())
      if (request.url().startsWith(service.baseUrl)) requests.push(`${request.method()} ${pathname}`)
    }
    browser.context.on('request', listen)
    await browser.press(page)
    await eventually(
      () => browser.inOpenPopup<boolean>("document.querySelector('#icons').hidden"),
      (isHidden) => isHidden === false,
    )
    // What the popup asked for with the outcome is answered by then.
    await browser.inOpenPopup("chrome.runtime.sendMessage({ name: 'readStatus' })")
    browser.context.off('request', listen)
    assert.deepEqual(requests, ['POST /queue'])
  })

  it('keeps a note as typed, including a space at its end', async () => {
    const page = await openPage('/with-space')
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByRole('button', { name: 'Mark as read' }).waitFor()
    await popup.getByLabel('Note').pressSequentially('One ')
    await popup.getByText('Note saved').waitFor()
    assert.equal(await popup.getByLabel('Note').inputValue(), 'One ')
    await popup.getByLabel('Note').fill('n')
    await itemOf('/with-space', ({ properties }) => properties.note === 'n')
    assert.equal(await popup.getByLabel('Note').inputValue(), 'n')
  })

  it('keeps the item’s note together with what was typed before the item was loaded', async () => {
    const page = await openPage('/has-note')
    await browser.press(page)
    await submitAction(agent, await fetched(agent, await itemOf('/has-note')), {
      name: 'edit-item',
      fields: { note: 'I read this' },
    })
    const answer = Promise.withResolvers<void>()
    await browser.context.route(`${service.baseUrl}/**`, async (route) => {
      await answer.promise
      await route.continue()
    })
    const popup = await browser.popup(page)
    await popup.getByLabel('Note').fill('read')
    answer.resolve()
    await itemOf('/has-note', ({ properties }) => properties.note === 'I read this\n\nread')
    assert.equal(await popup.getByLabel('Note').inputValue(), 'I read this\n\nread')
  })

  it('says that access is paused, and sends queued saves once it is resumed', async () => {
    await change(person, '/agents/pause')
    const page = await openPage('/paused')
    await browser.press(page)
    const popup = await browser.popup(page)
    await popup.getByText('You paused this extension. Resume it on your Agents page.').waitFor()
    await change(person, '/agents/resume')
    await popup.getByRole('button', { name: 'Try again' }).click()
    await heading(popup, 'Saved')
    await itemOf('/paused')
  })

  it('opens without saving if the person chose that', async () => {
    const options = await browser.context.newPage()
    await options.addInitScript(`
      const send = chrome.runtime.sendMessage.bind(chrome.runtime)
      const released = new Promise((resolve) => addEventListener('release', resolve, { once: true }))
      chrome.runtime.sendMessage = (message) => released.then(() => send(message))`)
    await options.goto(browser.address('options.html'))
    const choice = options.getByLabel('Save the page at once')
    assert.ok(await choice.isDisabled(), 'What was chosen is not known yet.')
    await options.evaluate(`dispatchEvent(new Event('release'))`)
    await options
      .getByRole('checkbox', { name: 'Save the page at once', checked: true, disabled: false })
      .waitFor()
    await choice.uncheck()
    const page = await openPage('/not-at-once')
    const popup = await browser.popup(page)
    await heading(popup, 'Not saved yet')
    assert.deepEqual(await inOutbox(popup, 'entries'), [])
    await popup.getByRole('button', { name: 'Save', exact: true }).click()
    await itemOf('/not-at-once')
    await choice.check()
  })

  it('sends queued saves only with the account they were made for', async () => {
    await unreachable()
    await browser.press(await openPage('/of-the-first'))
    await eventually(
      () => inBackground(browser, 'chrome.action.getBadgeText({})'),
      (badge) => badge === '1',
    )
    const options = await browser.context.newPage()
    await options.goto(browser.address('options.html'))
    await options.getByRole('button', { name: 'Sign out' }).click()
    await browser.context.unrouteAll()

    const other = await signUp(service.baseUrl)
    await browser.context.clearCookies()
    await signInto(browser, service.baseUrl, other)
    const opened = browser.context.waitForEvent('page')
    await options.getByRole('button', { name: 'Sign in' }).click()
    await approveIn(await opened, other)
    await options.getByText(`for ${person.email}, who isn’t signed in`).waitFor()
    assert.equal(await options.locator('.waiting > li').count(), 1)
    assert.equal(await inBackground(browser, 'chrome.action.getBadgeText({})'), '')
    await browser.press(await openPage('/of-the-other'))
    const others = await connectAgent(service.baseUrl, other)
    const { entities } = await eventually(
      () => others.entity('/queue?state=all'),
      (queue) => queue.entities.length > 0,
    )
    assert.deepEqual(
      entities.map(({ properties }: Entity) => properties.url),
      [`${site.origin}/of-the-other`],
    )
  })
})

async function change(person: Person, action: string): Promise<void> {
  const agents = await person.browser.open('/agents')
  const form = agents.forms.find(
    (form) => form.action === action && form.fields['agent'] === 'reading-queue-chrome',
  )
  await person.browser.submit({ ...agents, forms: form ? [form] : [] }, {})
}
