import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Agent, connectAgent, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { callTool, toolOutcome } from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000'

onBothEngines('A wrong call of a tool says how to do it right and changes nothing', (service) => {
  let agent: Agent
  const baseUrl = () => service().baseUrl
  /** An agent of a person of its own, whose queue is empty. */
  const newAgent = async () => connectAgent(baseUrl(), await signUp(baseUrl()))
  const call = (name: string, args: Record<string, unknown> = {}, caller = agent) =>
    callTool(baseUrl(), caller, name, args)

  const outcome = (name: string, args: Record<string, unknown> = {}, caller = agent) =>
    toolOutcome(baseUrl(), caller, name, args)

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
      `"example.org" is not a whole address. Begin it with https:// or http://. ${link}`,
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
    ['save_links', () => ({ links: [] }), `"links" is required. ${correct}`],
    [
      'save_links',
      () => ({ links: Array(101).fill(deadLink('new')) }),
      `"links" takes at most 100 links at once; 101 were given. ${correct}`,
    ],
    ['change_items', () => ({ action: ['mark-read'] }), `"items" or "query" is required. ${correct}`],
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
      `"action" is required, or one of tag, untag, until and progress. ${correct}`,
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
      `There is no member "state" here. Each of "changes" takes items, action, tag, until, query, untag, progress. ${correct}`,
    ],
    [
      'change_items',
      ({ id }) => ({ items: [id], until: '2035-01-01T09:00' }),
      `"until" needs a zone: 2035-01-01T09:00Z for UTC, or for example +02:00 at its end. ${correct}`,
    ],
    ['edit_item', ({ id }) => ({ id, title: ['a'] }), `"title" must be a text. ${correct}`],
    ['edit_item', ({ id }) => ({ id, title: 'Taken?', note: 5 }), `"note" must be a text. ${correct}`],
    ['list_queue', () => ({ limit: 0 }), `"limit" takes a whole number from 1 to 100. ${correct}`],
    ['list_queue', () => ({ limit: 'many' }), `"limit" takes a whole number from 1 to 100. ${correct}`],
    [
      'list_queue',
      () => ({ state: 'archived' }),
      `"state" takes unread, read, snoozed, favourite, all, removed. ${correct}`,
    ],
    [
      'list_queue',
      () => ({ after: 'page 2' }),
      `The cursor in "after" is not one of this list. Start again without it. ${correct}`,
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
      `There is no argument "titel" here. Did you mean "title"? edit_item takes id, url, title, note, append. ${correct}`,
    ],
    [
      'edit_item',
      ({ id }) => ({ id }),
      `Nothing to change was given. Give a "title", a "note" or "append". ${correct}`,
    ],
    [
      'get_item',
      ({ id }) => ({ id, __proto__x: 1, fields: 'all' }),
      `There is no argument "__proto__x" here. There is no argument "fields" here. get_item takes id, url. ${correct}`,
    ],
    [
      'get_item',
      ({ id }) => ({ id, url: deadLink('another-of-mine') }),
      `"id" and "url" are not the same item. Give one of them. ${correct}`,
    ],
  ]

  it('but takes the words of a search by either name', async () => {
    const expected = await outcome('list_queue', { q: 'mine' })
    assert.deepEqual(await outcome('list_queue', { query: 'mine' }), expected)
    assert.deepEqual(await outcome('search', { q: 'mine' }), await outcome('search', { query: 'mine' }))
  })

  for (const [index, [name, args, text]] of mistakes.entries()) {
    it(`${index + 1}. ${name}: ${text}`, async () => {
      const earlier = await everything()
      const answer = await call(name, args({ id, others, read }))
      assert.deepEqual(
        { content: answer.content, isError: answer.isError, structure: answer.structuredContent },
        {
          content: [{ type: 'text', text: text.replace('OTHERS', others) }],
          isError: true,
          structure: undefined,
        },
      )
      assert.deepEqual(await everything(), earlier)
    })
  }

  async function everything() {
    const items = await outcome('list_queue', { state: 'all', limit: 100 })
    return [items, await outcome('get_item', { id })]
  }
})
