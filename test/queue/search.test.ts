import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { sweep } from '../../src/jobs/sweep.ts'
import { DAY } from '../../src/ports/clock.ts'
import { emptyTrash } from '../../src/queue/maintenance/trash.ts'
import { type Agent, connectAgent, type Entity, signUp, submitAction } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { callTool, toolOutcome } from '../support/mcp.ts'
import { deadLink } from '../support/links.ts'
import { checkProblem } from '../support/problem-check.ts'
import { onBothEngines } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'

onBothEngines('Search', (service) => {
  let links = 0

  async function newAgent(name?: string): Promise<Agent> {
    return connectAgent(service().baseUrl, await signUp(service().baseUrl), name)
  }

  /** Saves an item that goes by its title, under an address that no search is about. */
  function save(agent: Agent, title: string, more: Record<string, unknown> = {}): Promise<Entity> {
    return agent.save({ url: deadLink(String(++links)), title, ...more })
  }

  function saveArticle(agent: Agent, title: string, text: string): Promise<Entity> {
    const url = deadLink(String(++links))
    return agent.save({ url, html: articlePage(title, text) }).then((item) => fetched(agent, item))
  }

  function query(q: string, more: Record<string, string> = {}): string {
    return `/queue?${new URLSearchParams({ q, ...more }).toString()}`
  }

  /** The titles of all pages of a search, in their order. */
  async function find(agent: Agent, q: string, more: Record<string, string> = {}): Promise<string[]> {
    const titles: string[] = []
    for (let href: string | undefined = query(q, more); href !== undefined;) {
      const page: Entity = await agent.entity(href)
      titles.push(...page.entities.map((item: Entity) => item.title))
      href = linkOf(page, 'next')
    }
    return titles
  }

  describe('finds', () => {
    let agent: Agent
    before(async () => {
      agent = await newAgent('Claude Code')
      await save(agent, 'Deep work', { note: 'Rules for focused success', tags: ['focus', 'to do'] })
      await save(agent, 'Work deep down', { reason: 'Because of Node.js' })
      await agent.save({ url: 'http://127.0.0.1:9/hyper-media/guide?topic=siren%20api', title: 'Guide' })
      await saveArticle(agent, 'Long read', '<p>The quick brown fox jumps over the lazy dog.</p>')
    })

    const cases: [q: string, titles: string[]][] = [
      ['deep', ['Work deep down', 'Deep work']],
      ['DEEP work', ['Work deep down', 'Deep work']],
      ['"deep work"', ['Deep work']],
      ['"work deep"', ['Work deep down']],
      ['foc', ['Deep work']],
      ['"foc"', []],
      ['fo', []],
      // The excerpt of an article counts like a note.
      ['fo*', ['Long read', 'Deep work']],
      ['focused', ['Deep work']],
      ['rules success', ['Deep work']],
      ['deep -down', ['Deep work']],
      ['deep -"work deep"', ['Deep work']],
      ['deep -dow', ['Work deep down', 'Deep work']],
      ['deep -dow*', ['Deep work']],
      ['node.js', ['Work deep down']],
      ['because', ['Work deep down']],
      ['hyper-media', ['Guide']],
      ['https://127.0.0.1:9/hyper-media/guide?utm_source=x', ['Guide']],
      ['127.0.0.1:9/hyper-media', ['Guide']],
      ['"siren api"', ['Guide']],
      ['"quick brown"', ['Long read']],
      ['quick lazy read', ['Long read']],
      ['"brown quick"', []],
      // From the title's end into the note, or from one tag to the next, goes no phrase.
      ['"work rules"', []],
      ['"focus to"', []],
      ['"to do"', ['Deep work']],
      ['nothing', []],
      ['-quick', ['Guide', 'Work deep down', 'Deep work']],
      ['-"quick brown" -"deep work"', ['Guide', 'Work deep down']],
      ['-deep tag:focus', []],
    ]
    for (const [q, titles] of cases) {
      it(q, async () => assert.deepEqual(await find(agent, q), titles))
    }
  })

  describe('finds words in', () => {
    let agent: Agent
    const titles = [
      'Die Straße nach Łódź',
      'Café à l’opéra',
      'Ёлка и подарок',
      'Οδός της Αθήνας',
      'شُكْرًا أحمد',
      'שָׁלוֹם עולם',
      '世界の本を読む',
      'กินข้าวแล้ว',
      '한국어 책',
      'हिन्दी में',
    ]
    before(async () => {
      agent = await newAgent()
      for (const title of titles) await save(agent, title)
    })
    const cases: [language: string, q: string, index: number][] = [
      ['German', 'strasse', 0],
      ['German in capitals', 'STRASSE', 0],
      ['Polish', 'lodz', 0],
      ['French', 'opera cafe', 1],
      ['French with its apostrophe', "l'opéra", 1],
      ['Russian', 'елка ПОДАР', 2],
      ['Greek', 'ΟΔΟΣ αθηνας', 3],
      ['Arabic', 'شكرا احمد', 4],
      ['Hebrew', 'שלום', 5],
      ['Japanese', '世界', 6],
      ['Japanese from the middle', '本を読', 6],
      ['Thai', 'ข้าว', 7],
      ['Korean', '한국어', 8],
      ['Hindi', 'हिन्दी', 9],
    ]
    for (const [language, q, index] of cases) {
      it(language, async () => assert.deepEqual(await find(agent, q), [titles[index]]))
    }

    it('but not characters in another order', async () => assert.deepEqual(await find(agent, '界世'), []))
  })

  describe('narrows by', () => {
    let agent: Agent
    before(async () => {
      const person = await signUp(service().baseUrl)
      agent = await connectAgent(service().baseUrl, person, 'Claude Code')
      const other = await connectAgent(service().baseUrl, person, 'Gémini')
      const one = await agent.save({ url: 'http://127.0.0.1:9/one', title: 'One text', tags: ['web'] })
      const two = await other.save({
        url: 'http://127.0.0.2:9/two',
        title: 'Two text',
        tags: ['web', 'to do'],
      })
      const three = await other.save({ url: 'http://sub.127.example:9/three', title: 'Three text' })
      const four = await agent.save({ url: 'http://127.example:9/four', title: 'Four text' })
      await saveArticle(agent, 'Five text', '<p>Some words.</p>')
      const six = await agent.save({ url: 'http://x127.example:9/six', title: 'Six text' })
      await submitAction(agent, one, { name: 'favourite-item' })
      await submitAction(agent, two, { name: 'mark-read' })
      await submitAction(agent, three, { name: 'snooze-item', fields: { until: '2027-06-01' } })
      await submitAction(agent, four, { name: 'favourite-item' })
      await submitAction(agent, six, { name: 'remove-item' })
      const page = await person.browser.open('/queue')
      const form = { url: 'http://127.0.0.9:9/mine', title: 'Mine text' }
      await person.browser.submit(page, form, { action: '/queue/save-link' })
    })

    const cases: [q: string, names: string[]][] = [
      ['tag:web', ['Two', 'One']],
      ['tag:#WEB', ['Two', 'One']],
      ['tag:"to do"', ['Two']],
      ['-tag:web', ['Mine', 'Five', 'Four', 'Three']],
      ['site:127.0.0.2', ['Two']],
      ['site:127.example', ['Four', 'Three']],
      ['site:sub.127.example', ['Three']],
      ['-site:127.example', ['Mine', 'Five', 'Two', 'One']],
      ['is:unread', ['Mine', 'Five', 'Four', 'One']],
      ['is:read', ['Two']],
      ['-is:read', ['Mine', 'Five', 'Four', 'Three', 'One']],
      ['is:favourite', ['Four', 'One']],
      ['-is:favourite', ['Mine', 'Five', 'Three', 'Two']],
      ['is:snoozed', ['Three']],
      ['-is:snoozed', ['Mine', 'Five', 'Four', 'Two', 'One']],
      ['is:removed', ['Six']],
      ['-is:removed', ['Mine', 'Five', 'Four', 'Three', 'Two', 'One']],
      ['is:favourite is:unread', ['Four', 'One']],
      ['is:read is:unread', []],
      ['by:claude', ['Five', 'Four', 'One']],
      ['by:"claude code"', ['Five', 'Four', 'One']],
      ['by:code-claude', []],
      ['by:gemini', ['Three', 'Two']],
      ['-by:claude', ['Mine', 'Three', 'Two']],
      ['by:person', ['Mine']],
      ['-by:person', ['Five', 'Four', 'Three', 'Two', 'One']],
      ['by:me', ['Five', 'Four', 'One']],
      ['-by:me', ['Mine', 'Three', 'Two']],
      ['before:2020', []],
      ['after:2020', ['Mine', 'Five', 'Four', 'Three', 'Two', 'One']],
      ['-after:2020', []],
      ['-before:2020 after:2020-01-01', ['Mine', 'Five', 'Four', 'Three', 'Two', 'One']],
      ['under:15m', ['Five']],
      ['-under:15m', ['Mine', 'Four', 'Three', 'Two', 'One']],
      ['tag:web -tag:"to do" is:favourite by:claude', ['One']],
    ]
    for (const [q, names] of cases) {
      const titles = names.map((name) => `${name} text`)
      it(q, async () => assert.deepEqual(await find(agent, q), titles))
      it(`${q}, together with words`, async () => {
        assert.deepEqual(await find(agent, `${q} text`), titles)
        assert.deepEqual(await find(agent, `text ${q}`, { sort: 'oldest' }), titles.toReversed())
        assert.deepEqual(
          await find(agent, `${q} -two`),
          titles.filter((title) => title !== 'Two text'),
        )
      })
    }

    it('the given list, in addition to the query', async () => {
      assert.deepEqual(await find(agent, 'text', { state: 'read' }), ['Two text'])
      assert.deepEqual(await find(agent, 'text', { state: 'removed' }), ['Six text'])
      assert.deepEqual(await find(agent, 'is:read', { state: 'unread' }), [])
      assert.deepEqual(await find(agent, 'text', { tag: 'web', site: '127.0.0.1' }), ['One text'])
    })
  })

  describe('ranks', () => {
    let agent: Agent
    before(async () => {
      agent = await newAgent()
      for (const round of ['1', '2']) {
        await save(agent, `Moss garden ${round}`)
        await save(agent, `Garden ${round}`, { note: 'With moss' })
        await saveArticle(agent, `Plants ${round}`, '<p>A garden of moss.</p>')
        await save(agent, `Nothing ${round}`, { note: 'to see' })
      }
    })
    const best = ['Moss garden 2', 'Moss garden 1', 'Garden 2', 'Garden 1', 'Plants 2', 'Plants 1']
    const newest = ['Plants 2', 'Garden 2', 'Moss garden 2', 'Plants 1', 'Garden 1', 'Moss garden 1']

    it('titles first, then what is said about an item, then its article; newest first', async () => {
      assert.deepEqual(await find(agent, 'moss garden'), best)
      assert.deepEqual(await find(agent, 'mos* gard'), best)
    })

    it('by time if requested', async () => {
      assert.deepEqual(await find(agent, 'moss garden', { sort: 'newest' }), newest)
      assert.deepEqual(await find(agent, 'moss garden', { sort: 'oldest' }), newest.toReversed())
      assert.deepEqual((await find(agent, 'is:unread', { sort: 'oldest' })).slice(0, 2), [
        'Moss garden 1',
        'Garden 1',
      ])
    })

    for (const limit of ['1', '2', '3', '4', '6']) {
      it(`the same over pages of ${limit}, forwards and backwards`, async () => {
        for (const [sort, expected] of [
          ['best', best],
          ['newest', newest],
          ['oldest', newest.toReversed()],
        ] as const) {
          const forwards: string[][] = []
          let page: Entity = await agent.entity(query('moss garden', { limit, sort }))
          const titles = () => page.entities.map((item: Entity) => item.title)
          forwards.push(titles())
          while (linkOf(page, 'next')) {
            page = await agent.entity(linkOf(page, 'next')!)
            forwards.push(titles())
          }
          assert.deepEqual(forwards.flat(), expected)
          const back = [titles()]
          while (linkOf(page, 'prev')) {
            page = await agent.entity(linkOf(page, 'prev')!)
            back.push(titles())
          }
          assert.deepEqual(back.toReversed(), forwards)
        }
      })
    }

    it('each item once while others are saved between two pages', async () => {
      const reader = await newAgent()
      for (const name of ['1', '2', '3']) {
        await save(reader, `Fern ${name}`)
        await save(reader, `Plant ${name}`, { note: 'A fern' })
      }
      const seen: string[] = []
      let page: Entity = await reader.entity(query('fern', { limit: '2' }))
      for (;;) {
        seen.push(...page.entities.map((item: Entity) => item.title))
        const next = linkOf(page, 'next')
        if (next === undefined) break
        await save(reader, 'New fern')
        page = await reader.entity(next)
      }
      assert.deepEqual(seen, ['Fern 3', 'Fern 2', 'Fern 1', 'Plant 3', 'Plant 2', 'Plant 1'])
    })
  })

  describe('is up to date', () => {
    it('with every change, at once', async () => {
      const agent = await newAgent()
      let item = await save(agent, 'Heron', { note: 'Grey', tags: ['bird'] })
      const isFound = async (q: string) => (await find(agent, q)).length === 1
      const reload = async () => (item = await agent.entity(linkOf(item, 'self')!))
      assert.ok((await isFound('heron')) && (await isFound('grey')) && (await isFound('bird')))

      await submitAction(agent, item, { name: 'edit-item', fields: { title: 'Egret', note: 'White' } })
      assert.ok((await isFound('egret')) && (await isFound('white')))
      assert.ok(!(await isFound('heron')) && !(await isFound('grey')))
      await submitAction(agent, await reload(), { name: 'tag-item', fields: { tag: 'pond' } })
      assert.ok(await isFound('pond'))
      await submitAction(agent, await reload(), { name: 'untag-item', fields: { tag: 'bird' } })
      assert.ok(!(await isFound('bird')))
      await submitAction(agent, await reload(), { name: 'mark-read' })
      assert.ok(await isFound('egret is:read'))

      await submitAction(agent, await reload(), { name: 'remove-item' })
      assert.ok(!(await isFound('egret')))
      assert.ok(await isFound('egret is:removed'))
      await submitAction(agent, await reload(), { name: 'restore-item' })
      assert.ok(await isFound('egret'))

      await save(agent, 'Egret house')
      await agent.save({ url: item.properties.url, note: 'Seen twice' })
      assert.deepEqual(await find(agent, 'egret'), ['Egret', 'Egret house'])
    })

    it('with an article that is added later, and one that replaces it', async () => {
      const agent = await newAgent()
      const url = deadLink(String(++links))
      const item = await agent.save({ url, title: 'Birds' })
      assert.deepEqual(await find(agent, 'kingfisher'), [])
      await agent.save({ url, html: articlePage('Birds', '<p>A kingfisher dives.</p>') })
      await fetched(agent, item)
      assert.deepEqual(await find(agent, 'kingfisher'), ['Birds'])
      await submitAction(agent, await agent.entity(linkOf(item, 'self')!), {
        name: 'tag-item',
        fields: { tag: 'blue' },
      })
      assert.deepEqual(await find(agent, 'kingfisher blue'), ['Birds'])
      await agent.save({ url, html: articlePage('Birds', '<p>A bittern booms.</p>') })
      await fetched(agent, item)
      assert.deepEqual(await find(agent, 'kingfisher'), [])
      assert.deepEqual(await find(agent, 'bittern'), ['Birds'])
    })

    it('after permanent deletion', async () => {
      const agent = await newAgent()
      const item = await save(agent, 'Dodo')
      await submitAction(agent, item, { name: 'remove-item' })
      const { db } = service().running.services
      const count = async () =>
        (await db.row<{ count: number }>('SELECT COUNT(*) AS count FROM item_words'))!.count
      const before = await count()
      service().clock.advance(31 * DAY)
      await emptyTrash(service().running.services)
      service().clock.advance(-31 * DAY)
      assert.deepEqual(await find(agent, 'dodo is:removed'), [])
      assert.ok((await count()) < before)
    })

    it('with data of an older release', async () => {
      const agent = await newAgent('Old Agent')
      for (const name of ['Auk', 'Auk two']) await saveArticle(agent, name, '<p>Extinct since long.</p>')
      const { db } = service().running.services
      await db.run('DELETE FROM item_words')
      await db.run('UPDATE items SET words_version = 0, saver_words = NULL')
      assert.deepEqual(await find(agent, 'auk'), [])
      const before = (await agent.call('/queue')).headers.get('etag')
      await Promise.all([sweep(service().running.services), sweep(service().running.services)])
      assert.deepEqual(await find(agent, 'auk'), ['Auk two', 'Auk'])
      assert.deepEqual(await find(agent, 'extinct by:old'), ['Auk two', 'Auk'])
      assert.notEqual((await agent.call('/queue')).headers.get('etag'), before)
      assert.deepEqual(await db.rows('SELECT id FROM items WHERE words_version < 1'), [])
    })
  })

  describe('shows where an article matches', () => {
    const FILLER = '<p>Much is said of other things here, and nothing of what is looked for.</p>'.repeat(20)

    it('with the words around the match, in each interface that lists items', async () => {
      const agent = await newAgent()
      await saveArticle(
        agent,
        'Owls',
        `${FILLER}<p>At night the Éagle-owl calls &lt;b&gt;loud&lt;/b&gt;.</p>${FILLER}`,
      )
      const page = await agent.entity(query('eagle loud'))
      const { snippet } = page.entities[0].properties
      assert.match(snippet, /^….*At night the Éagle-owl calls <b>loud<\/b>.*…$/)
      assert.ok(snippet.length <= 210, snippet)
      for (const [tool, args] of [
        ['search', { query: 'eagle loud' }],
        ['list_queue', { q: 'eagle loud' }],
      ] as const) {
        const outcome = await toolOutcome(service().baseUrl, agent, { name: tool, args })
        assert.equal((outcome.items ?? outcome.results)[0].snippet, snippet)
      }
      const list = await agent.entity('/queue')
      assert.equal('snippet' in list.entities[0].properties, false)
      const inTitle = await agent.entity(query('"owls"'))
      assert.equal('snippet' in inTitle.entities[0].properties, false)
    })
  })

  describe('is limited', () => {
    it('to the items of the account', async () => {
      const [one, other] = [await newAgent(), await newAgent()]
      await save(one, 'Secret plan', { note: 'private' })
      await save(other, 'Open plan')
      for (const q of ['secret', 'private', 'sec*', '"secret plan"', 'is:unread secret']) {
        assert.deepEqual(await find(other, q), [])
      }
      assert.deepEqual(await find(other, 'plan'), ['Open plan'])
      assert.deepEqual(await find(other, '-nothing'), ['Open plan'])
    })

    it('to cursors of the same search', async () => {
      const agent = await newAgent()
      for (const name of ['1', '2', '3']) await save(agent, `Page ${name}`)
      const next = new URL(linkOf(await agent.entity(query('page', { limit: '1' })), 'next')!)
      const after = next.searchParams.get('after')!
      for (const other of [
        query('pages', { after }),
        query('page', { after, sort: 'oldest' }),
        `/queue?after=${after}`,
      ]) {
        await checkProblem(await agent.call(other), 400, service().baseUrl)
      }
    })
  })

  describe('handles an invalid query', () => {
    let agent: Agent
    before(async () => {
      agent = await newAgent()
      await save(agent, 'Near or far')
    })

    it('with a problem that points at it', async () => {
      const problem = await checkProblem(await agent.call(query('foo:bar')), 422, service().baseUrl)
      assert.deepEqual(problem.errors, [
        {
          pointer: '#/q',
          detail:
            '"foo:" at character 1 is not a condition; there are tag:, site:, is:, by:, before:, after:, read-before:, read-after:, under:, over:, has:, #tag, untagged. To search for it as words, put it in quotes.',
        },
      ])
    })

    it('with a message beside the field on the page, which keeps what was typed', async () => {
      const { browser } = await signUp(service().baseUrl)
      const page = await browser.open(query('foo:bar <b>', { state: 'read' }))
      assert.equal(page.status, 422)
      const [field = ''] = /<input[^>]*name="q"[^>]*>/.exec(page.text) ?? []
      assert.match(field, /value="foo:bar &lt;b&gt;"/)
      assert.match(field, /aria-invalid="true" aria-describedby="notice" autofocus/)
      assert.match(page.text, /role="alert"[^]*“foo:” at character 1 is not a condition/)
      assert.match(page.text, /<p class="first">Nothing read yet<\/p>/)
    })

    it('with a tool result that says how to write it', async () => {
      for (const [tool, args] of [
        ['search', { query: 'is:old' }],
        ['list_queue', { q: 'is:old' }],
      ] as const) {
        const { isError, content } = await callTool(service().baseUrl, agent, { name: tool, args })
        assert.equal(isError, true)
        assert.match(
          content[0]!.text,
          /takes? one of unread, read, favourite, snoozed, removed, failed, pending, broken, untagged, asked, answered\./,
        )
      }
    })

    for (const q of [
      '") OR (',
      'NEAR(near far)',
      "'a':*",
      '{title}:',
      "near'",
      'near*"',
      'near AND',
      'x" OR "t',
      "\\'",
      '!near | far',
      '%',
      '_',
      '-',
      '*',
    ]) {
      it(`ignores operators of other languages: ${q}`, async () => {
        const { status } = await agent.call(query(q))
        assert.ok(status === 200 || status === 422, String(status))
      })
    }

    it('without an internal error, whatever it is', async () => {
      const piece = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.constantFrom(
          '"',
          '-',
          '*',
          ' ',
          'tag:',
          'is:read',
          'near',
          '世界',
          "'",
          '\\',
          ':',
          '&',
          '|',
          '!',
          '(',
          ')',
        ),
      )
      const junk = fc
        .array(piece, { maxLength: 40 })
        .map((pieces) => pieces.join('').slice(0, 500).toWellFormed())
      await fc.assert(
        fc.asyncProperty(junk, fc.constantFrom('best', 'newest', 'oldest'), async (q, sort) => {
          const { status } = await agent.call(query(q, { sort }))
          assert.ok(status === 200 || status === 422, `${status}: ${JSON.stringify(q)}`)
        }),
        { numRuns: 300 },
      )
      for (const q of [
        '世'.repeat(500),
        'a '.repeat(16),
        '"'.repeat(500),
        `"${'a '.repeat(249)}"`,
        'é'.repeat(500),
      ]) {
        const { status } = await agent.call(query(q))
        assert.ok(status === 200 || status === 422, `${status}: ${q}`)
      }
    })
  })

  it('finds exactly the items that a full scan would find', { timeout: 120_000 }, async () => {
    const agent = await newAgent()
    const WORDS = ['ant', 'bee', 'cat', 'anthill', 'beet', 'go']
    const word = fc.constantFrom(...WORDS)
    const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '))
    const documents = fc.sample(fc.record({ title: text, note: text }), { numRuns: 40, seed: 7 })
    const savedItems: { name: string; title: string[]; note: string[] }[] = []
    for (const [index, { title, note }] of documents.entries()) {
      const name = `n${index} ${title}`.trim()
      await save(agent, name, note === '' ? {} : { note })
      savedItems.push({ name, title: name.split(' '), note: note.split(' ') })
    }
    savedItems.reverse()

    const term = fc.record({
      words: fc.array(word, { minLength: 1, maxLength: 2 }),
      isQuoted: fc.boolean(),
      isExcluded: fc.boolean(),
    })
    const occurs = (words: string[], { words: wanted, isQuoted, isExcluded }: Term) =>
      words.some((_, at) =>
        wanted.every((one, offset) => {
          const isPrefix = wanted.length === 1 && !isQuoted && !isExcluded && one.length > 2
          const found = words[at + offset] ?? ''
          return isPrefix ? found.startsWith(one) : found === one
        }),
      )
    await fc.assert(
      fc.asyncProperty(fc.array(term, { minLength: 1, maxLength: 4 }), async (terms) => {
        const q = terms
          .map((one) => {
            const words = one.isQuoted ? `"${one.words.join(' ')}"` : one.words.join('-')
            return (one.isExcluded ? '-' : '') + words
          })
          .join(' ')
        const [wanted, excluded] = [
          terms.filter((one) => !one.isExcluded),
          terms.filter((one) => one.isExcluded),
        ]
        const tierOf = ({ title, note }: (typeof savedItems)[number]) => {
          if (excluded.some((one) => occurs(title, one) || occurs(note, one))) return 0
          if (wanted.every((one) => occurs(title, one))) return 1
          return wanted.every((one) => occurs(title, one) || occurs(note, one)) ? 2 : 0
        }
        const inTier = (tier: number) =>
          savedItems.filter((item) => tierOf(item) === tier).map(({ name }) => name)
        const exact = [...inTier(1), ...inTier(2)]
        const { words } = (await agent.entity(query(q))).properties
        // Items with some of the words follow those that have all, or stand alone.
        const found = await find(agent, q, { limit: '7' })
        assert.deepEqual(words === undefined ? found : found.slice(0, exact.length), exact, q)
        if (words !== undefined) assert.ok(exact.length < 3, q)
      }),
      { numRuns: 150 },
    )
  })
})

type Term = { words: string[]; isQuoted: boolean; isExcluded: boolean }
