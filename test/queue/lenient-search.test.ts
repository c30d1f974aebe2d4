import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createQueue } from '../../src/queue/items/queue-state.ts'
import { type Agent, connectAgent, type Entity, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { deadLink } from '../support/links.ts'
import { toolOutcome } from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'

onBothEngines('A lenient search', (service) => {
  let agent: Agent
  let links = 0

  const save = (by: Agent, title: string, more: Record<string, unknown> = {}) =>
    by.save({ url: deadLink(`lenient/${++links}`), title, ...more })

  async function pageOf(q: string, more: Record<string, string> = {}, by = agent): Promise<Entity> {
    return by.entity(`/queue?${new URLSearchParams({ q, ...more }).toString()}`)
  }

  /** The titles that a search finds, and what it says of them. */
  async function find(q: string, more: Record<string, string> = {}): Promise<[string[], string | undefined]> {
    const page = await pageOf(q, more)
    return [page.entities.map(({ title }: Entity) => title), page.properties.words]
  }

  before(async () => {
    const { baseUrl } = service()
    agent = await connectAgent(baseUrl, await signUp(baseUrl))
    await save(agent, 'Studies of herons', { tags: ['birds'] })
    await save(agent, 'How to read a map', { note: 'Written for walkers' })
    await save(agent, 'Runners and their shoes', { tags: ['sport', 'birds'] })
    await save(agent, 'Geese over the city')
    const url = deadLink(`lenient/${++links}`)
    const html = articlePage(
      'Patience',
      '<p>The kingfisher waited for hours, and its patience was rewarded.</p>',
    )
    await fetched(agent, await agent.save({ url, html, title: 'Patience' }))
  })

  describe('finds other forms of a word:', () => {
    const cases: [q: string, titles: string[]][] = [
      ['study', ['Studies of herons']],
      ['studying heron', ['Studies of herons']],
      ['reading maps', ['How to read a map']],
      ['writing walk', ['How to read a map']],
      ['goose cities', ['Geese over the city']],
      ['waiting', ['Patience']],
      ['rewarding hour', ['Patience']],
      // What is in quotes is meant as it is written.
      ['"study"', []],
      ['"reading"', []],
      ['-studying herons', ['Studies of herons']],
    ]
    for (const [q, titles] of cases) {
      it(q, async () => assert.deepEqual(await find(q), [titles, undefined]))
    }

    it('marks the forms of words in the snippet', async () => {
      const { entities } = await pageOf('rewarding kingfishers')
      assert.match(entities[0].properties.snippet, /kingfisher waited/)
    })
  })

  it('finds forms in the languages that an account reads', async () => {
    const reader = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
    const [german, french] = ['Zeitungen über alte Häuser', 'Les journaux mangent']
    for (const title of [german, french]) await save(reader, title)
    const { db } = service().running.services
    const expected = (q: string) => [[/^[hza]/.test(q) ? german : french], undefined]
    const findAs = async (q: string) => {
      const { entities, properties } = await pageOf(q, {}, reader)
      return [entities.map(({ title }: Entity) => title), properties.words]
    }
    for (const q of ['hausern', 'journal']) assert.notDeepEqual(await findAs(q), expected(q), q)
    for (const [language, title] of [
      ['de-AT', german],
      ['fr', french],
    ] as const)
      await db.run('UPDATE items SET language = ? WHERE given_title = ?', language, title)
    for (const q of ['hausern', 'haus', 'alten zeitung', 'journal', 'manger'])
      assert.deepEqual(await findAs(q), expected(q), q)
  })

  describe('accepts alternatives:', () => {
    const cases: [q: string, titles: string[]][] = [
      ['herons OR geese', ['Studies of herons', 'Geese over the city'].toReversed()],
      ['studies OR geese city', ['Geese over the city']],
      ['"over the" OR "of herons"', ['Geese over the city', 'Studies of herons']],
      ['heron OR goose OR map -city', ['How to read a map', 'Studies of herons']],
      ['tag:sport OR has:note', ['Runners and their shoes', 'How to read a map']],
      ['#birds', ['Runners and their shoes', 'Studies of herons']],
      ['#birds -#sport', ['Studies of herons']],
      [
        '#birds OR untagged',
        [
          'Patience',
          'Geese over the city',
          'Runners and their shoes',
          'How to read a map',
          'Studies of herons',
        ],
      ],
      ['untagged has:note', ['How to read a map']],
    ]
    for (const [q, titles] of cases) {
      it(q, async () => assert.deepEqual(await find(q), [titles, undefined]))
      it(`${q}, oldest first`, async () =>
        assert.deepEqual((await find(q, { sort: 'oldest' }))[0], [...titles].reverse()))
    }
  })

  describe('corrects a letter of a word that no item contains:', () => {
    const cases: [q: string, title: string, message: string][] = [
      ['kingfsher', 'Patience', 'Nothing has “kingfsher”; searched for “kingfisher”.'],
      ['kingfihser', 'Patience', 'Nothing has “kingfihser”; searched for “kingfisher”.'],
      ['kimgfisher', 'Patience', 'Nothing has “kimgfisher”; searched for “kingfisher”.'],
      ['kinggfisher waits', 'Patience', 'Nothing has “kinggfisher”; searched for “kingfisher”.'],
      ['wlakers', 'How to read a map', 'Nothing has “wlakers”; searched for “walkers”.'],
    ]
    for (const [q, title, message] of cases) {
      it(q, async () => assert.deepEqual(await find(q), [[title], message]))
    }

    it('but not in short words, in quotes, with a digit, or twice', async () => {
      for (const q of ['mpa', '"kingfsher"', 'kingfisher1', 'kngfsher', 'kingfsher*'])
        assert.deepEqual(await find(q), [[], undefined], q)
    })

    it('on every page of the results', async () => {
      const other = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
      for (const number of [1, 2, 3, 4, 5]) await save(other, `Sandpiper ${number}`)
      const titles: string[] = []
      let page = await pageOf('sandpiepr', { limit: '2' }, other)
      for (;;) {
        titles.push(...page.entities.map(({ title }: Entity) => title))
        assert.match(page.properties.words, /“sandpiper”/)
        const next = linkOf(page, 'next')
        if (next === undefined) break
        page = await other.entity(next)
      }
      assert.deepEqual(
        titles,
        [5, 4, 3, 2, 1].map((number) => `Sandpiper ${number}`),
      )
      const back = await other.entity(linkOf(page, 'prev')!)
      assert.deepEqual(
        back.entities.map(({ title }: Entity) => title),
        ['Sandpiper 3', 'Sandpiper 2'],
      )
      const list = { q: 'sandpiepr', limit: 2 }
      const outcome = await toolOutcome(service().baseUrl, other, { name: 'list_queue', args: list })
      assert.equal(outcome.matched, 5)
    })

    it('without using words of other accounts, even if the index can’t distinguish theirs', async () => {
      const other = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
      await save(other, 'Zymurgical secrets')
      assert.deepEqual(await find('zymurgicol'), [[], undefined])
      const { db } = service().running.services
      const own = (await db.row<{ id: string }>(
        'SELECT account_id AS id FROM items WHERE given_title = ?',
        'Geese over the city',
      ))!.id
      const twin = `another-${own.slice(-4)}`
      await createQueue(db, twin)
      const document = { title: ['quixotically'], about: [], text: [] }
      for (const { sql, values } of db.dialect.fullText.insert(twin, 1_000, document))
        await db.run(sql, ...values)
      assert.deepEqual(await find('quixoticaly'), [[], undefined])
      await save(agent, 'Quixotically')
      assert.deepEqual((await find('quixoticaly'))[0], ['Quixotically'])
    })
  })

  describe('finds items with some of the words if none has all', () => {
    it('the best matches first, and says so', async () => {
      const [titles, message] = await find('what do the studies say about the patience of a heron')
      assert.deepEqual(titles, ['Studies of herons', 'Patience'])
      assert.equal(message, 'Nothing has all of these words. These have some of them, the closest first.')
    })

    it('after the few items that have all words of a longer query', async () => {
      const [titles, message] = await find('studies herons OR geese city OR birds')
      assert.deepEqual(
        [titles[0], titles[1], message],
        [
          'Studies of herons',
          'Geese over the city',
          'Only the first has all of these words. The others have some of them, the closest first.',
        ],
      )
    })

    it('only among items that meet the conditions, without excluded words', async () => {
      assert.deepEqual((await find('shoes patience tag:birds'))[0], ['Runners and their shoes'])
      assert.deepEqual((await find('herons patience -kingfisher'))[0], ['Studies of herons'])
    })

    it('but not in order of time', async () => {
      assert.deepEqual(await find('herons patience', { sort: 'newest' }), [[], undefined])
    })

    it('but not for a change of all results', async () => {
      const { baseUrl } = service()
      for (const query of ['herons patience', 'kingfsher']) {
        const change = { query, tag: ['changed'], preview: true }
        assert.equal((await toolOutcome(baseUrl, agent, { name: 'change_items', args: change })).changed, 0)
      }
    })

    it('in each interface', async () => {
      const { baseUrl } = service()
      const q = 'shoes of a kingfsher'
      const explanation =
        'Nothing has “kingfsher”; searched for “kingfisher”. Nothing has all of these words. These have some of them, the closest first.'
      assert.equal((await find(q))[1], explanation)
      for (const [tool, args] of [
        ['search', { query: q }],
        ['list_queue', { q }],
      ] as const) {
        const outcome = await toolOutcome(baseUrl, agent, { name: tool, args })
        assert.deepEqual([outcome.words, outcome.matched], [explanation, 2])
      }
      const person = await signUp(baseUrl)
      const own = await connectAgent(baseUrl, person)
      await save(own, 'Kingfisher')
      const page = await person.browser.open(`/queue?${new URLSearchParams({ q }).toString()}`)
      assert.ok(page.text.includes(`role="status">${explanation}`), page.text)
    })
  })

  it('offers only sort orders on a page that apply to its items', async () => {
    const { baseUrl } = service()
    const person = await signUp(baseUrl)
    await save(await connectAgent(baseUrl, person), 'Unread')
    const { text } = await person.browser.open('/queue')
    assert.match(text, /href="\/queue\?sort=recently-read"/)
    assert.match(text, /href="\/queue\?sort=shortest"/)
    assert.match((await person.browser.open('/queue?sort=recently-read')).text, /<h1[^>]*>Read<\/h1>/)
    const begun = await person.browser.open('/queue?sort=progress')
    assert.match(begun.text, /Nothing matches these filters/)
    assert.match(begun.text, /Furthest read/)
  })

  it('says which operators are read as plain words', async () => {
    const cases: [q: string, message: RegExp][] = [
      ['herons AND studies', /“AND” is taken as a word/],
      ['herons NOT geese', /“NOT” is taken as a word/],
      ['OR herons', /“OR” is taken as a word/],
      ['(herons geese) OR (storks cranes)', /Parentheses are ignored\.$/],
      ['!tag:birds', /“!” means nothing/],
      ['-(tag:birds tag:owls)', /“-\(” excludes nothing as a whole/],
      ['tag:-birds', /A tag is excluded by a minus in front of tag:/],
      ['under:5 minutes', /A reading time is one word/],
      ['herons | geese', /“\|” means nothing/],
      ['herons && geese', /“&&” means nothing/],
      ['her*ns', /“\*” stands only at the end of a word/],
      ['+herons', /^A plus means nothing/],
      ['#1 herons', /A number after # is taken as a word/],
    ]
    for (const [q, message] of cases) assert.match((await find(q))[1]!, message, q)
    assert.deepEqual(await find('"herons AND studies"'), [[], undefined])
  })
})
