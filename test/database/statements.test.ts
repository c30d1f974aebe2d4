import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readPlan } from '../../src/database/postgres/distribute.ts'
import { itemActions } from '../../src/queue/actions/catalogue.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { openStream } from '../support/event-stream.ts'
import { eventually } from '../support/eventually.ts'
import { refusedLink } from '../support/links.ts'
import { toolOutcome } from '../support/mcp.ts'
import { SAMPLE_INPUT } from '../support/offered-actions.ts'
import { startService, type TestService } from '../support/service.ts'
import { recordStatements } from '../support/statements.ts'

/** What actions take that are given more or else than the usual samples, and what has to be done before so that they are offered. */
const FIELDS: Record<string, Record<string, string>> = {
  'untag-item': { tag: 'web' },
  'edit-item': { title: 'Another title', note: 'one, two' },
  'highlight-item': { quote: 'Links say what' },
  'edit-highlight': { highlight: 'none', note: 'A note' },
  'remove-highlight': { highlight: 'none' },
}
const BEFORE: Record<string, string> = {
  'mark-unread': 'mark-read',
  'unfavourite-item': 'favourite-item',
  'unsnooze-item': 'snooze-item',
  'restore-item': 'remove-item',
  'answer-request': 'ask-agent',
  'edit-highlight': 'highlight-item',
  'remove-highlight': 'highlight-item',
  'clear-request': 'ask-agent',
}

/** A search in each way in which one can be asked; each runs from the top, on from a place, and in another order. */
const SEARCHES = [
  'on ledgers',
  'ledg',
  '"on ledgers"',
  'on -ledgers',
  'on -"other ledgers"',
  '-ledgers',
  '-"on ledgers"',
  'ledgers "on ledgers" -boats -"on boats" tag:web',
  'tag:web',
  '-tag:web',
  'site:example.org ledgers',
  '-site:example.org',
  ...['unread', 'read', 'favourite', 'snoozed', 'removed'].flatMap((mark) => [
    `is:${mark}`,
    `-is:${mark} on`,
  ]),
  'is:asked',
  'is:broken',
  '-is:answered on',
  'by:test',
  'by:me on',
  '-by:"test agent"',
  'before:2030 after:2020-01-31 under:15m ledgers',
  '-before:2020',
]

/** A value, or the row of another table that is distributed alike; Citus takes none of what a WITH or subquery found. */
const OF_ACCOUNT = /\baccount_id (=(?! sorted\b)|IN \()/

/** The statement without what stands in parentheses after `(SELECT` or `(WITH`, and each of those for itself. */
function selectsOf(sql: string): string[] {
  const stack = ['']
  const closed: string[] = []
  const kinds: boolean[] = []
  for (let at = 0; at < sql.length; at++) {
    const isSelect = sql[at] === '(' && /^\(\s*(SELECT|WITH|UPDATE|DELETE)\b/.test(sql.slice(at, at + 30))
    if (sql[at] === '(') kinds.push(isSelect)
    if (isSelect) stack.push('')
    else if (sql[at] === ')' && kinds.pop()) closed.push(stack.pop()!)
    else stack.push(stack.pop()! + sql[at]!)
  }
  // What is put together by UNION is asked for part by part.
  return [...closed, ...stack].flatMap((part) => part.split(/\bUNION\b/))
}

function hrefOf({ links }: Entity): string {
  return links.find(({ rel }: { rel: string[] }) => rel.includes('self')).href
}

function tablesIn(sql: string): string[] {
  return [...sql.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE) (\w+)/g)].map(([, name]) => name!)
}

/** Whether each part that names one of these tables says whose rows it means. */
function staysWithin(sql: string, apart: string[]): boolean {
  const insert = /^INSERT INTO \w+ \(([^)]*)\)/.exec(sql)
  if (insert) return insert[1]!.split(', ').includes('account_id')
  return selectsOf(sql)
    .filter((part) => tablesIn(part).some((name) => apart.includes(name)))
    .every((part) => OF_ACCOUNT.test(part))
}

describe('Each statement', () => {
  let service: TestService
  let person: Person
  let agent: Agent
  let seen: Set<string>
  let apart: string[]
  let alone: string[]
  before(async () => {
    service = await startService('postgres')
    person = await signUp(service.baseUrl)
    agent = await connectAgent(service.baseUrl, person)
    const { placements: places } = await readPlan(service.running.services.db)
    const named = (place: string) => [...places.keys()].filter((name) => places.get(name) === place)
    ;[apart, alone] = [named('distributed'), named('local')]
    seen = recordStatements(service)
    await useEverything()
  })
  after(() => service.stop())

  async function item(): Promise<Entity> {
    return agent.save({ url: refusedLink(`statements/${seen.size}`), title: 'On ledgers', tags: ['web'] })
  }

  /** A page is fetched again only once it could not be read. */
  function offering(entity: Entity, name: string): Promise<Entity> {
    const offers = ({ actions }: Entity) => actions.some((action: { name: string }) => action.name === name)
    return eventually(() => agent.entity(hrefOf(entity)), offers)
  }

  async function act(entity: Entity, name: string): Promise<void> {
    const offered = await offering(entity, name)
    const { entities } = await agent.entity(`${hrefOf(entity)}/highlights`)
    const taken = itemActions.find((action) => action.name === name)!.fields
    const samples = Object.entries(SAMPLE_INPUT).filter(([field]) => taken[field]?.required)
    const own = FIELDS[name]?.['highlight'] && { highlight: entities[0].properties.id }
    const fields = { ...Object.fromEntries(samples), ...FIELDS[name], ...own }
    const response = await submitAction(agent, offered, { name, fields })
    assert.ok(response.ok, `${name}: ${response.status} ${await response.clone().text()}`)
  }

  async function useEverything(): Promise<void> {
    for (const { name } of itemActions) {
      const saved = await item()
      if (BEFORE[name]) await act(saved, BEFORE[name])
      await act(saved, name)
    }
    const saved = await item()
    const paths = [
      hrefOf(saved),
      '/queue',
      '/queue?state=read',
      '/queue?tag=web',
      '/queue?q=on+ledgers',
      '/queue/changes',
    ]
    for (const path of [...paths, '/queue?q="on+ledgers"+-tag:x+site:example.org', '/queue?after=0'])
      await agent.call(path).then((response) => response.text())
    for (const path of [
      ...paths,
      '/history',
      '/stats',
      '/highlights?words=a&tag=web&colour=red&agent=you&from=2026-01-01&to=2026-12-31',
      '/highlights/review',
      '/tags',
      '/tags?edit=web',
      '/tags/names',
      '/queue/searches',
      '/search/live?q=web',
      '/import',
      '/agents',
      `/agents/${agent.clientId}`,
    ])
      await person.browser.open(path)
    await searchEverything()
    await goThroughHistory(saved)
    const tools: [string, Record<string, unknown>][] = [
      ['list_queue', {}],
      ['search', { query: 'ledgers' }],
      ['fetch', { id: saved.properties.id }],
      ['list_changes', {}],
      ['change_items', { items: [saved.properties.id], action: 'mark-read' }],
    ]
    for (const [name, args] of tools) await toolOutcome(service.baseUrl, agent, { name, args })
  }

  async function searchEverything(): Promise<void> {
    for (const q of SEARCHES) {
      for (const more of [{}, { sort: 'oldest' }, { sort: 'newest', state: 'all' }, { tag: 'web' }]) {
        const page = await agent.entity(
          `/queue?${new URLSearchParams({ q, limit: '1', ...more }).toString()}`,
        )
        for (const rel of ['next', 'prev']) {
          const link = page.links.find((one: { rel: string[] }) => one.rel.includes(rel))
          if (link) await agent.entity(link.href)
        }
      }
      await person.browser.open(`/queue?${new URLSearchParams({ q }).toString()}`)
      await toolOutcome(service.baseUrl, agent, { name: 'search', args: { query: q } })
    }
  }

  async function goThroughHistory(saved: Entity): Promise<void> {
    await act(saved, 'set-progress')
    const { entities } = await agent.entity('/queue/changes?limit=100')
    const last = entities.findLast(({ properties }: Entity) => properties.action === 'set-progress')
    await agent.entity(`/queue/changes?after=${last.properties.sequence - 1}&limit=1&wait=1`)
    const stream = await openStream(service.baseUrl, agent)
    await eventually(async () => stream.text(), Boolean)
    stream.disconnect()
    const change = await agent.entity(hrefOf(last))
    await submitAction(agent, change, { name: 'undo-change', fields: { change: change.properties.sequence } })
    const history = [
      '/history?by=person',
      '/history',
      `/history?by=${agent.clientId}&action=tag-item`,
      `/history?item=${saved.properties.id}`,
      '/history?below=20',
      `/agents/${agent.clientId}?below=20`,
      '/account/export',
      '/account/export/progress',
      '/offline/state?newest=100',
    ]
    for (const path of history) assert.equal((await person.browser.open(path)).status, 200, path)
    const address = `/agents/${agent.clientId}/undo`
    const preview = await person.browser.open(`${address}?since=2020-01-01`)
    assert.equal((await person.browser.submit(preview, {}, { action: address })).status, 200)
  }

  const ofQueue = () => [...seen].filter((sql) => tablesIn(sql).some((name) => apart.includes(name)))

  it('is limited to the rows of one account', () => {
    assert.ok(ofQueue().length > 150, String(ofQueue().length))
    assert.ok(ofQueue().some((sql) => /\bFROM item_words AS document\b/.test(sql)))
    assert.deepEqual(
      ofQueue().filter((sql) => !staysWithin(sql, apart)),
      [],
    )
  })

  it('never joins distributed tables with those on the coordinator only', () => {
    const mixed = ofQueue().filter((sql) => tablesIn(sql).some((name) => alone.includes(name)))
    assert.deepEqual(mixed, [])
  })

  it('finds a token and a session by their hash, on the coordinator', () => {
    const byHash = [...seen].filter((sql) => /\bhash = \?/.test(sql))
    assert.ok(byHash.length > 0)
    for (const sql of byHash)
      for (const name of tablesIn(sql)) assert.ok([...alone, 'accounts'].includes(name), sql)
  })

  it('is distinguished from one that does not name the account', () => {
    const open = [
      'SELECT id FROM items WHERE id = ?',
      'SELECT id FROM items WHERE account_id = ? AND id IN (SELECT item_id FROM item_tags WHERE tag = ?)',
      'SELECT id FROM items WHERE id IN (SELECT item_id FROM item_tags WHERE account_id = ?)',
      'UPDATE items SET title = ? WHERE id = ?',
      'INSERT INTO items (id) VALUES (?)',
    ]
    assert.deepEqual(
      open.filter((sql) => staysWithin(sql, apart)),
      [],
    )
  })
})
