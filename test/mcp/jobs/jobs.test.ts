import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Agent, connectAgent, signUp } from '../../support/agent.ts'
import { fetched } from '../../support/article.ts'
import { deadLink, refusedLink } from '../../support/links.ts'
import { callTool, type RpcBody } from '../../support/mcp.ts'
import { onBothEngines } from '../../support/service.ts'

const PAGES = 150
const DAY = 86_400_000

/** What a person asks of their agent, done as an agent would, with what it costs to read. */
onBothEngines('An agent does, in few calls and few tokens, what a person asks:', (service) => {
  let agent: Agent
  before(async () => {
    const { baseUrl } = service()
    agent = await connectAgent(baseUrl, await signUp(baseUrl))
    const links = Array.from({ length: PAGES }, (_, index) => ({
      url: deadLink(`articles/${index}`, index % 15 === 0 ? '127.0.0.9' : '127.0.0.1'),
      title: `Headline ${index % 140} of an article as long as many`,
      tags: ['inbox'],
    }))
    await callTool(baseUrl, agent, { name: 'save_links', args: { links: links.slice(0, 100) } })
    await callTool(baseUrl, agent, { name: 'save_links', args: { links: links.slice(100) } })
  })

  /** Counts the calls of a job and the tokens of their answers, about four bytes each. */
  function job(caller = agent) {
    const spent = { calls: 0, tokens: 0 }
    return {
      async call(name: string, args: Record<string, unknown> = {}): Promise<RpcBody> {
        const { content, isError, structuredContent } = await callTool(service().baseUrl, caller, {
          name,
          args,
        })
        const text = content.map((block) => block.text).join('')
        spent.calls += 1
        spent.tokens += Math.ceil(Buffer.byteLength(text) / 4)
        assert.equal(isError, undefined, text)
        return structuredContent
      },
      costs(calls: number, tokens: number): void {
        assert.ok(spent.calls <= calls && spent.tokens <= tokens, JSON.stringify(spent))
      },
    }
  }

  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

  it('what is new since yesterday', async () => {
    const { call, costs } = job()
    const yesterday = dayOf(service().clock.now() - DAY)
    const { matched, items } = await call('list_queue', { q: `after:${yesterday}`, limit: 20 })
    assert.deepEqual([matched, items.length], [PAGES, 20])
    costs(1, 1500)
  })

  it('triage of everything unread, as one change', async () => {
    const { call, costs } = job()
    const fields = ['id', 'title', 'site', 'readingMinutes', 'tags']
    const first = await call('list_queue', { limit: 100, fields })
    const rest = await call('list_queue', { limit: 100, fields, after: first.next })
    const all: { id: string }[] = [...first.items, ...rest.items]
    assert.equal(all.length, PAGES)
    const ids = (from: number, to: number) => all.slice(from, to).map(({ id }) => id)
    const done = await call('change_items', {
      changes: [
        { items: ids(0, 5), tag: ['today'] },
        { items: ids(5, 15), until: '2035-01-01' },
        { items: ids(15, 25), action: ['mark-read'] },
      ],
    })
    assert.equal(done.changed, 25)
    assert.equal((await call('undo_change', { change: done.act })).changedCount, 25)
    costs(4, 9000)
  })

  it('find an article and quote it', async () => {
    const passage = 'The heron waits longer than its prey can bear.'
    const filler = '<p>Reeds stand in the water, and the water stands in the reeds. </p>'.repeat(60)
    const html = `<html><head><title>On herons</title></head><body><article><h1>On herons</h1>${filler}<p>${passage}</p>${filler}</article></body></html>`
    await fetched(agent, await agent.save({ url: refusedLink('herons'), html }))
    const { call, costs } = job()
    const { results } = await call('search', { query: 'heron prey' })
    const found = await call('get_item_content', { id: results[0].id, find: 'longer than its prey' })
    assert.equal(found.matches, 1)
    assert.ok(found.text.includes(passage))
    costs(2, 2000)
  })

  it('find a passage of a long article, and read on where it stands', async () => {
    const filler = '<p>Reeds stand in the water, and the water stands in the reeds.</p>'.repeat(100)
    const html = `<html><head><title>Long</title></head><body><article><h1>Long</h1>${filler}<p>An otter dives.</p>${filler}</article></body></html>`
    const { properties } = await fetched(agent, await agent.save({ url: refusedLink('otters'), html }))
    const { call } = job()
    const ask = { id: properties.id, max_tokens: 1000 }
    const { text } = await call('get_item_content', { ...ask, find: 'otter dives' })
    const [, page] = /; on page (\d+) of format plain\)/.exec(text)!
    assert.ok(Number(page) > 1)
    const read = await call('get_item_content', { ...ask, format: 'plain', page: Number(page) })
    assert.match(read.text, /An otter dives\./)
  })

  it('duplicates', async () => {
    const { call, costs } = job()
    const first = await call('list_queue', { limit: 100, fields: ['title'] })
    const rest = await call('list_queue', { limit: 100, fields: ['title'], after: first.next })
    const titles = [...first.items, ...rest.items].map(({ title }: { title: string }) => title)
    assert.ok(new Set(titles).size < titles.length)
    costs(3, 4000)
  })

  it('all items of a site except the favourites, after a preview', async () => {
    await callTool(service().baseUrl, agent, {
      name: 'change_items',
      args: { items: [deadLink('articles/15', '127.0.0.9')], action: ['favourite-item'] },
    })
    const { call, costs } = job()
    const query = 'site:127.0.0.9 -is:favourite'
    assert.equal((await call('change_items', { query, tag: ['y'], preview: true })).changed, 9)
    assert.equal((await call('change_items', { query, tag: ['y'] })).changed, 9)
    costs(2, 600)
  })

  it('undo of a bulk change of twenty', async () => {
    const items = Array.from({ length: 20 }, (_, index) => deadLink(`articles/${index + 16}`))
      .filter((_, index) => (index + 16) % 15 !== 0)
      .slice(0, 18)
    const { act, changed } = (
      await callTool(service().baseUrl, agent, {
        name: 'change_items',
        args: { items, action: ['mark-read'], tag: ['x'] },
      })
    ).structuredContent
    assert.equal(changed, 18)
    const { call, costs } = job()
    assert.equal((await call('undo_change', { change: act })).changed.length, 18)
    costs(1, 1500)
  })

  it('everything that another agent did, undone at once', async () => {
    const { baseUrl } = service()
    const person = await signUp(baseUrl)
    const other = await connectAgent(baseUrl, person, 'Tidy')
    const mine = await connectAgent(baseUrl, person, 'Mine')
    const callAs = (who: Agent, name: string, args: Record<string, unknown>) =>
      callTool(baseUrl, who, { name, args })
    const urls = Array.from({ length: 6 }, (_, index) => deadLink(`tidied/${index}`))
    await callAs(mine, 'save_links', { links: urls.map((url) => ({ url, tags: ['old'] })) })
    await callAs(other, 'change_items', { query: 'tag:old', tag: ['new'], untag: ['old'] })
    for (const url of urls) await callAs(other, 'edit_item', { url, title: `Tidied ${url}` })
    await callAs(other, 'remove_items', { items: urls.slice(0, 2) })
    const { call, costs } = job(mine)
    const { changes } = await call('list_changes', { by: 'Tidy' })
    assert.equal(changes.length, 8)
    const acts = changes.map(({ act, change }: { act?: number; change?: number }) => String(act ?? change))
    const [newest, ...others] = acts
    const undone = await call('undo_change', { change: newest, others })
    assert.deepEqual([undone.words, undone.changed.length], ['Undone.', 6])
    costs(2, 1100)
    const { items } = await call('list_queue', { fields: ['title', 'tags'] })
    assert.deepEqual(
      items.map(({ tags }: { tags: string[] }) => tags),
      urls.map(() => ['old']),
    )
    assert.ok(items.every(({ title }: { title: string }) => !title.startsWith('Tidied')))
    const again = await call('undo_change', { change: newest, others })
    assert.deepEqual([again.words, again.changed], ['It was already undone.', []])
    assert.equal((await call('undo_change', { change: undone.act })).words, 'Redone.')
  })

  it('thirty links with their reasons', async () => {
    const { call, costs } = job()
    const links = Array.from({ length: 30 }, (_, index) => ({
      url: deadLink(`reasons/${index}`),
      reason: `Because of ${index}`,
    }))
    assert.equal((await call('save_links', { links })).saved.length, 30)
    costs(1, 1500)
  })

  it('what was read this week', async () => {
    const items = Array.from({ length: 12 }, (_, index) => deadLink(`reasons/${index}`))
    await callTool(service().baseUrl, agent, { name: 'change_items', args: { items, action: ['mark-read'] } })
    await callTool(service().baseUrl, agent, {
      name: 'change_items',
      args: { items: [deadLink('reasons/20')], action: ['mark-read'] },
    })
    const { call, costs } = job()
    const since = dayOf(service().clock.now() - 7 * DAY)
    const { matched } = await call('list_queue', { q: `read-after:${since}`, sort: 'recently-read' })
    assert.ok(matched >= 13, `${matched} were read`)
    costs(1, 1500)
  })

  it('a long article, complete and as plain text', async () => {
    const paragraph = `<p>${'These seven words stand here once more. '.repeat(10)}<a href="https://example.org/a/long/address">More</a></p>`
    const html = `<html><head><title>Long</title></head><body><article><h1>Long</h1>${paragraph.repeat(243)}</article></body></html>`
    const item = await fetched(agent, await agent.save({ url: refusedLink('long'), html }))
    assert.ok(item.properties.wordCount >= 17_000)
    const { call, costs } = job()
    const whole = await call('get_item_content', {
      id: item.properties.id,
      format: 'plain',
      max_tokens: 26_000,
    })
    assert.equal(whole.pages, 1)
    assert.ok(!whole.text.includes('example.org'))
    costs(1, 26_000)
  })

  it('the queue as a list of titles and addresses', async () => {
    const { call, costs } = job()
    const query = { tag: 'inbox', limit: 100, fields: ['title', 'url'] }
    const first = await call('list_queue', query)
    const rest = await call('list_queue', { ...query, after: first.next })
    assert.equal(first.items.length + rest.items.length, PAGES)
    costs(2, 6000)
  })

  it('polling, while nothing and while something happens', async () => {
    const start = (
      await callTool(service().baseUrl, agent, { name: 'list_changes', args: { after: 'latest' } })
    ).structuredContent.next
    const idle = job()
    const { next } = await idle.call('list_changes', { after: String(start) })
    idle.costs(1, 20)
    for (let index = 0; index < 5; index++) await agent.save({ url: deadLink(`polled/${index}`) })
    const busy = job()
    assert.equal((await busy.call('list_changes', { after: String(next) })).changes.length, 5)
    busy.costs(1, 300)
  })

  it('requests that the person left, and their answers', async () => {
    const ask = { query: 'tag:inbox Headline 7', request: 'Is it about birds? One sentence.' }
    const { structuredContent } = await callTool(service().baseUrl, agent, {
      name: 'change_items',
      args: ask,
    })
    const start = (
      await callTool(service().baseUrl, agent, { name: 'list_changes', args: { after: 'latest' } })
    ).structuredContent.next
    const { call, costs } = job()
    const fields = ['id', 'title', 'request']
    const { items } = await call('list_queue', { q: 'is:asked', fields })
    assert.equal(items.length, structuredContent.changed)
    assert.equal(items[0].request, ask.request)
    const changes = items.map(({ id }: { id: string }) => ({ items: [id], answer: `No, ${id} is not.` }))
    assert.equal((await call('change_items', { changes })).changed, items.length)
    costs(2, 1500)

    const waiting = job()
    const next = waiting.call('list_changes', { after: start, action: 'ask-agent', wait: 30 })
    await callTool(service().baseUrl, agent, {
      name: 'change_items',
      args: { items: [items[0].id], request: 'Again?' },
    })
    assert.equal((await next).changes[0].after.request, 'Again?')
    waiting.costs(1, 200)
  })

  it('one more paragraph in a note, also when the call is repeated', async () => {
    const url = deadLink('articles/1')
    await callTool(service().baseUrl, agent, { name: 'edit_item', args: { url, note: 'First' } })
    const { call, costs } = job()
    assert.equal((await call('edit_item', { url, append: 'Second' })).item.note, 'First\n\nSecond')
    costs(1, 200)
    const again = await call('edit_item', { url, append: 'Second' })
    assert.deepEqual([again.changed, again.item.note], [false, 'First\n\nSecond'])
  })

  it('a paragraph in the notes of several items, each its own, which is one change', async () => {
    const urls = [2, 3, 4, 5, 6].map((index) => deadLink(`articles/${index}`))
    await callTool(service().baseUrl, agent, { name: 'edit_item', args: { url: urls[0], note: 'First' } })
    const { call, costs } = job()
    const changes = urls.map((url, index) => ({ items: [url], append: `For day ${index}` }))
    const { changed, act } = await call('change_items', { changes })
    const notes = async () => {
      const { items } = await call('list_queue', {
        q: 'has:note "for day"',
        fields: ['note'],
        sort: 'oldest',
      })
      return items.map(({ note }: { note: string }) => note).sort()
    }
    assert.equal(changed, 5)
    assert.deepEqual(await notes(), [
      'First\n\nFor day 0',
      'For day 1',
      'For day 2',
      'For day 3',
      'For day 4',
    ])
    costs(2, 300)
    assert.deepEqual((await call('change_items', { changes })).already, 5)
    await call('undo_change', { change: act })
    assert.deepEqual(await notes(), [])
  })

  it('a cure for wrong grammar', async () => {
    const { content, isError } = await callTool(service().baseUrl, agent, {
      name: 'search',
      args: { query: 'state:read' },
    })
    assert.equal(isError, true)
    assert.match(content[0]!.text, /"state:" at character 1 is not a condition; .* Did you mean is:read\?/)
  })

  it('everything older than a month marked as read', async () => {
    const { call, costs } = job()
    const query = `is:unread tag:inbox before:${dayOf(service().clock.now() + 2 * DAY)}`
    const { changed } = await call('change_items', { query, action: ['mark-read'] })
    assert.equal(changed, PAGES)
    costs(1, 100)
  })
})
