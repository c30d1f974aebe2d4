import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { batchActions, collectInputs } from '../../src/queue/actions/batch.ts'
import { itemActions } from '../../src/queue/actions/catalogue.ts'
import { type Agent, connectAgent, signUp } from '../support/agent.ts'
import { articlePage } from '../support/article.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink, refusedLink } from '../support/links.ts'
import { askMcp, callTool, mcpResult, toolOutcome } from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'

const BATCH_FIELDS = collectInputs(batchActions(itemActions)).map(({ name }) => name)
const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'

onBothEngines('An invalid tool call gets advice and changes nothing', (service) => {
  let agent: Agent
  const baseUrl = () => service().baseUrl
  /** An agent of a person of its own, whose queue is empty. */
  const newAgent = async () => connectAgent(baseUrl(), await signUp(baseUrl()))
  const call = (name: string, args: Record<string, unknown> = {}, caller = agent) =>
    callTool(baseUrl(), caller, { name, args })

  const outcome = (name: string, args: Record<string, unknown> = {}, caller = agent) =>
    toolOutcome(baseUrl(), caller, { name, args })

  async function savedId(link: Record<string, unknown>, caller = agent): Promise<string> {
    return (await outcome('save_link', link, caller)).saved[0].item.id
  }

  let id: string
  let others: string
  let read: string
  before(async () => {
    agent = await newAgent()
    const other = await newAgent()
    others = await savedId({ url: deadLink('of-another') }, other)
    id = await savedId({ url: deadLink('of-mine'), title: 'Mine', tags: ['kept'], note: 'Note' })
    read = await savedId({ url: deadLink('read') })
    await outcome('change_items', { items: [read], action: ['mark-read'] })
  })

  const correct = 'Correct the arguments and call again.'
  const find = 'Call list_queue or search to find the right id or url.'
  const link = 'Correct the link and call again.'
  const nameIt = `Name the item: give its "id" or its "url" as a text. ${correct}`
  const unknown = (name: string) => `There is no item ${name} in this queue. Nothing was changed. ${correct}`
  const notHere = `There is no such item in this queue. ${find}`

  const mistakes: [
    name: string,
    args: (ids: { id: string; others: string; read: string }) => Record<string, unknown>,
    text: string,
  ][] = [
    ['save_link', () => ({}), `"url" is required. ${correct}`],
    ['save_link', () => ({ url: 5 }), `"url" must be a text. ${correct}`],
    [
      'save_link',
      () => ({ url: 'ftp://example.org/file' }),
      `"ftp://example.org/file" is not an http or https address. ${link}`,
    ],
    [
      'save_link',
      () => ({ url: 'example.org' }),
      `Enter a full web address, like https://example.org, instead of "example.org". ${link}`,
    ],
    [
      'save_link',
      () => ({ url: deadLink('new'), title: 'x'.repeat(501) }),
      `"title" takes at most 500 characters. ${correct}`,
    ],
    [
      'save_links',
      () => ({ links: [deadLink('new'), 'ftp://x'] }),
      `"ftp://x" is not an http or https address. ${link}`,
    ],
    ['undo_change', () => ({ act: 'x' }), `"change" takes a whole number from 1. ${correct}`],
    [
      'list_queue',
      () => ({ tags: ['one', 'other'] }),
      `"tags" takes one value here; 2 were given. For items that have several tags, give q: "tag:one tag:other". ${correct}`,
    ],
    [
      'edit_item',
      (ids) => ({ id: ids.id, tags: ['x'] }),
      `There is no argument "tags" here. Call change_items with action ["tag-item"] or ["untag-item"] and \`tag\`. edit_item takes id, url, title, note, append, quote, prefix, suffix, colour, highlight, remove. ${correct}`,
    ],
    [
      'change_items',
      () => ({ items: [UNKNOWN_ID, UNKNOWN_ID.replace('7', '8')], action: ['mark-read'] }),
      `There is no item ${UNKNOWN_ID} in this queue. There is no item ${UNKNOWN_ID.replace('7', '8')} in this queue. Nothing was changed. ${correct}`,
    ],
    [
      'save_search',
      () => ({ name: 'none' }),
      `There is no saved search called “none”. There is none yet: save one with a query. ${correct}`,
    ],
    ['save_links', () => ({ links: [] }), `"links" is required. ${correct}`],
    [
      'save_links',
      () => ({ links: Array(101).fill(deadLink('new')) }),
      `"links" takes at most 100 links at once; 101 were given. ${correct}`,
    ],
    [
      'change_items',
      () => ({}),
      `"items" or "query" is required, or "changes" for different changes. ${correct}`,
    ],
    ['remove_items', () => ({}), `"items" or "query" is required. ${correct}`],
    [
      'change_items',
      () => ({ changes: [{ action: ['mark-read'] }] }),
      `"items" or "query" is required. ${correct}`,
    ],
    [
      'change_items',
      ({ id }) => ({ items: [id], action: ['delete'] }),
      `Removing has a tool of its own: call remove_items. ${correct}`,
    ],
    [
      'change_items',
      ({ id }) => ({ items: [id], action: ['foo'] }),
      `"action" takes mark-read, mark-unread, favourite-item, unfavourite-item, snooze-item, unsnooze-item, tag-item, untag-item, ask-agent, answer-request, clear-request, set-progress, refetch-item, restore-item. ${correct}`,
    ],
    [
      'list_changes',
      () => ({ before: 5, after: 'latest' }),
      `Give "before" for older changes or "after" for newer ones, not both. ${correct}`,
    ],
    ['get_item', () => ({ id: 5 }), nameIt],
    ['get_item', () => ({ id: 'no-such' }), notHere],
    ['get_item', () => ({ url: deadLink('of-another') }), `This link is not in the queue. ${find}`],
    ['remove_items', () => ({ items: [5] }), `This is neither the id nor the address of an item. ${correct}`],
    ['remove_items', () => ({ items: ['no-such'] }), unknown('no-such')],
    ['remove_items', () => ({ items: [UNKNOWN_ID] }), unknown(UNKNOWN_ID)],
    ['remove_items', ({ others }) => ({ items: [others] }), unknown('OTHERS')],
    ['remove_items', () => ({ items: [deadLink('of-another')] }), unknown(deadLink('of-another'))],
    [
      'remove_items',
      ({ id }) => ({ items: [id], query: 'mine' }),
      `Give "items" or "query", not both. ${correct}`,
    ],
    [
      'remove_items',
      () => ({ query: 'tag:' }),
      `"tag:" at character 1 is followed by nothing, but takes one tag, such as tag:web or tag:"to do". ${correct}`,
    ],
    ['get_item', ({ others }) => ({ id: others }), notHere],
    ['fetch', ({ others }) => ({ id: others }), notHere],
    ['fetch', () => ({}), nameIt],
    [
      'change_items',
      ({ id }) => ({ items: [id] }),
      `"action" is required, or one of ${BATCH_FIELDS.slice(0, -1).join(', ')} and ${BATCH_FIELDS.at(-1)}. ${correct}`,
    ],
    ['change_items', ({ id }) => ({ items: [id], action: ['tag-item'] }), `"tag" is required. ${correct}`],
    [
      'change_items',
      ({ id }) => ({ items: [id], action: ['remove_item'] }),
      `Removing has a tool of its own: call remove_items. ${correct}`,
    ],
    [
      'change_items',
      ({ id }) => ({
        changes: [
          { items: [id], action: ['favourite-item'] },
          { items: [id], state: 'read' },
        ],
      }),
      `There is no member "state" here. Each of "changes" takes ${['items', 'query', 'action', ...BATCH_FIELDS].join(', ')}. ${correct}`,
    ],
    [
      'change_items',
      ({ id }) => ({ items: [id], until: '2035-01-01T09:00' }),
      `"until" needs a zone: 2035-01-01T09:00Z for UTC, or for example +02:00 at its end. ${correct}`,
    ],
    ['edit_item', ({ id }) => ({ id, title: ['a'] }), `"title" must be a text. ${correct}`],
    [
      'edit_item',
      ({ id }) => ({ id, colour: 'red' }),
      `"colour" needs a "quote" for a new highlight, or the "highlight" whose colour it is to be. ${correct}`,
    ],
    [
      'edit_item',
      ({ id }) => ({ id, prefix: 'before' }),
      `"prefix" needs the "quote" that it stands beside. ${correct}`,
    ],
    [
      'edit_item',
      ({ id }) => ({ id, quote: 'A sentence', title: 'Taken?' }),
      `"title" does not go with "Highlight". Give it in a call of its own. ${correct}`,
    ],
    ['edit_item', ({ id }) => ({ id, title: 'Taken?', note: 5 }), `"note" must be a text. ${correct}`],
    ['list_queue', () => ({ limit: 0 }), `"limit" takes a whole number from 1 to 100. ${correct}`],
    ['list_queue', () => ({ limit: 'many' }), `"limit" takes a whole number from 1 to 100. ${correct}`],
    [
      'list_queue',
      () => ({ state: 'archived' }),
      `"state" takes unread, read, snoozed, favourite, all, removed. Did you mean read? ${correct}`,
    ],
    [
      'list_queue',
      () => ({ after: 'page 2' }),
      `The cursor in "after" is not one of this list. Start again without it. For what was saved after a day, search for after:2026-01-31. ${correct}`,
    ],
    ['search', () => ({}), `"query" is required. ${correct}`],
    ['search', () => ({ query: ' ' }), `"query" is required. ${correct}`],
    ['search', () => ({ query: 5 }), `"query" must be a text. ${correct}`],
    [
      'search',
      () => ({ query: 'a', q: 'b' }),
      `"q" and "query" are the same here. Give one of them. ${correct}`,
    ],
    [
      'list_queue',
      () => ({ status: 'read' }),
      `There is no argument "status" here. Did you mean "state"? list_queue takes after, q, state, tag, site, sort, limit, fields. ${correct}`,
    ],
    [
      'edit_item',
      ({ id }) => ({ id, titel: 'Mine' }),
      `There is no argument "titel" here. Did you mean "title"? edit_item takes id, url, title, note, append, quote, prefix, suffix, colour, highlight, remove. ${correct}`,
    ],
    [
      'edit_item',
      ({ id }) => ({ id }),
      `Nothing to change was given. Give a "title", a "note", "append", a "quote" to highlight, or the "highlight" to edit. ${correct}`,
    ],
    [
      'get_item',
      ({ id }) => ({ id, __proto__x: 1, fields: 'all' }),
      `There is no argument "__proto__x" here. There is no argument "fields" here. get_item takes id, url. ${correct}`,
    ],
    [
      'get_item',
      ({ id }) => ({ id, ['__proto__']: { isAdmin: true } }),
      `There is no argument "__proto__" here. get_item takes id, url. ${correct}`,
    ],
    [
      'get_item',
      ({ id }) => ({ id, url: deadLink('another-of-mine') }),
      `"id" and "url" are not the same item. Give one of them. ${correct}`,
    ],
  ]

  it('but a search accepts either name for its words', async () => {
    const expected = await outcome('list_queue', { q: 'mine' })
    assert.deepEqual(await outcome('list_queue', { query: 'mine' }), expected)
    assert.deepEqual(await outcome('search', { q: 'mine' }), await outcome('search', { query: 'mine' }))
  })

  it('names the invalid entry of a list, wherever it is', async () => {
    const links = [...Array.from({ length: 6 }, () => ({ url: deadLink('right') })), { url: 5 }]
    const { content } = await call('save_links', { links })
    assert.match(content[0]!.text, /You sent \{"links\[6\]":\{"url":5\}\}\./)
  })

  for (const [index, [name, args, text]] of mistakes.entries()) {
    it(`${index + 1}. ${name}: ${text}`, async () => {
      const earlier = await everything()
      const input = args({ id, others, read })
      const result = await call(name, input)
      const { isError, structuredContent: structure } = result
      assert.deepEqual({ isError, structure }, { isError: true, structure: undefined })
      const message = result.content[0]!.text
      const [words = '', shown] = message.split(/ You sent (?=\{)/)
      assert.equal(words, text.replace('OTHERS', others))
      // Where other arguments would help, it shows what came and a call that works.
      const [, sent = '', tool, example = ''] = /^(.*)\. For example: (\w+) (\{.*\})$/.exec(shown ?? '') ?? []
      assert.equal(shown === undefined, /Call (list_queue|get_item|search)\b/.test(words), message)
      if (shown !== undefined) {
        assert.equal(tool, name === 'undo_change' ? 'list_changes' : name)
        // The example is about the queue as it is.
        // What one of edit_item would write is up to the caller.
        if (!name.startsWith('save_') && name !== 'edit_item') {
          const changes = await call('list_changes')
          const tried = await call(tool!, JSON.parse(example))
          assert.equal(tried.isError, undefined, `${message}: ${tried.content[0]!.text}`)
          assert.deepEqual(await call('list_changes'), changes)
        }
        assert.ok(
          sent.length <= 301 && (sent === '{}' || Object.keys(input).some((key) => sent.includes(key))),
          message,
        )
      }
      assert.deepEqual(await everything(), earlier)
    })
  }

  it('shows a working call of each tool, with the same item where possible', async () => {
    const { tools } = await mcpResult(baseUrl(), agent, { method: 'tools/list' })
    const shown = async (name: string, args: Record<string, unknown>, caller = agent) => {
      const text = (await call(name, { ...args, nonsense: 1 }, caller)).content[0]!.text
      return /For example: (\w+) (\{.*\})$/.exec(text)?.slice(1)
    }
    const newcomer = await newAgent()
    for (const { name } of tools as { name: string }[]) {
      const [tool = '', input = ''] = (await shown(name, {})) ?? []
      const isReadable = name !== 'get_item_content'
      assert.equal(tool, isReadable ? (name === 'undo_change' ? 'list_changes' : name) : '', name)
      if (!isReadable || name.startsWith('save_') || name === 'edit_item') continue
      const { isError, content } = await call(tool, JSON.parse(input))
      assert.equal(isError, undefined, `${name}: ${content[0]!.text}`)
      // Where there is nothing in the queue, no item is made up.
      const [, empty = ''] = (await shown(name, {}, newcomer)) ?? []
      assert.doesNotMatch(empty, /"(id|items)"/, name)
    }
    assert.deepEqual(await shown('get_item', { id }), ['get_item', JSON.stringify({ id })])
    assert.deepEqual(await shown('get_item', { id: others }), ['get_item', JSON.stringify({ id: read })])
  })

  it('shows a call of edit_item with the intended change, or asks what to change', async () => {
    const shown = async (args: Record<string, unknown>) => {
      const text = (await call('edit_item', { id, ...args })).content[0]!.text
      const [, tool, example = '{}'] = /For example: (\w+) (\{.*\})$/.exec(text) ?? []
      const { id: about, ...input } = JSON.parse(example) as Record<string, unknown>
      assert.equal(about, id, text)
      return [tool, input]
    }
    const quote = 'A sentence of its text'
    assert.deepEqual(await shown({ title: 5 }), ['edit_item', { title: 'A title' }])
    assert.deepEqual(await shown({ note: 'x'.repeat(6000) }), ['edit_item', { note: 'A note' }])
    assert.deepEqual(await shown({ quote: 5 }), ['edit_item', { quote, note: 'A note' }])
    assert.deepEqual(await shown({ quote: 'x', colour: 'pink' }), ['edit_item', { quote, colour: 'green' }])
    assert.deepEqual(await shown({ suffix: 'x' }), ['edit_item', { quote, suffix: 'The words after it' }])
    assert.deepEqual(await shown({ remove: true }), ['get_item', {}])
    const { content } = await call('edit_item', { id, remove: true })
    assert.match(content[0]!.text, /^"highlight" is required\./)
    assert.deepEqual(await shown({ quotes: ['x'] }), ['edit_item', { quote, note: 'A note' }])
    assert.deepEqual(await shown({}), ['edit_item', { append: 'A paragraph' }])
  })

  it('points to the list of highlights, and to the text that must contain a quote', async () => {
    const url = refusedLink('highlighted')
    const { item } = (
      await outcome('save_link', { url, html: articlePage('Birds', '<p>A heron stands still.</p>') })
    ).saved[0]
    await eventually(
      () => call('get_item_content', { id: item.id }),
      ({ isError }) => isError === undefined,
    )
    await outcome('edit_item', { id: item.id, quote: 'A heron stands still' })
    const refusalText = async (args: object) =>
      (await call('edit_item', { id: item.id, ...args })).content[0]!.text
    assert.equal(
      await refusalText({ highlight: UNKNOWN_ID, note: 'x' }),
      'There is no such highlight on this item. Call get_item, which lists the highlights of an item.',
    )
    assert.ok(
      (await refusalText({ quote: 'zebra' })).endsWith(
        `For example: get_item_content ${JSON.stringify({ id: item.id, format: 'plain' })}`,
      ),
    )
    const near = await refusalText({ quote: 'A heron never stands still' })
    assert.match(near, /differs by 5 characters.*"candidates":\[\{"quote":"A heron stands still"/)
    assert.doesNotMatch(near, /For example/)
  })

  it('but accepts the argument names of other tools, even in a list of changes', async () => {
    const changes = [
      { q: 'mine', tags: ['twice'] },
      { items: [read], tags: ['twice'], actions: ['archive'] },
    ]
    const done = await outcome('change_items', { changes })
    assert.equal(done.changed, 2)
    assert.equal((await outcome('undo_change', { change: done.act })).changed.length, 2)
    assert.equal(
      (await outcome('change_items', { items: [id], action: 'archive', preview: true })).changed,
      1,
    )
    const { body } = await askMcp(baseUrl(), agent, {
      method: 'tools/call',
      params: { name: 'archive_item', arguments: {} },
    })
    assert.equal(
      body.error.message,
      'There is no tool "archive_item" here. Call change_items with action ["mark-read"].',
    )
  })

  it('explains only what an item does not allow', async () => {
    const refusalText = async (name: string, args: Record<string, unknown>) =>
      (await call(name, args)).content[0]!.text
    assert.equal(
      await refusalText('get_item_content', { id }),
      'The page of this item is still being fetched. Try again in a moment. Call again in 2 seconds.',
    )
    const removed = await savedId({ url: deadLink('removed') })
    await outcome('remove_items', { items: [removed] })
    assert.equal(
      await refusalText('edit_item', { id: removed, note: 'x' }),
      '"Edit" is not possible now: the item is in the trash. Restore it first, with restore-item.',
    )
    await outcome('change_items', { items: [removed], action: ['restore-item'] })
  })

  async function everything() {
    const items = await outcome('list_queue', { state: 'all', limit: 100 })
    return [items, await outcome('get_item', { id })]
  }
})
