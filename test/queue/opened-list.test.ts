import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('The page of an item leads through the list from which it was opened', (service) => {
  let person: Person
  let agent: Agent
  /** Saved in this order; the later, the shorter. */
  const ids: string[] = []
  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person, 'Claude')
    for (let index = 0; index < 6; index++) {
      const html = articlePage(
        `Herons ${index}`,
        '<p>A heron stands in the reeds. </p>'.repeat(400 - 60 * index),
      )
      const tags = index % 2 === 0 ? ['birds'] : ['fish']
      const item = await fetched(agent, await agent.save({ url: deadLink(`herons/${index}`), html, tags }))
      ids.push(item.properties.id as string)
    }
  })

  const nameOf = (path: string | undefined) => {
    const id = /\/queue\/items\/([\w-]{36})/.exec(path ?? '')?.[1]
    return id === undefined ? undefined : ids.indexOf(id)
  }
  const unescaped = (text: string | undefined) => text?.replaceAll('&amp;', '&')

  /** What the page of an item leads to, the items by their number. */
  async function linksOf(path: string) {
    const { text, status } = await person.browser.open(path)
    assert.equal(status, 200)
    const link = (rel: string) => unescaped(new RegExp(`<a rel="${rel}" href="([^"]*)"`).exec(text)?.[1])
    const back = unescaped(/class="button tool back"\s+href="([^"]*)"/.exec(text)?.[1])
    return { back, previous: nameOf(link('prev')), next: nameOf(link('next')), nextPath: link('next') }
  }
  /** The links to items' pages in a list, the items by their number. */
  async function rowsOf(list: string): Promise<Map<number, string>> {
    const { text } = await person.browser.open(list)
    const paths = [...text.matchAll(/<h2 [^>]*><a href="(\/queue\/items\/[^"]*)"/g)].map(([, path]) =>
      unescaped(path)!,
    )
    return new Map(paths.map((path) => [nameOf(path)!, path]))
  }
  const itemOf = async (index: number): Promise<Entity> => agent.entity(`/queue/items/${ids[index]}`)

  it('the queue itself, without a parameter in the address', async () => {
    const rows = await rowsOf('/queue')
    assert.deepEqual([...rows.keys()], [5, 4, 3, 2, 1, 0])
    assert.equal(rows.get(3), `/queue/items/${ids[3]}`)
    const { back, previous, next } = await linksOf(rows.get(3)!)
    assert.deepEqual([back, previous, next], [`/queue#item-${ids[3]}`, 4, 2])
  })

  for (const [list, order] of [
    ['/queue?tag=birds', [4, 2, 0]],
    ['/queue?sort=oldest', [0, 1, 2, 3, 4, 5]],
    ['/queue?sort=shortest', [5, 4, 3, 2, 1, 0]],
    ['/queue?q=heron&sort=oldest', [0, 1, 2, 3, 4, 5]],
    ['/queue?q=herons', [5, 4, 3, 2, 1, 0]],
    ['/queue?q=herans', [5, 4, 3, 2, 1, 0]],
  ] as const) {
    it(`${list}, forwards and backwards`, async () => {
      const rows = await rowsOf(list)
      assert.deepEqual([...rows.keys()], order)
      let path: string | undefined = rows.get(order[0])
      const seen: (number | undefined)[] = []
      for (let index = 0; path !== undefined && index < 9; index++) {
        const { back, previous, next, nextPath } = await linksOf(path)
        assert.equal(previous, order[index - 1])
        assert.equal(new URL(back!, service().baseUrl).hash, `#item-${ids[order[index]!]}`)
        assert.deepEqual([...(await rowsOf(back!.split('#')[0]!)).keys()], order)
        seen.push(nameOf(path))
        assert.equal(nameOf(nextPath), next)
        path = nextPath
      }
      assert.deepEqual(seen, order)
    })
  }

  it('across the pages of a list', async () => {
    const first = await rowsOf('/queue?limit=2')
    const overTheEnd = await linksOf(first.get(4)!)
    assert.deepEqual([overTheEnd.previous, overTheEnd.next], [5, 3])
    const onTheNext = await linksOf(overTheEnd.nextPath!)
    assert.deepEqual([onTheNext.previous, onTheNext.next], [4, 2])
    assert.deepEqual([...(await rowsOf(onTheNext.back!.split('#')[0]!)).keys()], [3, 2])
  })

  it('an item that left the list by being read keeps its position in it', async () => {
    for (const list of ['/queue', '/queue?sort=shortest']) {
      const path = (await rowsOf(list)).get(3)!
      assert.ok((await submitAction(agent, await itemOf(3), { name: 'mark-read' })).ok)
      const { back, previous, next } = await linksOf(path)
      assert.deepEqual([previous, next], [4, 2], list)
      assert.equal(back, `${list}#item-${ids[2]}`)
      assert.ok((await submitAction(agent, await itemOf(3), { name: 'mark-unread' })).ok)
    }
  })

  it('a form returns to the page with its list, even after an error', async () => {
    const path = (await rowsOf('/queue?tag=birds')).get(2)!
    const page = await person.browser.open(path)
    const action = `/queue/items/${ids[2]}/favourite-item`
    const done = await person.browser.submit(page, {}, { action })
    assert.equal(new URL(done.url).searchParams.get('list'), 'tag=birds')
    const long = { note: 'x'.repeat(20_000), title: 'y' }
    const edit = { action: `/queue/items/${ids[2]}/edit-item` }
    const failed = await person.browser.submit(page, long, edit)
    assert.equal(failed.status, 422)
    assert.match(failed.text, /href="\/queue\?tag=birds#item-/)
  })

  it('an invalid list, or one of another person, means the queue', async () => {
    const other = await signUp(service().baseUrl)
    const foreign = await connectAgent(service().baseUrl, other, 'Other')
    for (let index = 0; index < 3; index++) await foreign.save({ url: deadLink(`other/${index}`) })
    const { text } = await other.browser.open('/queue?limit=1')
    const cursor = unescaped(/rel="next" href="\/queue\?([^"]*)"/.exec(text)?.[1])
    assert.ok(cursor?.includes('after='))
    const own = (list: string) => `/queue/items/${ids[3]}?${new URLSearchParams({ list }).toString()}`
    for (const list of [
      cursor ?? '',
      'after=x',
      'state=nothing',
      'q=is:',
      'limit=0',
      `tag=${'x'.repeat(5000)}`,
      'q='.padEnd(3000, '('),
      '%E0%A4%A',
      '//evil.example',
      '"><script>alert(1)</script>',
    ]) {
      const { back, previous, next } = await linksOf(own(list))
      assert.deepEqual([back, previous, next], [`/queue#item-${ids[3]}`, 4, 2], list)
    }
  })
})
