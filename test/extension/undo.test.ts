import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type StartedExtension, startWithExtension } from '../support/started-extension.ts'

describe('Undoing a save of the extension after many others', () => {
  let started: StartedExtension
  let options: Page
  before(async () => {
    started = await startWithExtension()
    options = await started.browser.context.newPage()
    await options.goto(started.browser.address('options.html'))
  })
  after(() => started.stop())

  const call = <T>(name: string, input: unknown) =>
    options.evaluate<T>(`chrome.runtime.sendMessage(${JSON.stringify({ name, input })})`)
  async function save(path: string): Promise<number[]> {
    const input = { windowId: -2, links: [{ url: started.site.origin + path, title: path }] }
    const { value } = await call<{ value: { entryIds: number[] } }>('saveTabs', input)
    await started.itemOf(path)
    return value.entryIds
  }
  const pretendSaves = (count: number) =>
    options.evaluate(`chrome.storage.session.get('acts').then(({ acts }) => chrome.storage.session.set({ acts: [
      ...acts, ...Array.from({ length: ${count} }, (_, n) => ({ entry: 10000 + n, origin: '', acts: [] }))] }))`)

  it('works after hundreds of later saves', async () => {
    const entryIds = await save('/early')
    await pretendSaves(600)
    await save('/late')
    assert.deepEqual(await call('undo', { entryIds }), {})
    await started.isGone('/early')
  })

  it('reports that the recorded changes are no longer known', async () => {
    const entryIds = await save('/forgotten')
    await pretendSaves(5000)
    await save('/last')
    const { code } = await call<{ code: string }>('undo', { entryIds })
    assert.equal(code, 'gone')
    await started.itemOf('/forgotten')
  })
})
