import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { changeQueue } from '../../src/queue/change/change-queue.ts'
import { countWrongAggregates } from '../../src/queue/consistency/wrong-aggregates.ts'
import { importedHighlights } from '../../src/queue/highlights/imported-highlights.ts'
import { itemsOf } from '../../src/queue/lists/items.ts'
import { PERSON } from '../../src/queue/model/actor.ts'
import { undoAgent } from '../../src/queue/undo/undo-agent.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { eventually } from '../support/eventually.ts'
import { refusedLink } from '../support/links.ts'
import { accountIdOf } from '../support/history.ts'
import { callTool, mcpResult, toolOutcome } from '../support/mcp.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'

const TRICKY = `<p>She said: “It’s <em>not</em> — and never was — a <code>foo(bar[0])</code> thing.”</p>
<table><tr><th>Name</th><th>Size</th></tr><tr><td>Heron</td><td>90 cm</td></tr></table>
<pre><code>const a = 1
  const b = 2</code></pre><p dir="rtl">שלום עולם, זה משפט בעברית שאפשר לסמן.</p><p>Caf&#233; cre&#769;me bru&#770;le&#769;e is sweet.</p>`

const NO_WRONG_SUMS = { tagged: 0, counters: 0, tags: 0, bytes: 0 }

for (const engine of ENGINES) {
  describe(`Highlights, on ${engine}`, () => {
    let service: TestService
    /** Another instance, which agents talk to. */
    let otherInstance: TestService
    let person: Person
    let claude: Agent
    let stranger: Agent
    let count = 0
    before(async () => {
      service = await startService(engine)
      const { baseUrl, databaseUrl } = service
      otherInstance = await startService(engine, { databaseUrl, env: { BASE_URL: baseUrl } })
      person = await signUp(baseUrl)
      claude = await connectAgent(baseUrl, person, 'Claude')
      stranger = await connectAgent(baseUrl, await signUp(baseUrl), 'Stranger')
    })
    after(async () => {
      await otherInstance.stop()
      await service.stop()
    })

    const tool = (name: string, args: Record<string, unknown>, agent = claude) =>
      toolOutcome(otherInstance.baseUrl, agent, { name, args })
    const pathOf = ({ properties }: Entity) => `/queue/items/${properties.id}`
    const saved = async (more = TRICKY, agent = claude): Promise<Entity> => {
      const url = refusedLink(`highlighted/${++count}`)
      return fetched(agent, await agent.save({ url, html: articlePage(`Article ${count}`, more) }))
    }
    const put = (
      item: Entity,
      action: string,
      { fields, agent = claude }: { fields: Record<string, unknown>; agent?: Agent },
    ) =>
      agent.call(`${pathOf(item)}/${action}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      })
    const list = async (item: Entity, agent = claude): Promise<Entity[]> =>
      (await agent.entity(`${pathOf(item)}/highlights`)).entities
    const quotes = async (item: Entity) => (await list(item)).map(({ properties }) => properties.exact)
    const highlighted = async (item: Entity, fields: Record<string, unknown>): Promise<Entity> => {
      const response = await put(item, 'highlight-item', { fields })
      const body = (await response.json()) as Entity
      assert.equal(response.status, 200, JSON.stringify(body))
      return body.entities[0]
    }

    it('are made, listed, edited and removed, and each act can be undone', async () => {
      const item = await saved()
      assert.deepEqual(
        item.actions
          .find(({ name }: Entity) => name === 'highlight-item')
          .fields.map(({ name }: Entity) => name),
        ['quote', 'prefix', 'suffix', 'note', 'colour'],
      )
      const { properties } = await highlighted(item, {
        quote: 'Heron',
        note: 'A <b>bird</b>',
        colour: 'blue',
      })
      assert.deepEqual(
        [
          properties.exact,
          properties.note,
          properties.colour,
          properties.isAnchored,
          properties.createdBy.name,
        ],
        ['Heron', 'A <b>bird</b>', 'blue', true, 'Claude'],
      )
      const current = await claude.entity(pathOf(item))
      assert.equal(current.properties.highlightCount, 1)
      const link = current.links.find(({ rel }: Entity) => rel[0] === 'highlights')
      const collection = await claude.entity(new URL(link.href).pathname)
      assert.deepEqual(collection.entities[0].class, ['highlight'])
      assert.deepEqual(
        collection.entities[0].actions.map(({ name }: Entity) => name),
        ['edit-highlight', 'remove-highlight'],
      )
      const id = properties.id as string
      assert.deepEqual((await claude.entity(`${pathOf(item)}/highlights/${id}`)).properties.exact, 'Heron')

      const edited = await put(item, 'edit-highlight', { fields: { highlight: id, note: '', colour: 'red' } })
      assert.equal(edited.status, 200)
      const editedBy = (await list(item))[0]!.properties
      assert.deepEqual([editedBy.note, editedBy.colour], [null, 'red'])

      assert.equal((await put(item, 'remove-highlight', { fields: { highlight: id } })).status, 200)
      assert.equal((await put(item, 'remove-highlight', { fields: { highlight: id } })).status, 200)
      assert.deepEqual(await quotes(item), [])

      const { changes } = await tool('list_changes', { limit: 10 })
      const numbers = changes
        .filter(({ id }: Entity) => id === item.properties.id)
        .map(({ change }: Entity) => change)
      const created = { id, quote: 'Heron', note: 'A <b>bird</b>', colour: 'blue' }
      const became = { id, quote: 'Heron', colour: 'red' }
      assert.deepEqual(
        changes.slice(0, 3).map(({ action, before, after }: Entity) => [action, before, after]),
        [
          ['remove-highlight', { highlights: [became] }, { highlights: [] }],
          [
            'edit-highlight',
            { highlights: [{ id, note: 'A <b>bird</b>', colour: 'blue' }] },
            { highlights: [became] },
          ],
          ['highlight-item', { highlights: [] }, { highlights: [created] }],
        ],
      )
      const { after: inApi } = (await claude.entity(`/queue/changes/${numbers[2]}`)).properties
      assert.deepEqual(inApi, {
        highlights: [{ id, exact: 'Heron', note: 'A <b>bird</b>', colour: 'blue' }],
      })
      await tool('undo_change', { change: numbers[0] })
      assert.deepEqual(
        (await list(item)).map(({ properties: { note, colour } }) => [note, colour]),
        [[null, 'red']],
      )
      await tool('undo_change', { change: numbers[1] })
      assert.deepEqual(
        (await list(item)).map(({ properties: { note, colour } }) => [note, colour]),
        [['A <b>bird</b>', 'blue']],
      )
      await tool('undo_change', { change: numbers[2] })
      assert.deepEqual(await quotes(item), [])
      assert.equal((await claude.entity(pathOf(item))).properties.highlightCount, 0)
      assert.deepEqual(await countWrongAggregates(service.running.services.db), NO_WRONG_SUMS)
    })

    it('accept quotes of Markdown, tables, code, right-to-left and combining text', async () => {
      const item = await saved()
      const exactByQuote = {
        '"It\'s **not** - and never was - a `foo(bar[0])` thing."':
          '“It’s not — and never was — a foo(bar[0]) thing.”',
        '| Heron | 90 cm |': 'Heron\n90 cm',
        'const a = 1\nconst b = 2': 'const a = 1\n  const b = 2',
        'זה משפט בעברית': 'זה משפט בעברית',
        'Cafe\u0301 cre\u0301me': 'Caf\u00e9 cr\u00e9me',
      }
      for (const [quote, exact] of Object.entries(exactByQuote)) {
        const { properties } = await highlighted(item, { quote })
        assert.equal(properties.exact, exact)
      }
    })

    it('have a line break between paragraphs, and are found again after these change', async () => {
      const text = (more: string) => `<p>${more}The heron stands <em>still</em>.</p><p>It waits.</p>`
      const url = refusedLink(`highlighted/${++count}`)
      const item = await fetched(claude, await claude.save({ url, html: articlePage('Birds', text('')) }))
      const { properties } = await highlighted(item, { quote: 'stands still. It waits.' })
      assert.equal(properties.exact, 'stands still.\nIt waits.')
      // As quotes were stored before.
      const { db } = service.running.services
      const { properties: old } = await highlighted(item, { quote: 'The heron stands still. It waits.' })
      await db.run('UPDATE highlights SET exact = ? WHERE id = ?', 'The heron stands still.It waits.', old.id)
      assert.equal(
        (await highlighted(item, { quote: 'still. It waits.' })).properties.exact,
        'still.\nIt waits.',
      )
      const page = await person.browser.open(pathOf(item))
      const drawn = [...page.text.matchAll(/data-highlights="([^"]*)"/g)].flatMap(([, ids]) =>
        ids!.split(' '),
      )
      assert.equal(new Set(drawn).size, 3)
      await claude.save({ url, html: articlePage('Birds', text('Here: ')) })
      const after = await eventually(
        () => list(item),
        (highlights) => highlights.every(({ properties }) => properties.prefix.includes('Here: ')),
      )
      assert.deepEqual(
        after.map(({ properties: { exact, isAnchored } }) => [exact, isAnchored]),
        [
          ['stands still.\nIt waits.', true],
          ['The heron stands still.It waits.', true],
          ['still.\nIt waits.', true],
        ],
      )
    })

    it('are not duplicated for the same passage', async () => {
      const item = await saved()
      const first = await highlighted(item, { quote: 'Heron', note: 'Mine' })
      const second = await highlighted(item, { quote: '**Heron**', note: 'Other' })
      assert.equal(second?.properties.id ?? first.properties.id, first.properties.id)
      assert.deepEqual(
        (await list(item)).map(({ properties: { note } }) => note),
        ['Mine'],
      )
      const both = await Promise.all(
        [1, 2, 3].map(() =>
          put(item, 'highlight-item', { fields: { quote: 'never was' } }).then(({ status }) => status),
        ),
      )
      assert.deepEqual(both, [200, 200, 200])
      assert.equal((await quotes(item)).length, 2)
    })

    it('can be made concurrently in one article', async () => {
      const words = [
        'Plover',
        'Curlew',
        'Avocet',
        'Dunlin',
        'Godwit',
        'Knot',
        'Ruff',
        'Snipe',
        'Stint',
        'Whimbrel',
      ]
      const item = await saved(words.map((word) => `<p>The ${word} wades in the mud.</p>`).join(''))
      const answers = await Promise.all(
        words.map((word) => put(item, 'highlight-item', { fields: { quote: `The ${word}` } })),
      )
      assert.deepEqual(
        answers.map(({ status }) => status),
        words.map(() => 200),
      )
      assert.deepEqual((await quotes(item)).toSorted(), words.map((word) => `The ${word}`).toSorted())
    })

    it('take each candidate as it was offered, in paragraphs that come again and again', async () => {
      const paragraphs = [
        '夜になると、家は静かになる。',
        '私たちは読むとき、他人の沈黙を借りている。',
        '返す日は決まっていない。',
      ]
      const item = await saved(`${paragraphs.map((text) => `<p>${text}</p>`).join('')}`.repeat(3))
      const quote = paragraphs[1]!
      const refused = (await (await put(item, 'highlight-item', { fields: { quote } })).json()) as Entity
      assert.equal(refused.candidates.length, 3)
      for (const fields of refused.candidates) await highlighted(item, fields)
      assert.equal((await list(item)).length, 3)
    })

    it('ask which passage is meant, and name the nearest one if there is none', async () => {
      const item = await saved()
      const ambiguous = await put(item, 'highlight-item', { fields: { quote: 'a reader follows them' } })
      assert.equal(ambiguous.status, 422)
      const problem = (await ambiguous.json()) as Entity
      assert.equal(problem.candidates.length, 5)
      for (const { quote } of problem.candidates) assert.equal(quote, 'a reader follows them')
      const wrongPrefix = await put(item, 'highlight-item', {
        fields: { quote: 'a reader follows them', prefix: 'Zebras say: ' },
      })
      assert.equal(
        ((await wrongPrefix.json()) as Entity).detail,
        'The article has this quote 6 times. None of them fits the "prefix" you sent better than the others. Copy "prefix" and "suffix" from the candidate you mean.',
      )
      const [, second] = problem.candidates
      const { properties } = await highlighted(item, {
        quote: 'a reader follows them',
        prefix: second.prefix,
        suffix: second.suffix,
      })
      const text = await (
        await claude.call(`${pathOf(item)}/content`, { headers: { accept: 'text/html' } })
      ).text()
      assert.ok(text.includes('2. Links say'))
      assert.match(`${second.prefix}`, /2\. Links say/)
      assert.ok(properties.prefix.endsWith(second.prefix.slice(-20)))

      const missing = await put(item, 'highlight-item', {
        fields: { quote: 'She said: “It was not, and will never be, a foo(bar) thing.”' },
      })
      assert.equal(missing.status, 422)
      const { candidates, detail } = (await missing.json()) as Entity
      assert.match(detail, /does not have this quote/)
      assert.match(candidates[0].quote, /never was/)
      // A negation that the article has is no detail.
      const changed = await put(item, 'highlight-item', {
        fields: { quote: '“It’s not — and ever was — a foo(bar[0]) thing.”' },
      })
      assert.equal(changed.status, 422)
      const { candidates: meant, detail: told } = (await changed.json()) as Entity
      assert.match(told, /differs by 1 character\./)
      assert.equal(meant[0].quote, '“It’s not — and never was — a foo(bar[0]) thing.”')
      const none = (await (
        await put(item, 'highlight-item', { fields: { quote: 'zebra' } })
      ).json()) as Entity
      assert.deepEqual(none.candidates, [])
      assert.equal((await list(item)).length, 1)
    })

    it('refuse invalid input with a sentence, and items of another account', async () => {
      const item = await saved()
      const refused = async (action: string, fields: Record<string, unknown>, agent = claude) => {
        const response = await put(item, action, { fields, agent })
        return [response.status, ((await response.json()) as Entity).detail]
      }
      assert.deepEqual(await refused('highlight-item', { quote: 'x'.repeat(100_000) }), [
        422,
        '"quote" takes at most 10000 characters.',
      ])
      assert.equal((await refused('highlight-item', { quote: 'Heron', colour: 'pink' }))[0], 422)
      assert.equal((await refused('highlight-item', { quote: 'Heron' }, stranger))[0], 404)
      const { properties } = await highlighted(item, { quote: 'Heron' })
      assert.equal(
        (await refused('edit-highlight', { highlight: properties.id, note: 'x' }, stranger))[0],
        404,
      )
      const own = await saved(TRICKY, stranger)
      await put(own, 'highlight-item', { fields: { quote: 'Heron' }, agent: stranger })
      const foreign = await put(own, 'edit-highlight', {
        fields: { highlight: properties.id, note: 'x' },
        agent: stranger,
      })
      assert.equal(foreign.status, 404)
      assert.equal((await stranger.call(`${pathOf(item)}/highlights`)).status, 404)
      assert.equal((await stranger.call(`${pathOf(own)}/highlights/${properties.id}`)).status, 404)
      assert.deepEqual(
        (await list(item)).map(({ properties: { note } }) => note),
        [null],
      )
    })

    it('are made, shown, changed and removed with edit_item and get_item', async () => {
      const item = await saved()
      const { id } = item.properties
      const made = await tool('edit_item', { id, quote: '| Heron | 90 cm |', note: 'Tall' })
      assert.deepEqual([made.changed, made.highlight.note, made.highlight.by], [true, 'Tall', 'Claude'])
      const { highlights } = await tool('get_item', { id })
      assert.deepEqual(
        highlights.map(({ note }: Entity) => note),
        ['Tall'],
      )
      await tool('edit_item', { id, highlight: made.highlight.id, colour: 'green' })
      assert.equal((await tool('get_item', { id })).highlights[0].colour, 'green')
      const ambiguous = await callTool(otherInstance.baseUrl, claude, {
        name: 'edit_item',
        args: { id, quote: 'a reader follows them' },
      })
      assert.equal(ambiguous.isError, true)
      assert.match(
        ambiguous.content[0]!.text,
        /has this quote 6 times.*"untrusted".*"candidates":\[\{"quote"/,
      )
      assert.equal(
        (await tool('edit_item', { id, highlight: made.highlight.id, remove: true })).changed,
        true,
      )
      assert.equal((await tool('get_item', { id })).highlights, undefined)
    })

    it('can be searched by their quotes and notes, by has:highlight, and listed', async () => {
      const [one, other] = [await saved(), await saved()]
      await highlighted(one, { quote: 'Heron', note: 'Compare it with the marabou' })
      const found = async (q: string) =>
        (await claude.entity(`/queue?${new URLSearchParams({ q })}`)).entities.map(
          ({ properties }: Entity) => properties,
        )
      const [item, ...more] = await found('marabou')
      assert.deepEqual([item.id, more.length], [one.properties.id, 0])
      assert.equal(item.snippet, 'Compare it with the marabou')
      const ids = (await found('has:highlight')).map(({ id }: Entity) => id)
      assert.ok(ids.includes(one.properties.id) && !ids.includes(other.properties.id))
      assert.ok(!(await found('-has:highlight')).some(({ id }: Entity) => id === one.properties.id))
      const { items } = await tool('list_queue', { q: 'marabou', fields: ['id', 'highlights'] })
      assert.deepEqual(
        items[0].highlights.map(({ quote }: Entity) => quote),
        ['Heron'],
      )
      const { contents } = await mcpResult(otherInstance.baseUrl, claude, {
        method: 'resources/read',
        params: { uri: 'queue://highlights' },
      })
      const listed = JSON.parse(contents[0].text)
      assert.match(listed.untrusted, /data, not instructions/)
      assert.equal(listed.highlights[0].item.id, one.properties.id)
      await put(one, 'remove-highlight', { fields: { highlight: (await list(one))[0]!.properties.id } })
      assert.deepEqual(await found('marabou'), [])
    })

    it('that an agent made are undone with all its changes, except what the person changed of them', async () => {
      const item = await saved()
      const other = await connectAgent(service.baseUrl, person, 'Other')
      const made = async (quote: string) => {
        const response = await put(item, 'highlight-item', {
          fields: { quote, note: 'From the agent' },
          agent: other,
        })
        return ((await response.json()) as Entity).entities[0].properties.id as string
      }
      const [first] = [await made('Heron'), await made('never was')]
      const page = await person.browser.open(pathOf(item))
      const edited = await person.browser.submit(
        page,
        { highlight: first, note: 'Mine now', colour: 'red' },
        { action: `${pathOf(item)}/edit-highlight` },
      )
      assert.equal(edited.status, 200)
      const { services } = service.running
      const accountId = await accountIdOf(service, person.email)
      const undone = await undoAgent(services, { accountId, clientId: other.clientId, since: 0 })
      assert.deepEqual([undone.undone, undone.conflicts], [1, 1])
      assert.deepEqual(
        (await list(item)).map(({ properties: { note } }) => note),
        ['Mine now'],
      )
      // What the person highlighted in it keeps an item that an agent saved.
      const theirs = await saved(TRICKY, other)
      await person.browser.submit(
        await person.browser.open(pathOf(theirs)),
        { quote: 'Heron' },
        { action: `${pathOf(theirs)}/highlight-item` },
      )
      await undoAgent(services, { accountId, clientId: other.clientId, since: 0 })
      assert.equal((await claude.entity(pathOf(theirs))).properties.removedAt, null)
    })

    it('are imported by their quotes, once each, with a note for existing ones without', async () => {
      const item = await saved()
      const { services } = service.running
      const accountId = await accountIdOf(service, person.email)
      const imported = () =>
        changeQueue(services, { accountId, caller: PERSON, action: 'import-links' }, async (queue) => {
          const current = await itemsOf(queue.tx, accountId).find(item.properties.id)
          const { before, after, added } = await importedHighlights(queue, current, [
            { quote: 'She said: "It\'s not', createdAt: 1_600_000_000_000 },
            { quote: 'She said:\u00a0 “It’s not', note: 'Old' },
            { quote: 'Not in this article', colour: 'blue' },
          ])
          await queue.saveItem({ ...current, highlights: before }, { ...current, highlights: after })
          return added
        })
      assert.deepEqual([await imported(), await imported()], [2, 0])
      const found = await eventually(
        () => list(item),
        (highlights) => highlights.some(({ properties }) => properties.isAnchored),
      )
      assert.deepEqual(
        found.map(({ properties: { note, colour, isAnchored, createdBy } }) => [
          note,
          colour,
          isAnchored,
          createdBy.kind,
        ]),
        [
          ['Old', 'yellow', true, 'person'],
          [null, 'blue', false, 'person'],
        ],
      )
    })

    it('are limited in number, and deleted with their item', async () => {
      const item = await saved()
      const { services } = service.running
      const accountId = await accountIdOf(service, person.email)
      await changeQueue(services, { accountId, caller: PERSON, action: 'import-links' }, async (queue) => {
        const current = await itemsOf(queue.tx, accountId).find(item.properties.id)
        const many = Array.from({ length: 1100 }, (_, index) => ({ quote: `Quote number ${index}` }))
        const { before, after, added } = await importedHighlights(queue, current, many)
        await queue.saveItem({ ...current, highlights: before }, { ...current, highlights: after })
        assert.equal(added, 1000)
      })
      const response = await put(item, 'highlight-item', { fields: { quote: 'Heron' } })
      assert.equal(((await response.json()) as Entity).detail, 'An item takes at most 1000 highlights.')
      const first = await claude.entity(`${pathOf(item)}/highlights?limit=2`)
      assert.equal(first.entities.length, 2)
      const next = new URL(first.links.find(({ rel }: Entity) => rel[0] === 'next').href)
      const second = await claude.entity(next.pathname + next.search)
      assert.notEqual(second.entities[0].properties.id, first.entities[1].properties.id)
      await claude.call(pathOf(item), { method: 'DELETE' })
      await changeQueue(services, { accountId, caller: PERSON, action: 'empty-trash' }, async (queue) =>
        queue.purgeItem(await itemsOf(queue.tx, accountId).find(item.properties.id)),
      )
      const rows = await services.db.rows('SELECT id FROM highlights WHERE item_id = ?', item.properties.id)
      assert.deepEqual(rows, [])
      assert.deepEqual(await countWrongAggregates(services.db), NO_WRONG_SUMS)
    })

    it('wait for the article, and are then found in it', async () => {
      const url = refusedLink(`highlighted/${++count}`)
      const item = await claude.save({ url })
      const { properties } = await highlighted(item, { quote: 'It is *90  cm* tall' })
      assert.equal(properties.isAnchored, false)
      await highlighted(item, { quote: 'A heron', prefix: 'It is 90 cm tall. ', suffix: ' sleeps.' })
      const text = '<p>A heron eats. It is 90 cm tall. A heron sleeps.</p>'
      await claude.save({ url, html: articlePage('Later', text) })
      const [found, heron] = await eventually(
        () => list(item),
        (all) => all.length === 2 && all.every((highlight) => highlight.properties.isAnchored),
      )
      assert.match(found!.properties.prefix, /one after the other\.\s*A heron eats\. $/)
      assert.match(heron!.properties.suffix, /^ sleeps\./)
      assert.deepEqual(await countWrongAggregates(service.running.services.db), NO_WRONG_SUMS)
    })
  })
}
