import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { type Agent, type Entity } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { badgeOf, type ExtensionBrowser, inBackground, inOutbox } from '../support/extension.ts'
import { checkLooks } from '../support/looks.ts'
import type { TestService } from '../support/service.ts'
import { type StartedExtension, startWithExtension } from '../support/started-extension.ts'
import { inToast, pressUndo, toastSays } from '../support/toast.ts'
import type { WebServer } from '../support/web-server.ts'

const WORDS = 'This part was written by a script'

describe('The toast of the extension', () => {
  let started: StartedExtension
  let service: TestService
  let site: WebServer
  let agent: Agent
  let browser: ExtensionBrowser
  before(async () => {
    started = await startWithExtension({ allowsSite: true })
    ;({ service, site, agent, browser } = started)
  })
  after(() => started.stop())
  afterEach(() => started.reset())

  const openPage = (path: string) => started.openPage(path)

  const itemOf: StartedExtension['itemOf'] = (path, isDone) => started.itemOf(path, isDone)

  function dispatch(event: 'contextMenus.onClicked' | 'commands.onCommand', details: unknown): Promise<void> {
    return inBackground(
      browser,
      `chrome.tabs.query({ active: true, lastFocusedWindow: true }).then(([tab]) =>
        chrome.${event}.dispatch(${JSON.stringify(details)}, tab))`,
    )
  }

  const savePage = () => dispatch('contextMenus.onClicked', { menuItemId: 'page' })

  it('undoes a save from the context menu, and says so', async () => {
    const page = await openPage('/menu')
    await savePage()
    await toastSays(page, 'SavedUndo')
    await itemOf('/menu')
    await pressUndo(page)
    await toastSays(page, 'Undone')
    await started.isGone('/menu')
    assert.equal(await badgeOf(browser, page), '')
  })

  it('undoes a save by shortcut, and one of a link', async () => {
    const page = await openPage('/key')
    await dispatch('commands.onCommand', 'save')
    await toastSays(page, 'Saved')
    await itemOf('/key')
    await pressUndo(page)
    await started.isGone('/key')
    await dispatch('contextMenus.onClicked', { menuItemId: 'link', linkUrl: `${site.origin}/link` })
    await toastSays(page, 'Saved')
    await itemOf('/link')
    await pressUndo(page)
    await started.isGone('/link')
  })

  it('moves an item back to its previous position', async () => {
    await agent.save({ url: `${site.origin}/before` })
    await agent.save({ url: `${site.origin}/after` })
    const paths = async () => {
      const { entities } = await agent.entity('/queue')
      return entities.map(({ properties }: Entity) => new URL(properties.url).pathname).slice(0, 2)
    }
    assert.deepEqual(await paths(), ['/after', '/before'])
    const page = await openPage('/before')
    await savePage()
    await toastSays(page, 'Already saved. Moved to the top.')
    assert.deepEqual(await paths(), ['/before', '/after'])
    await pressUndo(page)
    await toastSays(page, 'Undone')
    assert.deepEqual(await paths(), ['/after', '/before'])
    assert.equal(await badgeOf(browser, page), '✓')
  })

  it('undoes a highlight, and leaves the saved page unchanged', async () => {
    await agent.save({
      url: `${site.origin}/highlighted`,
      html: `<p>${WORDS}. ${'And many more. '.repeat(40)}</p>`,
    })
    const item = await itemOf('/highlighted', (item) => item?.properties.content.status === 'ready')
    const page = await openPage('/highlighted')
    const highlights = async () =>
      (await agent.entity(`/queue/items/${item.properties.id}/highlights`)).entities as Entity[]
    const selection = { menuItemId: 'selection', selectionText: WORDS, frameId: 0 }
    await dispatch('contextMenus.onClicked', selection)
    await toastSays(page, 'Highlighted in Reading QueueUndo')
    assert.equal((await highlights()).length, 1)
    await pressUndo(page)
    await toastSays(page, 'Undone')
    assert.equal((await highlights()).length, 0)
    assert.equal((await itemOf('/highlighted')).properties.removedAt, null)
  })

  it('says that a save is queued, and removes it from the outbox', async () => {
    await browser.context.route(`${service.baseUrl}/**`, (route) => route.abort())
    const page = await openPage('/offline')
    await inBackground(
      browser,
      "Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })",
    )
    await savePage()
    await toastSays(page, 'Will be saved when you’re online.')
    await inBackground(browser, 'void delete navigator.onLine')
    await pressUndo(page)
    await toastSays(page, 'Undone')
    const popup = await browser.context.newPage()
    await popup.goto(browser.address('options.html'))
    assert.deepEqual(await inOutbox(popup, 'entries'), [])
  })

  it('is replaced by the badge on pages where scripts are not allowed', async () => {
    const page = await browser.context.newPage()
    await page.goto('chrome://version')
    await dispatch('commands.onCommand', 'save')
    await eventually(
      () => badgeOf(browser, page),
      (badge) => badge === '!',
    )
    assert.equal(await inToast(page, 'root.textContent'), undefined)
  })

  it('can’t be operated by the page: its root is closed, and only real clicks count', async () => {
    const page = await openPage('/hostile')
    await savePage()
    await toastSays(page, 'Saved')
    assert.equal(await page.evaluate(`document.querySelector('reading-queue-toast').shadowRoot`), null)
    await inToast(page, `root.querySelector('button').click()`)
    await inToast(page, `root.querySelector('button').dispatchEvent(new MouseEvent('click'))`)
    assert.equal(await inToast(page, 'root.textContent'), 'SavedUndo')
    // Hidden by the page, so that the person clicks on it unknowingly.
    await page.addStyleTag({ content: 'reading-queue-toast { opacity: 0 }' })
    await pressUndo(page)
    assert.equal(await inToast(page, 'root.textContent'), 'SavedUndo')
    await itemOf('/hostile')
  })

  it('looks right in light and dark, and in a narrow window', async () => {
    const page = await openPage('/looks')
    await page.evaluate(`document.querySelector('article').setAttribute('role', 'main')`)
    await savePage()
    await toastSays(page, 'Saved')
    // It stays while it is pointed at, and is open to the check.
    await page.setViewportSize({ width: 320, height: 600 })
    await page.mouse.move(200, 550)
    await inToast(page, `void Object.defineProperty(root.host, 'shadowRoot', { value: root })`)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await checkLooks(page, `toast, ${colorScheme}`)
      assert.equal(await inToast(page, 'root.textContent'), 'SavedUndo')
    }
  })
})
