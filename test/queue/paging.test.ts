import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { type Agent, connectAgent, type Entity, signUp, submitAction } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { callTool, withoutMark } from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'
import { checkSiren, linkOf } from '../support/siren-check.ts'

onBothEngines('Paging', (service) => {
  let agent: Agent

  beforeEach(async () => {
    agent = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
  })

  async function saveAll(names: string[], more: Record<string, unknown> = {}): Promise<Entity[]> {
    const items: Entity[] = []
    for (const name of names) items.push(await agent.save({ url: deadLink(name), title: name, ...more }))
    return items
  }

  function titlesOf(page: Entity): string[] {
    return page.entities.map((item: Entity) => item.title)
  }

  /** The titles of every page from here on; `between` runs after each page but the last. */
  async function walk(
    path: string,
    relation: 'next' | 'prev' = 'next',
    between: (page: number) => Promise<unknown> = async () => undefined,
  ): Promise<string[][]> {
    const pages: string[][] = []
    for (let href: string | undefined = path; href !== undefined;) {
      const page: Entity = await agent.entity(href)
      pages.push(titlesOf(page))
      href = linkOf(page, relation)
      if (href !== undefined) await between(pages.length)
    }
    return pages
  }

  const names = (count: number) =>
    Array.from({ length: count }, (_, index) => String(index + 1).padStart(2, '0'))

  it('shows the newest first, and every item once', async () => {
    await saveAll(names(7))
    assert.deepEqual(await walk('/queue?limit=3'), [['07', '06', '05'], ['04', '03', '02'], ['01']])
    assert.deepEqual(await walk('/queue?limit=7'), [['07', '06', '05', '04', '03', '02', '01']])
    assert.deepEqual(
      await walk('/queue?limit=1'),
      names(7)
        .toReversed()
        .map((name) => [name]),
    )
  })

  it('has 25 items on a page by default', async () => {
    await agent.call('/queue/save-links', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ links: Array.from({ length: 60 }, (_, index) => deadLink(`p${index}`)) }),
    })
    const pages = await walk('/queue')
    assert.deepEqual(
      pages.map((page) => page.length),
      [25, 25, 10],
    )
    assert.equal(new Set(pages.flat()).size, 60)
  })

  it('has no next link on the last page, even if that is full', async () => {
    await saveAll(names(4))
    const first = await agent.entity('/queue?limit=2')
    assert.equal(linkOf(first, 'prev'), undefined)
    const last = await agent.entity(linkOf(first, 'next')!)
    assert.deepEqual(titlesOf(last), ['02', '01'])
    assert.equal(linkOf(last, 'next'), undefined)
  })

  it('returns with prev to the page before', async () => {
    await saveAll(names(7))
    const pages = await walk('/queue?limit=3')
    let page = await agent.entity('/queue?limit=3')
    while (linkOf(page, 'next')) page = await agent.entity(linkOf(page, 'next')!)
    assert.deepEqual(await walk(linkOf(page, 'self')!, 'prev'), pages.toReversed())
    assert.deepEqual(titlesOf(await agent.entity(linkOf(page, 'first')!)), ['07', '06', '05'])
  })

  it('continues with next from a page that was reached with prev', async () => {
    await saveAll(names(6))
    const second = await agent.entity(linkOf(await agent.entity('/queue?limit=2'), 'next')!)
    const third = await agent.entity(linkOf(second, 'next')!)
    const back = await agent.entity(linkOf(third, 'prev')!)
    assert.deepEqual(titlesOf(back), titlesOf(second))
    assert.deepEqual(titlesOf(await agent.entity(linkOf(back, 'next')!)), titlesOf(third))
    assert.deepEqual(titlesOf(await agent.entity(linkOf(back, 'prev')!)), ['06', '05'])
  })

  it('shows each item exactly once while others are saved', async () => {
    await saveAll(names(6))
    const pages = await walk('/queue?limit=2', 'next', (page) => saveAll([`new-${page}-a`, `new-${page}-b`]))
    assert.deepEqual(pages, [
      ['06', '05'],
      ['04', '03'],
      ['02', '01'],
    ])
  })

  it('shows each remaining item exactly once while others are removed, even the one at a page’s end', async () => {
    const items = await saveAll(names(8))
    const remove = (name: string) => submitAction(agent, items[Number(name) - 1]!, { name: 'remove-item' })
    const removed = [['07', '08'], ['05', '01'], []]
    const pages = await walk('/queue?limit=2', 'next', async (page) => {
      for (const name of removed[page - 1]!) await remove(name)
    })
    assert.deepEqual(pages, [['08', '07'], ['06', '05'], ['04', '03'], ['02']])
  })

  it('does not show an item again that moves to the top meanwhile', async () => {
    await saveAll(names(6))
    const pages = await walk('/queue?limit=2', 'next', () => agent.save({ url: deadLink('06') }))
    assert.deepEqual(pages.flat(), names(6).toReversed())
  })

  it('shows new items on the page before', async () => {
    await saveAll(names(4))
    const second = await agent.entity(linkOf(await agent.entity('/queue?limit=2'), 'next')!)
    await saveAll(['05', '06'])
    assert.deepEqual(await walk(linkOf(second, 'prev')!, 'prev'), [
      ['04', '03'],
      ['06', '05'],
    ])
  })

  it('shows an empty page with a link back if everything after a position was removed', async () => {
    const items = await saveAll(names(4))
    const first = await agent.entity('/queue?limit=2')
    for (const item of items.slice(0, 2)) await submitAction(agent, item, { name: 'remove-item' })
    const empty = await agent.entity(linkOf(first, 'next')!)
    assert.deepEqual(titlesOf(empty), [])
    assert.equal(linkOf(empty, 'next'), undefined)
    assert.deepEqual(titlesOf(await agent.entity(linkOf(empty, 'first')!)), ['04', '03'])
  })

  it('keeps the order after the clock was set back', async () => {
    await saveAll(names(3))
    service().clock.advance(-3_600_000)
    await saveAll(['04', '05'])
    service().clock.advance(3_600_000)
    assert.deepEqual((await walk('/queue?limit=2')).flat(), names(5).toReversed())
  })

  describe('with a filter', () => {
    it('shows each state separately', async () => {
      const items = await saveAll(names(6))
      await submitAction(agent, items[0]!, { name: 'mark-read' })
      await submitAction(agent, items[1]!, { name: 'mark-read' })
      await submitAction(agent, items[1]!, { name: 'favourite-item' })
      await submitAction(agent, items[2]!, { name: 'favourite-item' })
      await submitAction(agent, items[3]!, { name: 'favourite-item' })
      await submitAction(agent, items[3]!, { name: 'remove-item' })
      const expected: [state: string, titles: string[]][] = [
        ['unread', ['06', '05', '03']],
        ['read', ['02', '01']],
        ['favourite', ['03', '02']],
        ['all', ['06', '05', '03', '02', '01']],
        ['removed', ['04']],
      ]
      for (const [state, titles] of expected) {
        assert.deepEqual((await walk(`/queue?state=${state}`)).flat(), titles, state)
        assert.deepEqual((await walk(`/queue?state=${state}&limit=1`)).flat(), titles, state)
      }
      assert.deepEqual((await agent.entity('/queue')).properties.totals, {
        unread: 3,
        read: 2,
        snoozed: 0,
        favourite: 2,
        removed: 1,
      })
    })

    it('shows the items with a tag, of a site, and both', async () => {
      const plain = names(4)
      for (const [index, name] of plain.entries()) {
        const host = index % 2 === 0 ? '127.0.0.1' : '127.0.0.2'
        await agent.save({ url: deadLink(name, host), title: name, tags: index < 3 ? ['Deep Work'] : [] })
      }
      assert.deepEqual((await walk('/queue?tag=deep+work&limit=2')).flat(), ['03', '02', '01'])
      assert.deepEqual((await walk('/queue?site=127.0.0.2&limit=1')).flat(), ['04', '02'])
      assert.deepEqual((await walk('/queue?site=127.0.0.2&tag=deep%20work')).flat(), ['02'])
      assert.deepEqual((await walk('/queue?site=127.0.0.3')).flat(), [])
      assert.deepEqual((await walk('/queue?tag=none')).flat(), [])
      const last = await agent.entity('/queue?tag=deep%20work&site=127.0.0.1&limit=1&state=all')
      const next = new URL(linkOf(last, 'next')!)
      assert.deepEqual(
        [...next.searchParams].filter(([name]) => name !== 'after'),
        [
          ['state', 'all'],
          ['tag', 'deep work'],
          ['site', '127.0.0.1'],
          ['limit', '1'],
        ],
      )
    })

    it('finds an item by a tag until the tag is removed', async () => {
      const [item] = await saveAll(['01'], { tags: ['a', 'b'] })
      await submitAction(agent, item!, { name: 'untag-item', fields: { tag: 'a' } })
      assert.deepEqual((await walk('/queue?tag=a')).flat(), [])
      assert.deepEqual((await walk('/queue?tag=b')).flat(), ['01'])
      await submitAction(agent, item!, { name: 'tag-item', fields: { tag: 'c' } })
      assert.deepEqual((await walk('/queue?tag=c')).flat(), ['01'])
      await submitAction(agent, item!, { name: 'remove-item' })
      assert.deepEqual((await walk('/queue?tag=c')).flat(), [])
      assert.deepEqual((await walk('/queue?tag=c&state=removed')).flat(), ['01'])
    })

    it('finds a site by each spelling of its name', async () => {
      await agent.save({ url: deadLink('wide', '１２７.0.0.2'), title: 'Wide' })
      for (const site of ['127.0.0.2', 'www.127.0.0.2', '１２７.0.0.2', '127.2', 'WWW.127.0.0.2']) {
        assert.deepEqual((await walk(`/queue?site=${encodeURIComponent(site)}`)).flat(), ['Wide'], site)
      }
    })
  })

  describe('after any sequence of actions', () => {
    it('lists and counts the same as a simple model', { timeout: 120_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
          agent = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
          const model = new Map<string, ModelItem>()
          let saves = 0
          for (const { action, links, tag } of steps) {
            const [link = 0] = links
            if (action === 'save-link' || action === 'save-links') {
              const saved = action === 'save-link' ? [link] : links
              await save(action, saved, tag)
              for (const name of saved) saveInModel(model, `m${name}`, { tag, place: ++saves })
            } else {
              const item = model.get(`m${link}`)
              if (item) await act(item, `m${link}`, { action, tag })
            }
          }
          await compare(model)
        }),
        { numRuns: 50 },
      )
    })

    async function save(action: 'save-link' | 'save-links', links: number[], tag: string): Promise<void> {
      const members = links.map((link) => ({ url: deadLink(`m${link}`), title: `m${link}`, tags: [tag] }))
      const response = await agent.call(action === 'save-link' ? '/queue' : '/queue/save-links', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(action === 'save-link' ? members[0] : { links: members }),
      })
      const entity = checkSiren(response, await response.json(), service().baseUrl)
      const saved = entity.class.includes('item') ? [entity] : entity.entities
      for (const item of saved) known.set(agent.access + item.title, linkOf(item, 'self')!)
    }

    /** The addresses of the items that an agent saved. */
    const known = new Map<string, string>()

    async function act(
      item: ModelItem,
      title: string,
      { action, tag }: { action: ItemActionName; tag: string },
    ): Promise<void> {
      const href = known.get(agent.access + title)!
      const entity = await agent.entity(href)
      const isOffered = offeredByModel(item, action)
      const names = entity.actions.map((offered: Entity) => offered.name)
      assert.equal(names.includes(action), isOffered, `${action} on ${JSON.stringify(item)}`)
      if (!isOffered) return
      const response = await submitAction(agent, entity, { name: action, fields: { tag } })
      assert.ok(response.ok)
      changeModel(item, action, tag)
    }

    async function compare(model: Map<string, ModelItem>): Promise<void> {
      const items = [...model].sort(([, one], [, other]) => other.place - one.place)
      const expected = (filter: (item: ModelItem) => boolean) =>
        items.filter(([, item]) => filter(item)).map(([title]) => title)
      const lists: Record<string, string[]> = {
        unread: expected((item) => !item.isRemoved && !item.isRead),
        read: expected((item) => !item.isRemoved && item.isRead),
        favourite: expected((item) => !item.isRemoved && item.isFavourite),
        removed: expected((item) => item.isRemoved),
        all: expected((item) => !item.isRemoved),
      }
      for (const [state, titles] of Object.entries(lists)) {
        assert.deepEqual((await walk(`/queue?state=${state}&limit=2`)).flat(), titles, state)
      }
      for (const tag of TAGS) {
        const tagged = expected((item) => !item.isRemoved && item.tags.has(tag))
        assert.deepEqual((await walk(`/queue?state=all&tag=${tag}&limit=2`)).flat(), tagged, tag)
      }
      const counted = TAGS.map((tag) => ({
        tag,
        count: expected((item) => !item.isRemoved && item.tags.has(tag)).length,
      }))
      const { structuredContent } = await callTool(service().baseUrl, agent, { name: 'list_tags' })
      assert.deepEqual(withoutMark(structuredContent), {
        tags: counted.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count),
      })
      const { unread, read, favourite, removed } = lists
      assert.deepEqual((await agent.entity('/queue')).properties.totals, {
        unread: unread!.length,
        read: read!.length,
        snoozed: 0,
        favourite: favourite!.length,
        removed: removed!.length,
      })
    }
  })
})

const TAGS = ['a', 'b', 'c']
const ITEM_ACTIONS = [
  'mark-read',
  'mark-unread',
  'favourite-item',
  'unfavourite-item',
  'tag-item',
  'untag-item',
  'remove-item',
  'restore-item',
] as const
type ItemActionName = (typeof ITEM_ACTIONS)[number]

const step = fc.record({
  action: fc.constantFrom('save-link' as const, 'save-link' as const, 'save-links' as const, ...ITEM_ACTIONS),
  links: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 3 }),
  tag: fc.constantFrom(...TAGS),
})

type ModelItem = {
  place: number
  isRead: boolean
  isFavourite: boolean
  isRemoved: boolean
  tags: Set<string>
}

function saveInModel(
  model: Map<string, ModelItem>,
  title: string,
  { tag, place }: { tag: string; place: number },
): void {
  const known = model.get(title)
  model.set(title, {
    place,
    isRead: false,
    isRemoved: false,
    isFavourite: known?.isFavourite ?? false,
    tags: new Set([...(known?.tags ?? []), tag]),
  })
}

function offeredByModel(item: ModelItem, action: ItemActionName): boolean {
  if (action === 'restore-item') return item.isRemoved
  if (item.isRemoved) return false
  switch (action) {
    case 'mark-read':
      return !item.isRead
    case 'mark-unread':
      return item.isRead
    case 'favourite-item':
      return !item.isFavourite
    case 'unfavourite-item':
      return item.isFavourite
    case 'untag-item':
      return item.tags.size > 0
    default:
      return true
  }
}

function changeModel(item: ModelItem, action: ItemActionName, tag: string): void {
  if (action === 'mark-read') item.isRead = true
  if (action === 'mark-unread') item.isRead = false
  if (action === 'favourite-item') item.isFavourite = true
  if (action === 'unfavourite-item') item.isFavourite = false
  if (action === 'tag-item') item.tags.add(tag)
  if (action === 'untag-item') item.tags.delete(tag)
  if (action === 'remove-item') item.isRemoved = true
  if (action === 'restore-item') item.isRemoved = false
}
