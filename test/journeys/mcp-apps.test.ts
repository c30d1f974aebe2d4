import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { type Agent, connectAgent, type Person, signUp } from '../support/agent.ts'
import { type AppHost, openApp } from '../support/app-host.ts'
import { startChromium } from '../support/chromium.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink } from '../support/links.ts'
import { callTool, mcpResult, type RpcBody, type ToolAnswer } from '../support/mcp.ts'
import { startService, type TestService } from '../support/service.ts'

const require = createRequire(import.meta.url)
const AXE = createRequire(require.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')
/** The height that hosts give an app beside a conversation. */
const MAX_HEIGHT = 500
const HOSTILE = '<img src=x onerror="parent.postMessage(1,\'*\')"><script>throw 1</script>&amp;"\'‮ tail'

describe('An MCP app in the host of a client', () => {
  let service: TestService
  let browser: Browser
  let axe: string
  let person: Person
  let agent: Agent
  let opened: AppHost | undefined
  let calls: [name: string, args: Record<string, unknown>][]
  let refusal: string | undefined
  before(async () => {
    service = await startService('sqlite')
    browser = await startChromium()
    axe = await readFile(AXE, 'utf8')
    person = await signUp(service.baseUrl)
    agent = await connectAgent(service.baseUrl, person, 'Claude <b>')
  })
  after(async () => {
    await browser?.close()
    await service?.stop()
  })
  afterEach(async () => {
    assert.deepEqual(opened?.complaints ?? [], [])
    await opened?.page.close()
    opened = undefined
    refusal = undefined
  })

  const call = (name: string, args: Record<string, unknown> = {}) =>
    callTool(service.baseUrl, agent, { name, args })

  async function htmlOf(tool: string): Promise<string> {
    const { tools } = await mcpResult(service.baseUrl, agent, { method: 'tools/list' })
    const { _meta } = tools.find(({ name }: { name: string }) => name === tool)
    assert.equal(_meta['ui/resourceUri'], _meta.ui.resourceUri)
    assert.deepEqual(_meta.ui.visibility, ['model', 'app'])
    const uri: string = _meta.ui.resourceUri
    const { contents } = await mcpResult(service.baseUrl, agent, {
      method: 'resources/read',
      params: { uri },
    })
    assert.equal(contents[0].mimeType, 'text/html;profile=mcp-app')
    const { _meta: ofPage } = contents[0]
    assert.deepEqual(Object.values(ofPage.ui.csp), [[], [], [], []])
    // Who listed the tools before an update gets the app as it is now.
    const former = await mcpResult(service.baseUrl, agent, {
      method: 'resources/read',
      params: { uri: uri.replace(/[0-9a-f]{8}$/, '00000000') },
    })
    assert.equal(former.contents[0].text, contents[0].text)
    return contents[0].text
  }

  async function open(tool: string, more: Partial<Parameters<typeof openApp>[1]> = {}): Promise<AppHost> {
    calls = []
    opened = await openApp(browser, {
      html: await htmlOf(tool),
      async call(name, args) {
        calls.push([name, args])
        if (refusal !== undefined) return { content: [{ type: 'text', text: refusal }], isError: true }
        return call(name, args)
      },
      ...more,
    })
    return opened
  }

  /** The app with what its tool answers now. */
  async function shown(tool: string, more: Parameters<typeof open>[1] = {}, result?: ToolAnswer) {
    const host = await open(tool, more)
    await host.notify('ui/notifications/tool-result', result ?? (await call(tool)))
    await host.frame.waitForSelector('main:not([aria-busy])')
    return host
  }

  const press = (host: AppHost, name: string) =>
    host.frame.getByRole('button', { name, exact: true }).first().click()
  const waitForStatus = (host: AppHost, words: string) =>
    eventually(
      () => host.frame.locator('[role=status]').innerText(),
      (text) => text.includes(words),
    )
  const heading = (host: AppHost) => host.frame.locator('h1').innerText()

  async function save(titles: string[]): Promise<string[]> {
    const links = titles.map((title, index) => ({ url: deadLink(`apps/${title.length}/${index}`), title }))
    const { structuredContent } = await call('save_links', { links })
    return structuredContent.saved.map(({ item }: RpcBody) => item.id)
  }

  async function checkLooks(host: AppHost, what: string): Promise<void> {
    await host.frame.evaluate(axe)
    const violations = await host.frame
      .evaluate(`axe.run({ resultTypes: ['violations'], rules: { region: { enabled: false } } })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`)
    assert.deepEqual(violations, [], what)
    const { wide, height, small } = await host.frame.evaluate<{
      wide: number
      height: number
      small: string[]
    }>(
      `({ wide: document.documentElement.scrollWidth - innerWidth, height: document.body.getBoundingClientRect().height,
          small: [...document.querySelectorAll('button')].filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent) })`,
    )
    assert.ok(wide <= 0 && height <= MAX_HEIGHT, `${what}: ${wide} too wide, ${height} high`)
    assert.deepEqual(small, [], what)
  }

  describe('for triage', () => {
    it('shows hostile titles as text, in both themes and at each width, and fits', async () => {
      await save(['A plain title', 'W'.repeat(300), HOSTILE])
      for (const theme of ['light', 'dark'] as const)
        for (const width of [320, 760]) {
          const host = await shown('show_triage', { theme, width })
          assert.ok((await heading(host)).startsWith('<img src=x'))
          assert.equal(await host.frame.locator('img, script:not(body > script)').count(), 0)
          assert.match(await host.frame.locator('.about').first().innerText(), /saved by Claude <b>/)
          await checkLooks(host, `${theme} at ${width}`)
          const background = await host.frame.evaluate('getComputedStyle(document.body).backgroundColor')
          assert.equal(background, theme === 'dark' ? 'rgb(30, 29, 27)' : 'rgb(255, 255, 255)')
          await host.page.close()
        }
    })

    it('decides one item after another by keyboard, tells the model without text from pages, and undoes', async () => {
      const host = await shown('show_triage')
      const [first] = (await call('show_triage')).structuredContent.items
      await host.frame.getByRole('button', { name: 'Mark as read' }).focus()
      await host.page.keyboard.press('Enter')
      await waitForStatus(host, 'Marked as read.')
      assert.deepEqual(calls, [['change_items', { items: [first.id], action: ['mark-read'] }]])
      assert.match(await heading(host), /^W+/)
      assert.equal(await host.frame.evaluate('document.activeElement.textContent'), 'Mark as read')
      await press(host, 'Undo')
      await waitForStatus(host, 'Undone.')
      assert.match(await heading(host), /^<img/)
      await press(host, 'Snooze until tomorrow')
      await waitForStatus(host, 'Snoozed until tomorrow at 8.')
      const { items } = (await call('list_queue', { state: 'snoozed' })).structuredContent
      assert.equal(items[0].id, first.id)
      await press(host, 'Expand')
      await press(host, 'Remove')
      await waitForStatus(host, 'Removed.')
      await press(host, 'Keep')
      assert.equal(await heading(host), 'All done')
      const contextUpdates = (await host.sent()).filter(({ method }) => method === 'ui/update-model-context')
      assert.match(
        JSON.stringify(contextUpdates.at(-1)),
        /marked as read item .*undid act .*snoozed item .*removed item/,
      )
      assert.doesNotMatch(JSON.stringify(contextUpdates), /onerror|WWW|plain title/)
    })

    it('opens links through the host, and only web addresses', async () => {
      const host = await shown('show_triage')
      await host.frame.locator('h1 button').click()
      const opening = await eventually(
        async () => (await host.sent()).find(({ method }) => method === 'ui/open-link'),
        (sent) => sent !== undefined,
      )
      assert.match(opening!.params['url']!, /^http:\/\/127\.0\.0\.1:9\//)
      await host.page.close()
      const [item] = (await call('show_triage')).structuredContent.items
      const evil = { items: [{ ...item, url: 'javascript:alert(1)' }], matched: 1 }
      const other = await shown('show_triage', {}, { content: [], structuredContent: evil })
      assert.equal(await other.frame.locator('h1 button').count(), 0)
    })

    it('shows why an item was refused, reads results that are text only, and handles a cancelled call', async () => {
      const { content } = await call('show_triage')
      const host = await shown('show_triage', {}, { content })
      const title = await heading(host)
      refusal = 'The person has paused this agent.'
      await press(host, 'Mark as read')
      await waitForStatus(host, refusal)
      assert.equal(await heading(host), title)
      await host.notify('ui/notifications/tool-cancelled', { reason: 'x' })
      await waitForStatus(host, 'The call was cancelled.')
      assert.deepEqual(await host.ask('ui/resource-teardown'), { jsonrpc: '2.0', result: {} })
    })

    it('hides what the host does not support', async () => {
      const host = await shown('show_triage', { can: {} })
      assert.equal(await host.frame.locator('.actions button, h1 button').count(), 0)
      assert.match(await host.frame.locator('main').innerText(), /Your client can’t change things from here/)
    })

    it('shows the agent’s suggestions: the person accepts them signed in, or dismisses them here', async () => {
      const page = await person.browser.open('/agents')
      await person.browser.submit(page, {}, { action: '/agents/suggest' })
      const [id = ''] = (await call('list_queue')).structuredContent.items.map(({ id }: RpcBody) => id)
      for (const tag of ['one', 'two']) await call('change_items', { items: [id], tag: [tag] })
      const host = await shown('show_triage')
      assert.match(await heading(host), /^Suggested: Tag/)
      await checkLooks(host, 'a suggestion')
      await press(host, 'Accept on your Agents page')
      await waitForStatus(host, 'Accept it on your Agents page.')
      const openings = (await host.sent()).filter(({ method }) => method === 'ui/open-link')
      assert.equal(openings.at(-1)!.params['url'], `${service.baseUrl}/agents#suggestions`)
      assert.deepEqual(calls, [])
      await press(host, 'Dismiss')
      await waitForStatus(host, 'Dismissed. Nothing was changed.')
      assert.equal((await call('show_triage')).structuredContent.suggestions.length, 1)
      // What is pressed here is suggested as well.
      await press(host, 'Dismiss')
      await eventually(
        () => heading(host),
        (text) => !text.startsWith('Suggested'),
      )
      await press(host, 'Mark as read')
      await waitForStatus(host, 'Suggested. You decide on your Agents page.')
      const other = await connectAgent(service.baseUrl, person, 'Other')
      const [{ id: waiting }] = (await call('show_triage')).structuredContent.suggestions
      const foreign = await callTool(service.baseUrl, other, {
        name: 'undo_change',
        args: { suggestion: waiting },
      })
      assert.match(foreign.structuredContent.words, /^No suggestion of yours/)
      assert.equal(
        (await callTool(service.baseUrl, other, { name: 'show_triage' })).structuredContent.suggestions,
        undefined,
      )
      assert.equal((await call('show_triage')).structuredContent.suggestions.length, 1)
      assert.match((await call('undo_change', { suggestion: waiting })).structuredContent.words, /^Withdrawn/)
      await person.browser.submit(await person.browser.open('/agents'), {}, { action: '/agents/allow' })
    })
  })

  describe('for changes', () => {
    it('shows the last acts of agents, fits, and undoes one or says why it can’t', async () => {
      const [id = ''] = await save([`${HOSTILE} changed`])
      await call('edit_item', { id, note: 'By the agent' })
      const path = `/queue/items/${id}`
      await person.browser.submit(
        await person.browser.open(path),
        { note: 'Mine' },
        { action: `${path}/edit-item` },
      )
      const many = await save(['a', 'b', 'c', 'd', 'e'])
      await call('change_items', { items: many, tag: ['many'] })
      for (const theme of ['light', 'dark'] as const)
        for (const width of [320, 760]) {
          const host = await shown('show_changes', { theme, width })
          assert.equal(await host.frame.locator('li').count(), 4)
          await checkLooks(host, `${theme} at ${width}`)
          await host.page.close()
        }
      const host = await shown('show_changes')
      const text = await host.frame.locator('main').innerText()
      assert.match(text, /Tag\s+.*2 more\s+Claude <b> · 5 items/)
      assert.match(text, /<img src=x onerror/)
      assert.match(text, /changed .* since/i)
      await host.frame.getByRole('button', { name: 'Undo: Tag' }).click()
      await waitForStatus(host, 'Undone.')
      const { act } = (await call('show_changes')).structuredContent.changes[1]
      assert.deepEqual(calls, [['undo_change', { change: act }]])
      assert.equal((await call('list_queue', { tag: 'many' })).structuredContent.matched, 0)
      await press(host, 'Expand')
      await host.frame.locator('li').nth(4).waitFor()
    })

    it('says that there are none', async () => {
      const host = await shown('show_changes', {}, { content: [], structuredContent: { changes: [] } })
      assert.equal(await heading(host), 'No agent has changed anything')
    })
  })
})
