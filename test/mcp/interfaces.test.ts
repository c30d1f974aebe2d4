import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { fieldsIn, propertyOf } from '../../src/queue/model/fields.ts'
import { ITEM_STATES } from '../../src/queue/model/states.ts'
import { type Agent, connectAgent, type Entity, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink, refusedLink } from '../support/links.ts'
import { callTool, mcpResult, toolOutcome } from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'
import { NEXT_YEAR, OFFERED, SAMPLE_INPUT } from '../support/offered-actions.ts'

/** How an item comes into each state in which other actions are offered. */
const STATES: Record<string, [action: string, fields: Record<string, unknown>][]> = {
  // First, since its pages are waited for, and fetched after those of earlier items.
  failed: [],
  unread: [],
  read: [['mark-read', {}]],
  favourite: [['favourite-item', {}]],
  snoozed: [['snooze-item', { until: NEXT_YEAR }]],
  tagged: [['tag-item', { tag: 'kept' }]],
  asked: [['ask-agent', { request: 'Sum it up' }]],
  answered: [
    ['ask-agent', { request: 'Sum it up' }],
    ['answer-request', { answer: 'It is long' }],
  ],
  highlighted: [['highlight-item', { quote: 'A passage that waits for its article' }]],
  removed: [['remove-item', {}]],
}

/** Something valid for each field. */
const SAMPLES: Record<string, unknown> = {
  ...SAMPLE_INPUT,
  append: 'And more',
  prefix: '',
  suffix: '',
}

/** Tools that do more than one action. */
const BATCH = ['change_items', 'remove_items', 'edit_item']

/** What differs between two items that were treated alike. */
const OWN = [
  'titleBy',
  'noteBy',
  'requestBy',
  'requestedAt',
  'answerBy',
  'answeredAt',
  'id',
  'url',
  'savedAt',
  'updatedAt',
  'readAt',
  'favouritedAt',
  'removedAt',
]

/** Tools that only read, of which Siren has the links and the search. */
const READING = [
  'search',
  'fetch',
  'list_queue',
  'get_item',
  'get_item_content',
  'list_tags',
  'list_changes',
  'show_triage',
  'show_changes',
]
/** One tool edits an item and its highlights. */
const OF_HIGHLIGHTS = ['highlight-item', 'edit-highlight', 'remove-highlight']
/** One tool saves, edits and removes searches. */
const OF_SEARCHES = ['save-search', 'edit-search', 'remove-search']

onBothEngines('The tools and the Siren actions', (service) => {
  let agent: Agent
  /** Fields of each tool. */
  let tools: Map<string, string[]>
  /** How Siren says each item action is called, below the item's address. */
  const actions = new Map<string, { method: string; path: string; fields: string[] }>()
  let count = 0

  before(async () => {
    const { baseUrl } = service()
    agent = await connectAgent(baseUrl, await signUp(baseUrl))
    const listed = (await mcpResult(baseUrl, agent, { method: 'tools/list' })).tools as Entity[]
    tools = new Map(listed.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties)]))
    for (const state of Object.keys(STATES)) {
      const item = await itemIn(state)
      for (const { name, method, href, fields } of item.actions) {
        const path = href.slice(hrefOf(item).length)
        actions.set(name, { method, path, fields: fields.map((field: Entity) => field.name) })
      }
    }
  })

  const call = (name: string, args: Record<string, unknown>) =>
    callTool(service().baseUrl, agent, { name, args })

  async function itemIn(state: string): Promise<Entity> {
    const path = `${state}/${++count}`
    const url = state === 'failed' ? refusedLink(path) : deadLink(path)
    const item = await agent.save({ url, title: 'An item' })
    for (const [action, fields] of STATES[state] ?? []) {
      const { name, args } = toolCall(action, item.properties.id, fields)
      await toolOutcome(service().baseUrl, agent, { name, args })
    }
    return reload(item)
  }

  /** The item as it is now; one whose page is refused, once it was. */
  const reload = (item: Entity): Promise<Entity> =>
    eventually(
      () => agent.entity(hrefOf(item)),
      ({ properties }) => !properties.url.includes('/failed/') || properties.content.status === 'failed',
    )

  /** Something valid for each field; a highlight is the item's own, if it has one. */
  async function inputFor(item: Entity, fields: string[]): Promise<Record<string, unknown>> {
    const { entities } = await agent.entity(`${hrefOf(item)}/highlights`)
    const own: Record<string, unknown> = { ...SAMPLES, highlight: entities[0]?.properties.id ?? 'none' }
    return Object.fromEntries(fields.map((field) => [field, own[field]]))
  }

  it('are the same actions', async () => {
    const queue = await agent.entity('/queue')
    const onQueue = queue.actions
      .map(({ name }: Entity) => name)
      .filter((name: string) => !['search', 'find-link'].includes(name))
    const bySiren = [...onQueue, ...actions.keys()].map((action) => toolCall(action, '', {}).name)
    assert.deepEqual([...READING, ...new Set(bySiren)].sort(), [...tools.keys()].sort())
    assert.deepEqual([...actions.keys()].sort(), Object.keys(OFFERED).sort())
  })

  it('take the same fields, and tools of an item its id or its address', async () => {
    for (const [action, { fields }] of actions) {
      const { name, args } = toolCall(action, 'x', Object.fromEntries(fields.map((field) => [field, ''])))
      const own = tools.get(name)!
      for (const argument of Object.keys(args)) assert.ok(own.includes(argument), `${name}.${argument}`)
      if (!BATCH.includes(name)) assert.deepEqual(own, ['id', 'url', ...fields], name)
    }
    const queue = await agent.entity('/queue')
    for (const action of queue.actions) {
      const fields = action.fields.map((field: Entity) => field.name)
      // For programs only: over MCP links are saved, and tools take them in place of ids.
      if (['import-links', 'export-queue', 'find-link'].includes(action.name)) continue
      if (OF_SEARCHES.includes(action.name)) {
        for (const field of fields) assert.ok(tools.get('save_search')!.includes(field), field)
        continue
      }
      const tool = action.name === 'search' ? 'list_queue' : toolName(action.name)
      const own = tools.get(tool)?.filter((field) => !['after', 'fields', 'suggestion'].includes(field))
      assert.deepEqual(own?.toSorted(), fields.toSorted(), action.name)
    }
  })

  for (const state of Object.keys(STATES)) {
    it(`do the same to an item that is ${state}, or refuse it alike`, async () => {
      // All at once, since a page that fails is waited for.
      const pairs = await Promise.all(
        [...actions.keys()].map(() => Promise.all([itemIn(state), itemIn(state)])),
      )
      for (const [index, [name, { method, path, fields }]] of [...actions].entries()) {
        const [bySiren, byTool] = pairs[index]!
        const input = await inputFor(bySiren, fields)
        const isOffered = OFFERED[name]?.includes(state) ?? false
        assert.equal(
          byTool.actions.some((action: Entity) => action.name === name),
          isOffered,
          `${name} on ${state}`,
        )

        const hasBody = fields.length > 0
        const response = await agent.call(hrefOf(bySiren) + path, {
          method,
          ...(hasBody
            ? { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } }
            : {}),
        })
        const tool = toolCall(name, byTool.properties.id, await inputFor(byTool, fields))
        const result = await call(tool.name, tool.args)
        const isRefused = result.isError === true || result.structuredContent.refused !== undefined
        assert.equal(response.ok, !isRefused, `${name} on ${state}`)
        if (isOffered) assert.ok(response.ok, `${name} on ${state}`)
        if (!response.ok) assert.equal(response.status, 409, name)

        const after = await reload(byTool)
        assert.deepEqual(outcome(after), outcome(await reload(bySiren)), `${name} on ${state}`)
        if (!isOffered) assert.deepEqual(after, byTool)
        const { changed, item, items } = result.structuredContent ?? {}
        // What is so already is no mistake.
        if (!isOffered && !isRefused) assert.ok(changed === false || changed === 0, name)
        if (!isRefused) assert.deepEqual(item ?? items[0], toToolItem(after))
      }
    })
  }

  it('save the same', async () => {
    const link = { title: 'A title', tags: ['b', 'a'], note: 'A note', reason: 'Because' }
    const bySiren = await agent.save({ url: deadLink('by-siren'), ...link })
    const { structuredContent } = await call('save_link', { url: deadLink('by-tool'), ...link })
    const href = `/queue/items/${structuredContent.saved[0].item.id}`
    assert.deepEqual(outcome(await agent.entity(href)), outcome(bySiren))
  })
})

function toolName(action: string): string {
  return action.replaceAll('-', '_')
}

/** The tool call that runs an action on an item. */
function toolCall(
  action: string,
  id: string,
  fields: Record<string, unknown>,
): { name: string; args: Record<string, unknown> } {
  if (action === 'import-links') return { name: 'save_links', args: {} }
  if (OF_SEARCHES.includes(action)) return { name: 'save_search', args: fields }
  if (action === 'remove-item') return { name: 'remove_items', args: { items: [id] } }
  if (['edit-item', 'save-link', 'save-links', 'change-items', 'undo-change'].includes(action)) {
    return { name: toolName(action), args: { id, ...fields } }
  }
  if (OF_HIGHLIGHTS.includes(action)) {
    const remove = action === 'remove-highlight' ? { remove: true } : {}
    return { name: 'edit_item', args: { id, ...fields, ...remove } }
  }
  const { tag, ...others } = fields
  const tags = tag === undefined ? {} : { tag: [tag] }
  return { name: 'change_items', args: { items: [id], action: [action], ...tags, ...others } }
}

function hrefOf(item: Entity): string {
  return item.links.find((link: Entity) => link.rel.includes('self')).href
}

/** The item in the result of a tool that changed it. */
function toToolItem(item: Entity): unknown {
  const { properties } = item
  const state = item.class.find((name: string) => ITEM_STATES.some((state) => state === name))
  const known = {
    ...Object.fromEntries(
      fieldsIn('result')
        .map(propertyOf)
        .map((name) => [name, properties[name]]),
    ),
    state,
    favourite: properties.favouritedAt !== null,
  }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null))
}

function outcome(item: Entity): unknown {
  const { properties } = item
  return {
    class: item.class,
    actions: item.actions.map((action: Entity) => action.name),
    kept: Object.entries(properties).filter(([name]) => !OWN.includes(name)),
    isSet: ['readAt', 'favouritedAt', 'removedAt'].filter((name) => properties[name] !== null),
  }
}
