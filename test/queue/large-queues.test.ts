import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { listSql, type ListRange, NO_TIER } from '../../src/queue/lists/list-sql.ts'
import { listsOf } from '../../src/queue/lists/lists.ts'
import type { Cursor } from '../../src/queue/lists/page.ts'
import { WORDS_VERSION } from '../../src/queue/search/item-words.ts'
import { SORT_KEYS } from '../../src/queue/lists/sort-key.ts'
import { parseSearch } from '../../src/queue/lists/search.ts'
import { type Agent, connectAgent, signUp, submitAction } from '../support/agent.ts'
import { accountIdOf } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'

const isRead = (i: number) => i % 2 === 0
const minutesOf = (i: number) => (i % 40) + 1
const byLength = (one: number, other: number) =>
  minutesOf(one) - minutesOf(other) || (other % 3) - (one % 3) || one - other

/** Conditions without words, some of which few items meet, and the numbers of those that do. */
const CONDITIONS: [q: string, isMet: (i: number) => boolean][] = [
  ['is:failed', (i) => i <= 30],
  ['-is:failed after:1970-01-02', () => false],
  ['is:pending', (i) => i % 800 === 66],
  ['is:broken', (i) => i % 700 === 5],
  ['has:note', (i) => i % 300 === 1],
  ['is:asked', (i) => i % 1500 === 2],
  ['is:answered', (i) => i % 1500 === 3],
  ['untagged', (i) => i % 1000 === 7],
  ['by:far', (i) => i <= 9],
  ['by:"far one" is:read', (i) => i <= 9 && isRead(i)],
  ['by:nobody', () => false],
  ['site:s1 has:note', (i) => i % 300 === 1],
  ['under:1m is:read', (i) => minutesOf(i) === 1 && isRead(i)],
  ['over:39m', (i) => minutesOf(i) === 40],
  ['under:2m over:1m -is:read', (i) => minutesOf(i) === 2 && !isRead(i)],
  ['read-before:1970-01-02 has:note', (i) => isRead(i) && i % 300 === 1],
  ['read-after:1970-01-02', () => false],
  ['has:note OR untagged', (i) => i % 300 === 1 || i % 1000 === 7],
]

/** Enough for PostgreSQL to prefer an index to reading everything. */
const ITEMS = 6000
const ALL = Array.from({ length: ITEMS }, (_, index) => index + 1)

onBothEngines('A large queue', (service) => {
  const services = () => service().running.services
  let accountId: string
  before(async () => {
    const { db } = services()
    accountId = await accountIdOf(service(), (await signUp(service().baseUrl)).email)
    const numbers = `WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${ITEMS}) SELECT i FROM numbers`
    const isPending = 'i % 800 = 66'
    // Else those that are pending would be taken for ones that lost their job, and fetched.
    const updatedAt = `CASE WHEN ${isPending} THEN ${Number.MAX_SAFE_INTEGER} ELSE i END`
    await db.run(
      `INSERT INTO items (account_id, id, identity, url, site, saved_at, updated_at, version, content_status, read_at,
         reading_minutes, word_count, progress, note, saver_words, saved_by_id, tags,
         request, answered_at, broken_at, words_version)
       SELECT ?, 'id-' || i, 'example.org/' || i, 'https://example.org/' || i, 's' || (i % 20), i, ${updatedAt}, 1,
         CASE WHEN i <= 30 THEN 'failed' WHEN ${isPending} THEN 'pending' ELSE 'ready' END, CASE WHEN i % 2 = 0 THEN ${2 * ITEMS} - i END,
         i % 40 + 1, 1000 - i % 3, CASE WHEN i % 5 = 0 THEN i / ${2 * ITEMS}.0 ELSE 0 END,
         CASE WHEN i % 300 = 1 THEN 'Note' END, CASE WHEN i <= 9 THEN ' far one ' WHEN i % 3 > 0 THEN ' near ' END,
         CASE WHEN i <= 9 OR i % 3 > 0 THEN 'agent' END, CASE WHEN i % 1000 = 7 THEN '[]' ELSE '["x"]' END,
         CASE WHEN i % 1500 IN (2, 3) THEN 'Request' END, CASE WHEN i % 1500 = 3 THEN i END,
         CASE WHEN i % 700 = 5 THEN i END, ${WORDS_VERSION}
       FROM (${numbers}) AS numbered`,
      accountId,
    )
    await db.run(
      `INSERT INTO item_tags (account_id, tag, item_id, saved_at, state)
       SELECT account_id, 'even', id, saved_at, 'read' FROM items WHERE account_id = ? AND read_at IS NOT NULL`,
      accountId,
    )
    // All that have words: every hundredth, of which some few have more.
    for (let i = 100; i <= ITEMS; i += 100) {
      const text = [...(i % 1000 === 0 ? ['deep', 'work'] : ['work', 'deep']), ...(i === 300 ? ['far'] : [])]
      for (const { sql, values } of db.dialect.fullText.insert(accountId, i, { title: [], about: [], text }))
        await db.run(sql, ...values)
    }
    if (service().engine !== 'sqlite') await db.run('ANALYZE')
  })

  /** The numbers of what a search finds, page by page. */
  async function find(parameters: Record<string, string>): Promise<number[]> {
    const { seal } = services()
    const { filter, limit } = parseSearch(
      { state: 'all', limit: '7', ...parameters },
      { accountId, seal, queryContext: { agent: null, now: 0 } },
    )
    const found: number[] = []
    for (let position: Cursor | undefined; ;) {
      const page = await listsOf(services(), accountId).page({ filter, limit, cursor: position })
      found.push(...page.items.map(({ savedAt }) => savedAt))
      if (!page.next) return found
      position = page.next
    }
  }

  const hundreds = Array.from({ length: ITEMS / 100 }, (_, index) => (index + 1) * 100)
  const thousands = hundreds.filter((i) => i % 1000 === 0)
  const searches: [parameters: Record<string, string>, found: number[]][] = [
    [{ q: 'deep' }, hundreds.toReversed()],
    [{ q: 'deep', sort: 'oldest' }, hundreds],
    [{ q: '"deep work"' }, thousands.toReversed()],
    [{ q: '"deep work"', sort: 'oldest' }, thousands],
    [{ q: '"work deep"' }, hundreds.filter((i) => i % 1000 > 0).toReversed()],
    [{ q: 'deep -"work deep"' }, thousands.toReversed()],
    [{ q: 'far' }, [300]],
    [{ q: '"deep far"' }, [300]],
    [{ q: '"work far"' }, []],
    [{ q: 'deep tag:even', state: 'unread' }, []],
    ...CONDITIONS.flatMap(([q, isMet]): [Record<string, string>, number[]][] => [
      [{ q }, ALL.filter(isMet).toReversed()],
      [{ q, sort: 'oldest' }, ALL.filter(isMet)],
      [{ q, sort: 'shortest' }, ALL.filter(isMet).sort(byLength)],
      [{ q, sort: 'longest', limit: '90' }, ALL.filter(isMet).sort(byLength).toReversed()],
    ]),
    [{ sort: 'shortest', limit: '100' }, ALL.toSorted(byLength)],
    [{ sort: 'longest', state: 'read', limit: '100' }, ALL.filter(isRead).sort(byLength).toReversed()],
    [{ sort: 'recently-read', state: 'all', limit: '100' }, ALL.filter(isRead)],
    [{ sort: 'recently-read', q: 'site:s4', state: 'all' }, ALL.filter((i) => i % 20 === 4)],
    [{ sort: 'progress', state: 'all', limit: '100' }, ALL.filter((i) => i % 5 === 0).toReversed()],
    [{ sort: 'progress', tag: 'even' }, ALL.filter((i) => i % 10 === 0).toReversed()],
    [{ sort: 'shortest', q: 'deep' }, hundreds.toSorted(byLength)],
  ]
  for (const [parameters, found] of searches) {
    it(`returns all results of a search, common and rare: ${new URLSearchParams(parameters).toString()}`, async () =>
      assert.deepEqual(await find(parameters), found))
  }

  async function planOf(
    parameters: Record<string, string>,
    stretch: Partial<ListRange> = {},
  ): Promise<string> {
    const { db, seal } = services()
    const { filter } = parseSearch(parameters, { accountId, seal, queryContext: { agent: null, now: 0 } })
    const whole = { tier: NO_TIER, afterSavedAt: undefined, isBackwards: false, ...stretch }
    const { sql, values } = listSql(db, accountId, { filter, listRange: whole })
    const explain = service().engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'
    const rows = await db.rows<Record<string, unknown>>(
      `${explain} SELECT items.url FROM ${sql} LIMIT ?`,
      ...values,
      26,
    )
    return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n')
  }

  describe('is read page by page along an index, without a full scan or a sort:', () => {
    const lists: Record<string, string>[] = [
      ...['unread', 'read', 'snoozed', 'favourite', 'all', 'removed'].flatMap((state) => [
        { state },
        { state, tag: 'even' },
        { state, sort: 'oldest' },
        { state, tag: 'even', sort: 'oldest' },
      ]),
      { state: 'all', site: 's7' },
      { state: 'all', q: 'tag:even site:example.org -tag:odd' },
      { state: 'all', q: 'tag:even tag:odd' },
      { state: 'all', q: 'before:1970-02' },
      { state: 'all', q: 'after:1970-02 is:read' },
      ...Object.keys(SORT_KEYS).map((sort) => ({ state: 'all', sort })),
    ]
    for (const list of lists) {
      it(new URLSearchParams(list).toString(), async () => {
        for (const stretch of [{}, { behind: 3000 }, { behind: 3000, isBackwards: true }]) {
          const plan = await planOf(list, stretch)
          assert.doesNotMatch(plan, /\bSCAN (?!hits)|TEMP B-TREE|\bSort\b|Seq Scan|Bitmap|Hash/, plan)
          assert.match(plan, /item_tags_|items_/)
        }
      })
    }
  })
})

onBothEngines('Derived data of items', (service) => {
  let agent: Agent
  before(async () => {
    const person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person, 'Claude')
  })

  async function titles(parameters: Record<string, string>): Promise<string[]> {
    const list = await agent.entity(`/queue?${new URLSearchParams(parameters).toString()}`)
    return list.entities.map((item: { title: string }) => item.title)
  }

  it('follow an item through its states in the lists of its tags', async () => {
    const url = deadLink('followed')
    await agent.save({ url, title: 'Followed', tags: ['web', 'read later'] })
    await agent.save({ url: deadLink('other'), title: 'Other', tags: ['web'] })
    const item = await agent.save({ url, tags: ['new'] })
    const act = async (name: string, fields = {}) => {
      const response = await submitAction(agent, await agent.entity(linkOf(item, 'self')!), { name, fields })
      assert.ok(response.ok, await response.clone().text())
    }
    for (const tag of ['web', 'read later', 'new'])
      assert.equal((await titles({ tag }))[0], 'Followed', `saved again, it is the newest of ${tag}`)
    assert.deepEqual(await titles({ tag: 'web', sort: 'oldest' }), ['Other', 'Followed'])
    for (const [name, state, fields] of [
      ['favourite-item', 'favourite', {}],
      ['mark-read', 'read', {}],
      ['mark-unread', 'unread', {}],
      ['snooze-item', 'snoozed', { until: '2030-01-01' }],
      ['remove-item', 'removed', {}],
    ] as const) {
      await act(name, fields)
      assert.ok((await titles({ tag: 'web', state })).includes('Followed'), name)
      assert.equal((await titles({ tag: 'web', state: 'all' })).includes('Followed'), state !== 'removed')
    }
    assert.deepEqual(await titles({ tag: 'web' }), ['Other'])
    assert.deepEqual(await titles({ tag: 'web', state: 'favourite' }), [])
    assert.deepEqual(await titles({ state: 'all', q: 'tag:web -tag:new' }), ['Other'])
  })

  it('find the items with several tags by the rarest of them', async () => {
    await agent.save({ url: deadLink('one'), title: 'One', tags: ['many', 'few'] })
    await agent.save({ url: deadLink('two'), title: 'Two', tags: ['many'] })
    await agent.save({ url: deadLink('three'), title: 'Three', tags: ['many', 'few', 'fewer'] })
    assert.deepEqual(await titles({ q: 'tag:many tag:few' }), ['Three', 'One'])
    assert.deepEqual(await titles({ tag: 'many', q: 'tag:few tag:many -tag:fewer' }), ['One'])
    assert.deepEqual(await titles({ q: 'tag:many tag:nobody' }), [])
  })
})
