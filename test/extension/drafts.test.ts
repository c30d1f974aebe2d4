import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
import { inOutbox } from '../support/extension.ts'
import { type StartedExtension, startWithExtension } from '../support/started-extension.ts'

describe('Text typed in the popup', () => {
  let started: StartedExtension
  before(async () => {
    started = await startWithExtension({ granted: ['tabs'] })
  })
  after(() => started.stop())
  afterEach(() => started.reset())

  async function openOptions(): Promise<Page> {
    const options = await started.browser.context.newPage()
    await options.goto(started.browser.address('options.html'))
    return options
  }
  const call = async <T>(options: Page, name: string, input: unknown) =>
    (await options.evaluate<{ value: T }>(`chrome.runtime.sendMessage(${JSON.stringify({ name, input })})`))
      .value

  /** A page that is saved with a note, its tab and the outbox entry that it was sent as. */
  async function saved(path: string) {
    const page = await started.openPage(path)
    await started.browser.press(page)
    await started.itemOf(path)
    const options = await openOptions()
    const url = started.site.origin + path
    const tabId = await options.evaluate<number>(
      `chrome.tabs.query({ url: '${url}' }).then(([tab]) => tab.id)`,
    )
    await call(options, 'applyEdit', { page: { tabId, url }, edit: { note: 'The first words' } })
    await started.itemOf(path, ({ properties }) => properties.note === 'The first words')
    const { item } = await call<{ item: object }>(options, 'findTabOutcome', { tabId })
    const key = `saved ${tabId}`
    const entryId = await options.evaluate<number>(
      `chrome.storage.session.get('${key}').then((all) => all['${key}'].entry)`,
    )
    return { options, url, tabId, item, entryId }
  }

  it('becomes the note, even if the browser was closed before it was sent', async () => {
    const { options, tabId, url, item } = await saved('/crashed')
    await call(options, 'saveDraft', { tabId, url, item, note: 'Other words', tag: 'later' })
    await started.browser.restart()
    const { properties } = await started.itemOf('/crashed', ({ properties }) => properties.tags.length > 0)
    assert.deepEqual([properties.note, properties.tags], ['Other words', ['later']])
  })

  it('is undone together with the save of its page while it is queued', async () => {
    const { options, tabId, url, entryId } = await saved('/regretted')
    await started.browser.context.route(`${started.service.baseUrl}/**`, (route) => route.abort())
    await call(options, 'applyEdit', { page: { tabId, url }, edit: { note: 'Never mind' } })
    assert.equal((await inOutbox(options, 'entries')).length, 1)
    await started.browser.context.unrouteAll()
    await call(options, 'undo', { entryIds: [entryId] })
    await started.isGone('/regretted')
    await eventually(
      () => inOutbox(options, 'entries'),
      ({ length }) => length === 0,
    )
  })
})
