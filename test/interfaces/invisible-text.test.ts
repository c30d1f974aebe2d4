import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { callTool, toolOutcome } from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'

/** Words for machines between the letters, and what writing needs: emoji, Persian, line breaks. */
const TRAP = '\u{e0053}\u{e0065}\u{e006e}\u{e0064}\u200b\u202e\u2063\u{e0101}\u3164'
const WRITTEN = `Re${TRAP}ad می\u200cخواهم 👩\u200d💻`
const SEEN = 'Read می\u200cخواهم 👩\u200d💻'

const GIVEN = {
  title: WRITTEN,
  note: `${WRITTEN}\n${TRAP}\nlater${TRAP}`,
  reason: `${TRAP}${WRITTEN}`,
  tags: [`${TRAP}to\u00addo`, `👩\u200d💻${TRAP}`],
}
const SAVED = { title: SEEN, note: `${SEEN}\n\nlater`, reason: SEEN, tags: ['todo', '👩\u200d💻'] }

onBothEngines('Texts with invisible characters', (service) => {
  let person: Person
  let agent: Agent
  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person)
  })

  /** The item as the API, MCP and the pages tell it. */
  async function assertClean(url: string, texts: Partial<typeof SAVED> = SAVED): Promise<void> {
    const { baseUrl } = service()
    const { item: answered } = await toolOutcome(baseUrl, agent, { name: 'get_item', args: { url } })
    const path = `/queue/items/${answered.id}`
    const { properties } = await agent.entity(path)
    const { text } = await person.browser.open(path)
    const history = await (await agent.call('/queue/changes')).text()
    for (const [name, value] of Object.entries(texts)) {
      assert.deepEqual(properties[name], value, `the API's ${name}`)
      assert.deepEqual(answered[name] ?? null, value, `the tool's ${name}`)
    }
    for (const shown of [text, history, JSON.stringify(properties), JSON.stringify(answered)]) {
      assert.doesNotMatch(shown, /[\u{e0000}-\u{e01ef}\u200b\u202e\u2063\u3164]/u)
    }
  }

  it('are saved without them through the API, one by one and many at once', async () => {
    const [one, many] = [deadLink('invisible/api'), deadLink('invisible/many')]
    await agent.save({ url: one, ...GIVEN })
    await assertClean(one)
    const queue = await agent.entity('/queue')
    assert.ok(
      (await submitAction(agent, queue, { name: 'save-links', fields: { links: [{ url: many, ...GIVEN }] } }))
        .ok,
    )
    await assertClean(many)
  })

  it('are saved without them through MCP', async () => {
    const url = deadLink('invisible/mcp')
    const { baseUrl } = service()
    await toolOutcome(baseUrl, agent, { name: 'save_link', args: { url, ...GIVEN } })
    await assertClean(url)
    await toolOutcome(baseUrl, agent, {
      name: 'edit_item',
      args: { url, title: `Ano${TRAP}ther`, note: `N${TRAP}ew` },
    })
    await toolOutcome(baseUrl, agent, { name: 'change_items', args: { items: [url], tag: [`m${TRAP}ore`] } })
    await assertClean(url, { title: 'Another', note: 'New', tags: ['more', 'todo', '👩\u200d💻'] })
  })

  it('are saved without them through the forms', async () => {
    const url = deadLink('invisible/form')
    const queue = await person.browser.open('/queue')
    const fields = { url, ...GIVEN, tags: GIVEN.tags.join(',') }
    assert.equal((await person.browser.submit(queue, fields, { action: '/queue/save-link' })).status, 200)
    await assertClean(url)
    const { item } = await toolOutcome(service().baseUrl, agent, { name: 'get_item', args: { url } })
    const path = `/queue/items/${item.id}`
    const action = `${path}/edit-item`
    const edited = { title: `Ano${TRAP}ther`, note: `N${TRAP}ew` }
    assert.equal(
      (await person.browser.submit(await person.browser.open(path), edited, { action })).status,
      200,
    )
    await assertClean(url, { title: 'Another', note: 'New' })
  })

  it('count as empty if nothing is visible', async () => {
    const url = deadLink('invisible/nothing')
    const item = await agent.save({ url, title: TRAP, note: TRAP, reason: '\u2800', tags: [TRAP, 'a'] })
    const { title, note, reason, tags } = item.properties
    const shown = url.replace('http://', '')
    assert.deepEqual({ title, note, reason, tags }, { title: shown, note: null, reason: null, tags: ['a'] })
    const refused: Entity = await callTool(service().baseUrl, agent, {
      name: 'change_items',
      args: { items: [url], action: ['tag-item'], tag: [TRAP] },
    })
    assert.equal(refused.isError, true)
    assert.equal((await submitAction(agent, item, { name: 'tag-item', fields: { tag: TRAP } })).status, 422)
    await agent.save({ url, note: 'Words' })
    assert.ok((await submitAction(agent, item, { name: 'edit-item', fields: { note: TRAP } })).ok)
    await assertClean(url, { note: null as never, tags: ['a'] })
  })

  it('have the length of their visible part', async () => {
    const url = deadLink('invisible/long')
    const { properties } = await agent.save({ url, title: 'a\u200b'.repeat(500) })
    assert.equal(properties.title, 'a'.repeat(500))
    const response = await agent.call('/queue', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url, title: 'a\u200b'.repeat(501) }),
    })
    assert.equal(response.status, 422)
  })

  it('find an item by its visible tag', async () => {
    const url = deadLink('invisible/found')
    await agent.save({ url, tags: [`fo\u200bund${TRAP}`] })
    const found = await toolOutcome(service().baseUrl, agent, {
      name: 'list_queue',
      args: { tag: `f${TRAP}ound` },
    })
    assert.deepEqual(
      found.items.map((item: Entity) => item.url),
      [url],
    )
  })
})
