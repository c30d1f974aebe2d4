import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { type Agent, connectAgent, type Entity, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'
import { parseSiren } from '../support/siren-check.ts'

onBothEngines('A client built on siren-parser and fetch', (service) => {
  let agent: Agent

  beforeEach(async () => {
    agent = await connectAgent(service().baseUrl, await signUp(service().baseUrl), 'Parser')
  })

  async function get(href: string): Promise<Entity> {
    const response = await agent.call(href)
    assert.equal(response.status, 200)
    return parseSiren(await response.text())
  }

  /** Submits an action as it describes itself, with the values that its fields carry and some of its own. */
  async function submit(action: Entity, values: Record<string, string> = {}): Promise<Entity | undefined> {
    const fields = new Map<string, string>()
    for (const field of action.fields ?? []) {
      const value = values[field.name] ?? field.value
      if (value !== undefined) fields.set(field.name, String(value))
    }
    const members = Object.fromEntries(fields)
    if (action.method === 'GET') return get(`${action.href}?${new URLSearchParams(members).toString()}`)
    const isJson = action.type === 'application/json'
    const response = await agent.call(action.href, {
      method: action.method,
      ...(fields.size > 0
        ? {
            headers: { 'content-type': action.type },
            body: isJson ? JSON.stringify(members) : new URLSearchParams(members).toString(),
          }
        : {}),
    })
    assert.ok(response.ok, `${action.name}: ${response.status}`)
    return response.status === 204 ? undefined : parseSiren(await response.text())
  }

  const action = (entity: Entity, name: string): Entity => {
    assert.ok(entity.hasActionByName(name), `${name} is offered`)
    return entity.getActionByName(name)
  }

  it('saves, finds, edits, tags, marks, removes and restores by links and actions alone', async () => {
    const start = await get('/queue')
    assert.ok(start.hasClass('queue'))
    const saved = await submit(action(start, 'save-link'), { url: deadLink('parser'), tags: 'a, b' })
    assert.deepEqual(saved.properties.tags, ['a', 'b'])

    const queue = await get(start.getLinkByRel('self').href)
    assert.equal(queue.properties.count, 1)
    const embedded = queue.getSubEntityByRel('item')
    assert.ok(embedded.hasClass('unread'))
    let item = await get(embedded.getLinkByRel('self').href)

    item = await submit(action(item, 'edit-item'), { title: 'Edited' })
    assert.equal(item.title, 'Edited')
    item = await submit(action(item, 'tag-item'), { tag: 'c' })
    item = await submit(action(item, 'untag-item'), { tag: 'a' })
    assert.deepEqual(item.properties.tags, ['b', 'c'])
    item = await submit(action(item, 'mark-read'))
    assert.ok(item.hasClass('read'))
    item = await submit(action(item, 'mark-unread'))
    item = await submit(action(item, 'favourite-item'))
    item = await submit(action(item, 'unfavourite-item'))
    assert.ok(item.hasClass('unread'))

    assert.equal(await submit(action(item, 'remove-item')), undefined)
    item = await get(item.getLinkByRel('self').href)
    assert.ok(item.hasClass('removed'))
    item = await submit(action(item, 'restore-item'))
    assert.ok(item.hasClass('unread'))
    assert.equal(item.title, 'Edited')
    assert.deepEqual((await get(item.getLinkByRel('collection').href)).properties.totals, {
      unread: 1,
      read: 0,
      snoozed: 0,
      favourite: 0,
      removed: 0,
    })
  })

  it('searches with the search action, whose fields show the current filter', async () => {
    const start = await get('/queue')
    await submit(action(start, 'save-link'), { url: deadLink('x'), tags: 'x' })
    await submit(action(start, 'save-link'), { url: deadLink('y') })
    const found = await submit(action(start, 'search'), { tag: 'x' })
    assert.equal(found.properties.count, 1)
    assert.equal(found.properties.state, 'unread')
    const everything = await submit(action(found, 'search'), { state: 'all' })
    assert.equal(everything.properties.count, 2)
    assert.equal(action(everything, 'search').getFieldByName('state').value, 'all')
  })

  it('saves several links with one text and follows next to the end', async () => {
    const links = Array.from({ length: 30 }, (_, index) => deadLink(`l${index}`))
    await submit(action(await get('/queue'), 'save-links'), { links: links.join('\n') })
    const seen: string[] = []
    for (let page = await get('/queue'); ; page = await get(page.getLinkByRel('next').href)) {
      seen.push(...page.getSubEntitiesByRel('item').map((item: Entity) => item.getLinkByRel('original').href))
      if (!page.hasLinkByRel('next')) break
    }
    assert.deepEqual(seen, links.toReversed())
  })
})
