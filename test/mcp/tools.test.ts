import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { toolList } from '../../src/endpoints/mcp/call-tool.ts'
import { type Agent, connectAgent, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { deadLink, refusedLink } from '../support/links.ts'
import {
  askMcp,
  bearer,
  callTool,
  mcpResult,
  modernHeaders,
  modernMessage,
  postMcp,
  toolOutcome,
  withoutMark,
} from '../support/mcp.ts'
import { type Schema, wrongPlaces } from '../support/schema-check.ts'
import { onBothEngines, startService } from '../support/service.ts'

type Tool = {
  name: string
  title: string
  description: string
  inputSchema: Schema & { properties: Record<string, Schema & { description?: string }> }
  outputSchema: Schema
  annotations: Record<string, unknown>
}

/** readOnly, destructive, idempotent, openWorld. */
const HINTS: Record<string, [boolean, boolean, boolean, boolean]> = {
  search: [true, false, true, false],
  fetch: [true, false, true, false],
  list_queue: [true, false, true, false],
  get_item: [true, false, true, false],
  get_item_content: [true, false, true, false],
  list_tags: [true, false, true, false],
  list_changes: [true, false, true, false],
  show_triage: [true, false, true, false],
  show_changes: [true, false, true, false],
  save_link: [false, false, true, true],
  save_links: [false, false, true, true],
  change_items: [false, false, true, true],
  remove_items: [false, true, true, false],
  edit_item: [false, true, true, false],
  save_search: [false, false, true, false],
  undo_change: [false, true, true, false],
}

onBothEngines('The tools', (service) => {
  let agent: Agent
  let tools: Tool[]
  const baseUrl = () => service().baseUrl
  before(async () => {
    agent = await newAgent()
    tools = (await mcpResult(baseUrl(), agent, { method: 'tools/list' })).tools
  })

  /** An agent of a person of its own, whose queue is empty. */
  const newAgent = async () => connectAgent(baseUrl(), await signUp(baseUrl()))
  const call = (name: string, args: Record<string, unknown> = {}, caller = agent) =>
    callTool(baseUrl(), caller, { name, args })

  const outcome = (name: string, args: Record<string, unknown> = {}, caller = agent) =>
    toolOutcome(baseUrl(), caller, { name, args })

  async function savedId(link: Record<string, unknown>, caller = agent): Promise<string> {
    return (await outcome('save_link', link, caller)).saved[0].item.id
  }

  /** The number of the last change of the caller's queue. */
  const newest = async (caller: Agent): Promise<number> => {
    const { structuredContent } = await callTool(baseUrl(), caller, {
      name: 'list_changes',
      args: { after: 'latest' },
    })
    return Number.parseInt(structuredContent.next)
  }

  it('never present an agent as the person or the service', async () => {
    const person = await signUp(baseUrl())
    for (const name of ['person', 'Service']) {
      const caller = await connectAgent(baseUrl(), person, name)
      await savedId({ url: refusedLink(`by/${name}`) }, caller)
      const { changes } = await outcome('list_changes', { after: (await newest(caller)) - 1 }, caller)
      assert.equal(changes[0].by, `agent “${name}”`)
    }
  })

  describe('are declared', () => {
    it('in a small number, with names that every client accepts', () => {
      assert.ok(tools.length <= 16)
      assert.deepEqual(
        tools.map((tool) => tool.name),
        Object.keys(HINTS),
      )
      for (const { name } of tools) assert.match(name, /^[a-z0-9_]{1,64}$/)
    })

    it('with a title, a description, and an explanation of each field whose name does not suffice', () => {
      const clear = ['state', 'tag', 'site', 'by', 'title', 'note', 'name', 'colour']
      for (const { name, title, description, inputSchema } of tools) {
        assert.ok(title && description, name)
        for (const [field, schema] of Object.entries(inputSchema.properties)) {
          assert.ok(schema.description || clear.includes(field), `${name}.${field}`)
        }
      }
    })

    it('with all four hints', () => {
      const hints = tools.map(({ name, annotations: a }) => {
        return [name, [a['readOnlyHint'], a['destructiveHint'], a['idempotentHint'], a['openWorldHint']]]
      })
      assert.deepEqual(Object.fromEntries(hints), HINTS)
    })

    it('with flat inputs that reject unknown arguments, and schemas with a single type each', () => {
      for (const { name, inputSchema, outputSchema } of tools) {
        assert.equal(inputSchema.type, 'object')
        assert.equal(inputSchema.additionalProperties, false, name)
        for (const [field, { type, items }] of Object.entries(inputSchema.properties)) {
          const shape = type === 'array' ? `array of ${String(items?.type)}` : type
          const isFlat = ['string', 'number', 'integer', 'boolean', 'array of string'].includes(String(shape))
          const isListOfObjects = ['links', 'changes'].includes(field) && shape === 'array of object'
          assert.ok(isFlat || isListOfObjects, `${name}.${field}: ${String(shape)}`)
        }
        assert.doesNotMatch(JSON.stringify([inputSchema, outputSchema]), /"type":\[|"null"|\$ref|anyOf|oneOf/)
      }
    })

    it('in at most 3,500 tokens altogether', async () => {
      const { tools } = await mcpResult(baseUrl(), agent, { method: 'tools/list' })
      const tokens = tokensOf(JSON.stringify(tools))
      assert.ok(tokens <= 3500, `${tokens} tokens`)
    })

    it('without those that change anything at the read-only address, which says where they are', async () => {
      const path = '/mcp/readonly'
      const ask = (method: string, params: Record<string, unknown> = {}) => {
        const headers = { ...bearer(agent), ...modernHeaders(method, params) }
        return postMcp(baseUrl(), modernMessage(method, params), { headers, path })
      }
      const { body } = await ask('tools/list')
      assert.deepEqual(
        body.result.tools.map(({ name }: Tool) => name),
        tools.filter(({ annotations }) => annotations['readOnlyHint']).map(({ name }) => name),
      )
      const listed = await ask('tools/call', { name: 'list_queue', arguments: {} })
      assert.equal(listed.body.result.isError, undefined)
      const refused = await ask('tools/call', { name: 'save_link', arguments: { url: deadLink('no') } })
      assert.equal(
        refused.body.error.message,
        'There is no tool "save_link" here. /mcp/readonly only reads; save_link is at /mcp.',
      )
      const unauthorized = await postMcp(baseUrl(), modernMessage('tools/list'), { path })
      const metadata = `${baseUrl()}/.well-known/oauth-protected-resource/mcp/readonly`
      assert.equal(unauthorized.status, 401)
      assert.ok(unauthorized.headers.get('www-authenticate')?.includes(`resource_metadata="${metadata}"`))
      const document = (await (await fetch(metadata)).json()) as { resource: string }
      assert.equal(document.resource, baseUrl() + path)
    })

    it('name the right tool when an unknown one is called', async () => {
      const messageFor = async (name: string) =>
        (await askMcp(baseUrl(), agent, { method: 'tools/call', params: { name, arguments: {} } })).body.error
          .message
      assert.equal(
        await messageFor('mark_read'),
        'There is no tool "mark_read" here. Call change_items with action ["mark-read"].',
      )
      assert.equal(await messageFor('remove_item'), 'There is no tool "remove_item" here. Call remove_items.')
      assert.equal(
        await messageFor('highlight_item'),
        'There is no tool "highlight_item" here. Call edit_item.',
      )
      assert.equal(
        await messageFor('list_highlights'),
        'There is no tool "list_highlights" here. Call get_item for the highlights of an item, or list_queue with q "has:highlight" and fields ["title","highlights"] for all.',
      )
      assert.equal(await messageFor('list_que'), 'There is no tool "list_que" here. Call list_queue.')
    })
  })

  describe('return', () => {
    it('a result according to their schema, and the same as text', async () => {
      const caller = await newAgent()
      const url = deadLink('each')
      const link = { url, title: 'Each', tags: ['one'], note: 'A note', reason: 'To see' }
      const id = await savedId(link, caller)
      const article = { url: refusedLink('article'), html: articlePage('An article') }
      const readable = (await fetched(caller, await caller.save(article))).properties.id
      const calls: [string, Record<string, unknown>][] = [
        ['search', { query: 'each' }],
        ['fetch', { id }],
        ['list_queue', { limit: 1 }],
        ['get_item', { id }],
        ['get_item_content', { id: readable }],
        ['list_tags', {}],
        ['list_changes', { limit: 1 }],
        ['show_triage', {}],
        ['show_changes', {}],
        ['save_link', link],
        ['save_links', { links: [{ url: deadLink('two'), reason: 'Two' }, { url: deadLink('three') }] }],
        ['change_items', { items: [id], action: ['favourite-item'], tag: ['many'] }],
        ['remove_items', { items: [id] }],
        ['edit_item', { url: deadLink('two'), note: 'New' }],
        ['save_search', { name: 'Notes', query: 'has:note' }],
        ['undo_change', { change: await newest(caller) }],
      ]
      assert.deepEqual(
        calls.map(([name]) => name),
        tools.map((tool) => tool.name),
      )
      for (const [name, args] of calls) {
        const result = await call(name, args, caller)
        assert.equal(result.isError, undefined, `${name}: ${result.content[0]?.text}`)
        assert.deepEqual(
          result.content.map((block) => block.type),
          ['text'],
        )
        assert.deepEqual(JSON.parse(result.content[0]?.text ?? ''), result.structuredContent)
        // What is listed is a part of what is documented: what an answer always has.
        const tool = toolList.find((tool) => tool.name === name)!
        const { required = [] } = tool.outputSchema
        const listed = tools.find((tool) => tool.name === name)!
        assert.deepEqual(Object.keys(listed.outputSchema.properties ?? {}).sort(), required.toSorted(), name)
        // The mark of what others wrote is beside what the schema names, so that no tool spends words on it.
        const structure = withoutMark(result.structuredContent)
        assert.deepEqual(wrongPlaces(structure, tool.outputSchema), [], name)
      }
    })

    it('what they did', async () => {
      const caller = await newAgent()
      const url = deadLink('did')
      const { saved } = await outcome('save_link', { url, tags: ['b', 'A'] }, caller)
      const { id } = saved[0].item
      const { savedAt } = saved[0].item
      const item = {
        id,
        title: '127.0.0.1:9/did',
        url,
        state: 'unread',
        savedAt,
        tags: ['a', 'b'],
        savedBy: 'Test Agent',
      }
      assert.deepEqual(saved, [{ created: true, item }])
      const again = (await outcome('save_link', { url }, caller)).saved[0]
      assert.deepEqual([again.created, again.did, again.item.id], [false, ['moved-up'], id])
      const edited = await outcome('edit_item', { url, title: 'New', note: 'Mine' }, caller)
      assert.ok(edited.act > 0)
      assert.deepEqual(edited, {
        changed: true,
        act: edited.act,
        item: {
          id,
          title: 'New',
          url,
          state: 'unread',
          favourite: false,
          progress: 0,
          tags: ['a', 'b'],
          note: 'Mine',
        },
      })
      const changed = await outcome('change_items', { items: [url], action: 'mark_read', tag: ['c'] }, caller)
      assert.deepEqual(changed, {
        changed: 1,
        already: 0,
        act: changed.act,
        items: [{ ...edited.item, state: 'read', tags: ['a', 'b', 'c'] }],
      })
      const removed = await outcome('remove_items', { items: [id] }, caller)
      assert.deepEqual([removed.changed, removed.items[0].state], [1, 'removed'])
      const repeated = await outcome('remove_items', { items: [url] }, caller)
      assert.deepEqual(
        [repeated.changed, repeated.already, repeated.act, repeated.items[0].state],
        [0, 1, undefined, 'removed'],
      )
      await outcome('change_items', { items: [url], action: ['restore-item'] }, caller)
      const same = await outcome('edit_item', { url, title: 'New' }, caller)
      assert.deepEqual([same.changed, same.act], [false, undefined])
    })

    it('what saving a link again did, and what it replaced or kept', async () => {
      const caller = await newAgent()
      const url = deadLink('again')
      const save = async (more: object) => (await outcome('save_link', { url, ...more }, caller)).saved[0]
      await save({ title: 'First', note: 'Mine', reason: 'To compare' })
      await outcome('change_items', { items: [url], action: ['mark-read'] }, caller)
      await outcome('remove_items', { items: [url] }, caller)
      const { item, ...restored } = await save({
        title: 'Second',
        note: 'Mine',
        reason: 'Asked',
        tags: ['new'],
      })
      assert.deepEqual(restored, {
        created: false,
        did: ['moved-up', 'restored', 'marked-unread', 'tagged', 'reason-set'],
        kept: ['title'],
        replacedReason: 'To compare',
      })
      assert.equal(item.title, 'First')
      assert.deepEqual((await save({ reason: 'Asked' })).replacedReason, undefined)
      assert.deepEqual((await save({})).did, ['moved-up'])
    })

    it('exactly what saving did to an item that should stay as it is', async () => {
      const caller = await newAgent()
      const url = deadLink('kept-as-it-is')
      const save = async (more: object) => {
        const { item: _, ...rest } = (await outcome('save_link', { url, ...more }, caller)).saved[0]
        return rest
      }
      await save({ reason: 'To compare' })
      await outcome('change_items', { items: [url], action: ['mark-read'] }, caller)
      assert.deepEqual(await save({ keep: true }), { created: false })
      const several = await outcome('save_links', { links: [{ url, keep: true }] }, caller)
      assert.equal(several.saved[0].did, undefined)
      const wrong = await callTool(baseUrl(), caller, {
        name: 'save_links',
        args: { links: [{ url, hold: true }] },
      })
      assert.match(
        wrong.content[0]!.text,
        /^There is no member "hold" here\. A link takes url, title, tags, note, reason, keep\. /,
      )
      assert.deepEqual(
        await save({ keep: true, title: 'Mine', note: 'A note', tags: ['b'], reason: 'Other' }),
        {
          created: false,
          did: ['tagged', 'title-set', 'note-set'],
          kept: ['reason'],
        },
      )
      assert.deepEqual(await save({}), { created: false, did: ['moved-up', 'marked-unread'] })
      await outcome('change_items', { items: [url], action: ['snooze-item'], until: '30d' }, caller)
      assert.deepEqual(await save({ keep: true }), { created: false })
      assert.deepEqual(await save({ title: 'Other' }), {
        created: false,
        did: ['moved-up', 'unsnoozed'],
        kept: ['title'],
      })
    })

    it('all fields of an item', async () => {
      const url = deadLink('known')
      const link = { url, title: 'Known', tags: ['b', 'a'], note: 'A note', reason: 'To know' }
      const id = await savedId(link)
      const { item } = await outcome('get_item', { id })
      assert.match(item.savedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.deepEqual(item, {
        id,
        url,
        title: 'Known',
        titleBy: 'Test Agent',
        state: 'unread',
        favourite: false,
        site: '127.0.0.1',
        progress: 0,
        tags: ['a', 'b'],
        note: 'A note',
        noteBy: 'Test Agent',
        reason: 'To know',
        savedAt: item.savedAt,
        savedBy: 'Test Agent',
        content: 'pending',
      })
    })

    it('the same for an item’s id and its address in any spelling', async () => {
      const url = deadLink('named?a=1&b=2')
      const id = await savedId({ url })
      for (const name of [
        { id },
        { url },
        { url: `${url}&utm_source=mail` },
        { url: deadLink('named/?b=2&a=1#part') },
        { id, url: '' },
        { id: null, url },
      ]) {
        assert.equal((await outcome('get_item', name)).item.id, id, JSON.stringify(name))
        assert.equal((await outcome('edit_item', { ...name, note: 'x' })).item.id, id)
      }
    })

    it('the same for null as for a missing argument', async () => {
      const nulls = { after: null, q: null, state: null, tag: null, site: null, limit: null }
      assert.deepEqual(await outcome('list_queue', nulls), await outcome('list_queue'))
    })
  })
})

describe('A bug in a tool', () => {
  it('is logged, and not shown to the caller', async () => {
    const service = await startService('sqlite')
    try {
      const agent = await connectAgent(service.baseUrl, await signUp(service.baseUrl))
      await service.running.services.db.run('DROP TABLE tag_counts')
      const { content, isError } = await callTool(service.baseUrl, agent, { name: 'list_tags' })
      const [, requestId] =
        /^Something went wrong in the service, not in your call\. It is noted as (\S+)\./.exec(
          content[0]!.text,
        )!
      assert.equal(isError, true)
      assert.doesNotMatch(content[0]!.text, /tag_counts|SQL/)
      assert.match(service.logged(), new RegExp(`no such table: tag_counts.*${requestId}`))
    } finally {
      await service.stop()
    }
  })
})

/** As many tokens as a text of this length has about. */
function tokensOf(text: string): number {
  return Math.ceil(text.length / 4)
}
