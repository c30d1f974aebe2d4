import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Agent, connectAgent, type Person, signUp, submitAction } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { callTool, toolOutcome } from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('The query of an agent', (service) => {
  let person: Person
  let agent: Agent
  let other: Agent
  const baseUrl = () => service().baseUrl
  const outcome = (name: string, args: Record<string, unknown>, caller = agent) =>
    toolOutcome(baseUrl(), caller, { name, args })
  const titles = async (q: string, caller = agent): Promise<string[]> => {
    const { items } = await outcome('list_queue', { q, sort: 'newest' }, caller)
    return items.map(({ title }: { title: string }) => title)
  }
  /** What a call is refused with. */
  const refusal = async (name: string, args: Record<string, unknown>): Promise<string> => {
    const { isError, content } = await callTool(baseUrl(), agent, { name, args })
    assert.equal(isError, true)
    return content[0]!.text
  }

  before(async () => {
    person = await signUp(baseUrl())
    agent = await connectAgent(baseUrl(), person)
    other = await connectAgent(baseUrl(), person, 'Other Agent')
    const links = ['rust', 'go', 'web'].map((tag) => ({ url: deadLink(tag), title: tag, tags: [tag] }))
    await outcome('save_links', { links })
    await outcome('save_link', { url: deadLink('of-other'), title: 'of other' }, other)
    const { db } = service().running.services
    // As if the person had saved one.
    await db.run(
      `UPDATE items SET saved_by_id = NULL, saved_by_name = NULL, saver_words = NULL WHERE given_title = 'web'`,
    )
  })

  it('understands by:me as the caller, and by:person as the person', async () => {
    assert.deepEqual(await titles('by:me'), ['go', 'rust'])
    assert.deepEqual(await titles('by:me', other), ['of other'])
    assert.deepEqual(await titles('-by:me'), ['of other', 'web'])
    assert.deepEqual(await titles('by:person'), ['web'])
    const { items } = await outcome('remove_items', { query: 'by:me', preview: true })
    assert.deepEqual(
      items.map(({ title }: { title: string }) => title),
      ['go', 'rust'],
    )
    assert.equal((await agent.entity('/queue?q=by:me')).properties.count, 2)
    const { text: page } = await person.browser.open('/queue?q=by%3Ame')
    assert.ok(page.includes(deadLink('web')) && !page.includes(deadLink('rust')))
  })

  it('of a saved search has the same meaning for the person', async () => {
    assert.match(
      await refusal('save_search', { name: 'Mine', query: 'by:me' }),
      /Write by:person for their items/,
    )
    await outcome('save_search', { name: 'Theirs', query: 'by:person' })
  })

  describe('for a change, if it is ambiguous,', () => {
    const cases: [query: string, cure: string][] = [
      ['is:unread NOT tag:rust', 'Write is:unread -tag:rust'],
      ['is:unread !tag:rust', 'Write is:unread -tag:rust'],
      ['tag:rust && is:unread', 'Write tag:rust is:unread'],
      ['tag:rust | tag:go', 'Write tag:rust OR tag:go'],
      ['tag:-rust', 'Write -tag:rust'],
      ['under:5 minutes', 'Write under:5m'],
      ['-(tag:rust tag:go)', 'put a minus in front of each part'],
    ]
    it('is refused with one that works, in each tool and in the API', async () => {
      for (const [query, cure] of cases) {
        for (const message of [
          await refusal('change_items', { query, action: ['mark-read'], preview: true }),
          await refusal('change_items', { changes: [{ query, action: ['mark-read'] }] }),
          await refusal('remove_items', { query }),
          await refusal('save_search', { name: 'Odd', query }),
        ]) {
          assert.match(message, /^Nothing was changed: /, query)
          assert.ok(message.includes(cure), `${query}: ${message}`)
        }
        const queue = await agent.entity('/queue')
        for (const [name, fields] of [
          ['change-items', { query, action: 'mark-read' }],
          ['save-search', { name: 'Odd', query }],
        ] as const)
          assert.equal((await submitAction(agent, queue, { name, fields })).status, 422, query)
      }
      assert.equal((await titles('is:read')).length, 0)
    })

    it('is accepted if parentheses make no difference', async () => {
      const found = async (query: string) => {
        const { items } = await outcome('change_items', { query, tag: ['seen'], preview: true })
        return items.map(({ title }: { title: string }) => title)
      }
      assert.deepEqual(await found('(tag:rust OR tag:go) -is:read'), ['go', 'rust'])
      assert.deepEqual(await found('is:unread -(tag:rust)'), ['of other', 'web', 'go'])
    })
  })

  describe('days', () => {
    it('can be relative to today, in searches, changes and snoozes', async () => {
      assert.equal((await titles('after:yesterday')).length, 4)
      assert.equal((await titles('before:7d')).length, 0)
      assert.equal((await outcome('list_changes', { since: 'yesterday' })).changes.length > 0, true)
      const none = await callTool(baseUrl(), agent, { name: 'list_changes', args: { since: 'tomorrow' } })
      assert.deepEqual(none.structuredContent.changes, [])
      const { items } = await outcome('change_items', { query: 'tag:go', until: '7d', preview: false })
      const inDays = (Date.parse(items[0].snoozedUntil) - service().running.services.clock.now()) / 86_400_000
      assert.ok(inDays > 5.9 && inDays <= 7, `${inDays} days`)
      const again = await outcome('change_items', { query: 'tag:go', until: 'monday' })
      assert.equal(new Date(again.items[0].snoozedUntil).getUTCDay(), 1)
      await outcome('change_items', { query: 'tag:go', action: ['unsnooze-item'] })
    })

    it('are refused with today’s date', async () => {
      const today = new Date(service().running.services.clock.now()).toISOString().slice(0, 10)
      for (const refusalText of [
        await refusal('list_queue', { q: 'after:soon' }),
        await refusal('list_changes', { since: 'soon' }),
        await refusal('change_items', { query: 'tag:go', until: 'soon' }),
      ])
        assert.ok(refusalText.includes(`Today is ${today} (UTC).`), refusalText)
    })

    it('that no calendar has are refused as such', async () => {
      for (const until of ['2027-02-30', '2027-02-30T09:00', '2027-02-30T09:00:00Z'])
        assert.match(
          await refusal('change_items', { query: 'tag:go', until }),
          /^"until" is 2027-02-30, and there is no such day\./,
        )
    })

    it('are shown in the rows of snoozed items, also of a preview', async () => {
      const until = `${new Date().getUTCFullYear() + 1}-01-01T09:00:00Z`
      const preview = await outcome('change_items', { query: 'tag:go', until, preview: true })
      assert.equal(preview.items[0].snoozedUntil, until)
      await outcome('change_items', { query: 'tag:go', until })
      const { items } = await outcome('list_queue', { state: 'snoozed' })
      assert.equal(items[0].snoozedUntil, until)
      await outcome('change_items', { query: 'tag:go', action: ['unsnooze-item'] })
    })

    it('change a response of the API each day', async () => {
      const etag = async (q: string) => (await agent.call(`/queue?q=${q}`)).headers.get('etag')
      assert.notEqual(await etag('after:today'), await etag('after:2026'))
      assert.equal(await etag('tag:go'), await etag('after:2026'))
    })
  })

  describe('A list', () => {
    it('can be sent as JSON in a string', async () => {
      const saved = await outcome('save_link', {
        url: deadLink('listed'),
        title: 'listed',
        tags: '["a", "b"]',
      })
      assert.deepEqual(saved.saved[0].item.tags, ['a', 'b'])
      const { id } = saved.saved[0].item
      const tagged = await outcome('change_items', {
        changes: JSON.stringify([{ items: JSON.stringify([id]), tag: '["c"]', action: '["archive"]' }]),
      })
      assert.deepEqual([tagged.items[0].tags, tagged.items[0].state], [['a', 'b', 'c'], 'read'])
      const { items } = await outcome('list_queue', { q: 'tag:c', fields: '["title","tags"]' })
      assert.deepEqual(items, [{ title: 'listed', tags: ['a', 'b', 'c'] }])
      const queue = await agent.entity('/queue')
      const response = await submitAction(agent, queue, {
        name: 'change-items',
        fields: { items: JSON.stringify([id]), tag: '["d"]' },
      })
      assert.equal(response.status, 200)
      assert.deepEqual(await titles('tag:d'), ['listed'])
      // What is no list stays a text: a tag may begin with a bracket.
      await outcome('change_items', { items: [id], tag: '[draft' })
      assert.deepEqual(await titles('tag:[draft'), ['listed'])
    })

    it('in a string is also recognised as a removal', async () => {
      const changes = '[{"query":"tag:go","action":"[\\"remove\\\\u002ditem\\"]"}]'
      assert.match(await refusal('change_items', { changes }), /Removing has a tool of its own/)
    })

    it('of addresses may have commas between them', async () => {
      const two = `${deadLink('rust')}, ${deadLink('go')}`
      for (const items of [two, two.replace(' ', '')]) {
        const { already, changed } = await outcome('change_items', { items, tag: ['both'] })
        assert.equal(already + changed, 2)
      }
    })
  })
})
