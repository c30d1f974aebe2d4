import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { emptyTrash } from '../../src/queue/maintenance/trash.ts'
import { itemActions, queueActions } from '../../src/queue/actions/catalogue.ts'
import { historyOf } from '../../src/queue/history/history.ts'
import type { Change } from '../../src/queue/history/change.ts'
import { type Actor, byAgent, PERSON } from '../../src/queue/model/actor.ts'
import { runItemAction, runQueueAction } from '../../src/queue/actions/run-action.ts'
import { DAY } from '../../src/ports/clock.ts'
import { signUp } from '../support/agent.ts'
import { articlePage } from '../support/article.ts'
import { selectHighlights } from '../../src/queue/highlights/highlight-row.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf, readHistory, replayed, storedItems } from '../support/history.ts'
import { onBothEngines } from '../support/service.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

const root = fileURLToPath(new URL('../../src', import.meta.url))
const AGENT = byAgent({ id: 'client-1', name: 'Sorter' })

describe('Every change of an item is recorded', () => {
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('migrations/'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

  it('since only one module writes rows of items, and one function calls it', () => {
    const writing = sources.filter(({ text }) => /\b(INSERT INTO|UPDATE|DELETE FROM) items\b/.test(text))
    // Indexing words anew changes no item, nor does noting when its link was checked; an account that has ended takes its history with it.
    assert.deepEqual(writing.map(({ path }) => path).sort(), [
      'queue/items/item-row.ts',
      'queue/links/link-check.ts',
      'queue/maintenance/clear-queue.ts',
      'queue/maintenance/index-old-items.ts',
    ])
    const calling = sources.filter(({ text }) => /\b(insertItem|updateItem|deleteItem)\(/.test(text))
    assert.deepEqual(calling.map(({ path }) => path).sort(), [
      'queue/change/queue-change.ts',
      'queue/items/item-row.ts',
    ])
  })

  it('is written by one module only', () => {
    const writing = sources.filter(({ text }) => /\b(INSERT INTO|UPDATE) changes\b/.test(text))
    assert.deepEqual(
      writing.map(({ path }) => path),
      ['queue/history/change-row.ts'],
    )
  })
})

onBothEngines('The history', (service) => {
  let accountId: string
  let site: WebServer
  before(async () => {
    const { email } = await signUp(service().baseUrl)
    accountId = await accountIdOf(service(), email)
    site = await startWebServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(articlePage('A page', '', 30))
    })
  })
  after(() => site.stop())

  const services = () => service().running.services
  /** Waits until a change that the service makes by itself is recorded. */
  const recorded = (name: string) =>
    eventually(
      () => readHistory(service(), accountId),
      (changes) => changes.some((change) => change.action === name),
    )
  const action = (name: string) => itemActions.find((known) => known.name === name)!

  it('records the effect of every action on each item, and nothing else', async () => {
    const [saveLink, saveLinks, changeItems] = ['save-link', 'save-links', 'change-items'].map((name) =>
      queueActions.find((one) => one.name === name),
    )
    assert.ok(
      saveLink?.outcome === 'saved' && saveLinks?.outcome === 'saved' && changeItems?.outcome === 'changes',
    )
    const run = (
      name: string,
      id: string,
      { fields = {}, actor = PERSON }: { fields?: Record<string, unknown>; actor?: Actor } = {},
    ) => runItemAction(services(), { accountId, caller: actor, action: action(name), itemId: id }, fields)

    const [saved] = await runQueueAction(
      services(),
      { accountId, caller: AGENT, action: saveLink },
      {
        url: `${site.origin}/one`,
        tags: 'b, a',
        reason: 'For you',
      },
    )
    const id = saved!.item.id
    await recorded('fetch-page')
    for (const [name, fields] of STEPS) {
      const [highlight] = await selectHighlights(services().db, 'account_id = ?', accountId)
      const own = name.endsWith('-highlight') ? { highlight: highlight?.id } : {}
      await run(name, id, { fields: { ...fields, ...own } })
    }
    const more = await runQueueAction(
      services(),
      { accountId, caller: PERSON, action: saveLinks },
      {
        links: [`${site.origin}/two`, `${site.origin}/three`, { url: `${site.origin}/one`, note: 'Again' }],
      },
    )
    const items = more.map(({ item }) => item.id).join(' ')
    for (const name of ['favourite-item', 'remove-item'])
      await runQueueAction(
        services(),
        { accountId, caller: AGENT, action: changeItems },
        { items, action: name },
      )
    await run('restore-item', id)
    const until = new Date(service().clock.now() + DAY).toISOString()
    await run('snooze-item', id, { fields: { until } })
    service().clock.advance(2 * DAY)
    await recorded('wake-item')
    service().clock.advance(40 * DAY)
    await emptyTrash(services())
    await eventually(
      () => services().db.rows('SELECT subject FROM jobs WHERE account_id = ?', accountId),
      (jobs) => jobs.length === 0,
    )

    const changes = await readHistory(service(), accountId)
    assert.deepEqual(
      changes.map(({ sequence }) => sequence),
      changes.map((_, index) => index + 1),
    )
    const done = new Set(changes.map((change) => change.action))
    for (const { name } of [...itemActions, saveLink, saveLinks]) assert.ok(done.has(name), name)
    for (const name of ['fetch-page', 'wake-item', 'empty-trash']) assert.ok(done.has(name), name)
    assert.deepEqual(replayed(changes), await storedItems(service(), accountId))
    assert.deepEqual(actorsOf(changes, 'remove-item'), ['person', 'agent', 'agent', 'agent'])
    assert.deepEqual(new Set(actorsOf(changes, 'fetch-page')), new Set(['service']))
    assert.equal((await historyOf(services().db, accountId).range()).latest, changes.length)
  })

  it('contains only the changed fields, or the whole item if it was created', async () => {
    const [made, ...others] = await readHistory(service(), accountId)
    assert.equal(made?.before, null)
    assert.equal(Object.keys(made?.after ?? {}).length, 35)
    const tagged = others.find((change) => change.action === 'tag-item')
    assert.deepEqual([tagged?.before, tagged?.after], [{ tags: ['a', 'b'] }, { tags: ['a', 'b', 'kept'] }])
  })

  it('does not contain actions that change nothing or fail', async () => {
    const { latest } = await historyOf(services().db, accountId).range()
    const [item] = await services().db.rows<{ id: string }>(
      'SELECT id FROM items WHERE account_id = ? AND removed_at IS NULL',
      accountId,
    )
    await runItemAction(
      services(),
      { accountId, caller: PERSON, action: action('set-progress'), itemId: item!.id },
      { progress: 0.25 },
    )
    const before = (await historyOf(services().db, accountId).range()).latest
    await runItemAction(
      services(),
      { accountId, caller: PERSON, action: action('set-progress'), itemId: item!.id },
      { progress: 0.25 },
    )
    // It is restored already, which is no failure and no change either.
    const restored = { accountId, caller: PERSON, action: action('restore-item') }
    await runItemAction(services(), { ...restored, itemId: item!.id }, {})
    await assert.rejects(runItemAction(services(), { ...restored, itemId: 'unknown' }, {}))
    assert.deepEqual(
      [before, (await historyOf(services().db, accountId).range()).latest],
      [latest + 1, before],
    )
  })
})

/** Each item action once, in an order in which each is offered. */
const STEPS: [name: string, fields: Record<string, unknown>][] = [
  ['mark-read', {}],
  ['mark-unread', {}],
  ['favourite-item', {}],
  ['unfavourite-item', {}],
  ['snooze-item', { until: '2031-01-01' }],
  ['unsnooze-item', {}],
  ['tag-item', { tag: 'kept' }],
  ['untag-item', { tag: 'a' }],
  ['edit-item', { title: 'Another', note: 'A note' }],
  ['highlight-item', { quote: '12. Links say what can be done next' }],
  ['edit-highlight', { note: 'A note' }],
  ['remove-highlight', {}],
  ['ask-agent', { request: 'Sum it up' }],
  ['answer-request', { answer: 'It is long' }],
  ['clear-request', {}],
  ['set-progress', { progress: 0.5 }],
  ['refetch-item', {}],
  ['remove-item', {}],
  ['restore-item', {}],
]

function actorsOf(changes: Change[], action: string): string[] {
  return changes.filter((change) => change.action === action).map(({ actor }) => actor.kind)
}
