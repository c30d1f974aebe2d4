import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { suggestedName } from '../../src/html/searches/suggested-name.ts'
import { parseFilter } from '../../src/queue/lists/search.ts'
import { NO_CONTEXT } from '../../src/queue/search/query-context.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { callTool, mcpResult, toolOutcome } from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('Saved searches', (service) => {
  let person: Person
  let agent: Agent
  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person)
    await agent.save({ url: deadLink('heron'), title: 'A heron', tags: ['birds'] })
  })

  const queue = () => agent.entity('/queue')
  const act = async (name: string, fields: Record<string, unknown>): Promise<Response> =>
    submitAction(agent, await queue(), { name, fields })
  const listed = async (): Promise<Entity[]> => {
    const { entities, properties } = await agent.entity('/queue/searches')
    assert.equal(properties.count, entities.length)
    return entities.map(({ properties }: Entity) => properties)
  }
  const lastAct = async (): Promise<number> => {
    const { latest } = (await agent.entity('/queue/changes?limit=1')).properties
    return latest
  }
  const undo = (change: number) => act('undo-change', { change })
  const mistakeIn = async (response: Response): Promise<string> => {
    assert.equal(response.status, 422)
    const { detail, errors } = (await response.json()) as Entity
    assert.ok(errors.length > 0)
    return detail
  }

  describe('in the API', () => {
    it('are saved, changed and removed, and each change can be undone', async () => {
      const made = await act('save-search', { name: 'Birds', query: 'tag:birds' })
      assert.equal(made.status, 201)
      assert.equal(made.headers.get('location'), `${service().baseUrl}/queue/searches/Birds`)
      assert.match(made.headers.get('link') ?? '', /profiles\/queue#act/)
      assert.deepEqual(await listed(), [{ name: 'Birds', query: 'tag:birds', sort: null }])
      const found = (await agent.entity('/queue/searches/birds')).links.find(({ rel }: Entity) =>
        rel.includes('related'),
      )
      assert.equal((await agent.entity(found.href)).properties.count, 1)

      for (const dots of ['.', '..']) {
        const refused = await act('save-search', { name: dots, query: 'heron' })
        assert.equal(await mistakeIn(refused), 'A name can’t be only dots. Add a word.')
        const renamed = await act('edit-search', { name: 'Birds', rename: dots })
        assert.equal(await mistakeIn(renamed), 'A name can’t be only dots. Add a word.')
      }

      // A repeat changes nothing.
      const before = await lastAct()
      assert.equal((await act('save-search', { name: 'Birds', query: 'tag:birds' })).status, 200)
      assert.equal(await lastAct(), before)

      const edit = { name: 'birds', rename: 'Water birds', query: 'heron', sort: 'oldest' }
      assert.equal((await act('edit-search', edit)).status, 200)
      const edited = await lastAct()
      assert.equal((await act('edit-search', edit)).status, 200)
      assert.equal(await lastAct(), edited)
      assert.deepEqual(await listed(), [{ name: 'Water birds', query: 'heron', sort: 'oldest' }])

      assert.equal((await act('remove-search', { name: 'water BIRDS' })).status, 204)
      const removed = await lastAct()
      assert.deepEqual(await listed(), [])
      assert.equal((await agent.call('/queue/searches/Birds')).status, 404)

      assert.equal((await undo(removed)).status, 200)
      assert.deepEqual(await listed(), [{ name: 'Water birds', query: 'heron', sort: 'oldest' }])
      assert.equal((await undo(edited)).status, 200)
      assert.deepEqual(await listed(), [{ name: 'Birds', query: 'tag:birds', sort: null }])
      await undo(await lastAct())
      assert.equal((await listed())[0].name, 'Water birds')
    })

    it('are in the list of changes with their values before and after, and without an item', async () => {
      await act('save-search', { name: 'Told', query: 'is:unread' })
      const [message] = (await agent.entity(`/queue/changes?after=${(await lastAct()) - 1}`)).entities
      const { itemId, title, action, before, after, undoable } = message.properties
      assert.deepEqual(
        { itemId, title, action, before, after, undoable },
        {
          itemId: null,
          title: 'Told',
          action: 'save-search',
          before: null,
          after: { name: 'Told', query: 'is:unread', sort: null },
          undoable: true,
        },
      )
    })

    it('are not undone if they were changed since, or their name is in use', async () => {
      await act('save-search', { name: 'First', query: 'one' })
      const made = await lastAct()
      await act('edit-search', { name: 'First', query: 'two' })
      const refused = await undo(made)
      assert.equal(refused.status, 409)
      assert.match(((await refused.json()) as Entity).detail, /has changed the saved search since\./)
      await act('edit-search', { name: 'First', rename: 'Second' })
      const renamed = await lastAct()
      await act('save-search', { name: 'FIRST', query: 'three' })
      const taken = await undo(renamed)
      assert.equal(taken.status, 409)
      assert.match(((await taken.json()) as Entity).detail, /Another saved search is called “First” now/)
      assert.match(
        await mistakeIn(await act('edit-search', { name: 'Second', rename: 'first' })),
        /Another saved search is called “FIRST”/,
      )
    })

    it('accept only valid names, queries and orders', async () => {
      assert.match(await mistakeIn(await act('save-search', { name: 'X', query: 'is:nothing' })), /is:/)
      assert.match(await mistakeIn(await act('save-search', { name: ' ', query: 'a' })), /"name" is required/)
      await mistakeIn(await act('save-search', { name: 'x'.repeat(61), query: 'a' }))
      await mistakeIn(await act('save-search', { name: 'X', query: 'a', sort: 'random' }))
      assert.match(
        await mistakeIn(await act('edit-search', { name: 'Nowhere', query: 'a' })),
        /There is no saved search called “Nowhere”/,
      )
      await mistakeIn(await act('remove-search', { name: 'Nowhere' }))
    })
  })

  it('are saved from the list, shown in the sidebar, edited, removed and restored on the pages', async () => {
    const owner = await signUp(service().baseUrl)
    const { browser } = owner
    const list = await browser.open('/queue?tag=birds&state=all&sort=oldest')
    const form = list.forms.find(({ action }) => action === '/queue/save-search')
    assert.equal(form?.fields['query'], 'tag:birds')
    assert.equal(form?.fields['name'], 'Articles tagged birds')
    const saved = await browser.submit(list, { name: 'My <birds>' }, { action: '/queue/save-search' })
    assert.ok(saved.text.includes('Saved the search “My &lt;birds&gt;”.'))
    assert.match(
      saved.text,
      /href="\/queue\?q=tag%3Abirds&amp;sort=oldest"[^>]*><bdi>My &lt;birds&gt;<\/bdi>/,
    )

    const searches = await browser.open('/queue/searches?edit=My+<birds>')
    const changed = await browser.submit(
      searches,
      { rename: 'Birds', query: 'is:nothing' },
      { action: '/queue/edit-search' },
    )
    assert.match(changed.text, /role="alert"/)
    assert.match(changed.text, /value="is:nothing"/)
    const done = await browser.submit(
      changed,
      { rename: 'Birds', query: 'heron', sort: 'best' },
      { action: '/queue/edit-search' },
    )
    assert.ok(done.text.includes('Changed the search “Birds”.'))
    const removed = await browser.submit(done, {}, { action: '/queue/remove-search' })
    assert.ok(removed.text.includes('No saved searches yet'))
    const fresh = await browser.submit(removed, {}, { action: '/queue/save-search' })
    assert.ok(fresh.text.includes('Saved the search “Short reads”.'))
    await browser.submit(fresh, {}, { action: '/queue/remove-search' })
    const back = await browser.submit(removed, {}, { action: '/queue/undo-change' })
    assert.ok(back.text.includes('<bdi>Birds</bdi>'))

    const history = await browser.open('/history')
    assert.ok(history.text.includes('Removed a saved search'))
    assert.match(history.text, /“<bdi>My &lt;birds&gt;<\/bdi>”.*“<bdi>Birds<\/bdi>”/s)
    assert.ok((await browser.open('/queue/searches/birds')).url.endsWith('/queue?q=heron'))
    const exported = JSON.parse((await browser.open('/account/export')).text) as Entity
    assert.deepEqual(exported.savedSearches, [{ name: 'Birds', query: 'heron', sort: null }])
    assert.ok(exported.changes.some(({ action }: Entity) => action === 'remove-search'))
  })

  it('are suggested a name in words', () => {
    const names = {
      'is:unread #birds #"to do"': 'Unread articles tagged birds and to do',
      'is:read site:example.org heron nest': 'Read articles from example.org about “heron nest”',
      heron: 'heron',
      'heron OR stork under:10m': 'heron or stork · Up to 10 min',
      'tag:birds -tag:web over:20m': 'Articles tagged birds · Not: #web · Over 20 min',
    }
    for (const [query, name] of Object.entries(names))
      assert.equal(suggestedName({ filter: parseFilter(query, NO_CONTEXT), limit: 1 }), name)
  })

  it('are listed with their conditions in words, and how many items each finds', async () => {
    const owner = await signUp(service().baseUrl)
    const helper = await connectAgent(service().baseUrl, owner)
    for (const title of ['A heron', 'A stork'])
      await helper.save({ url: deadLink(`listed/${title}`), title, tags: ['birds'] })
    const save = async (fields: Record<string, string>) =>
      submitAction(helper, await helper.entity('/queue'), { name: 'save-search', fields })
    await save({ name: 'Birds', query: 'is:unread #birds -tag:web', sort: 'oldest' })
    await save({ name: 'Herons', query: 'heron' })
    const { text } = await owner.browser.open('/queue/searches')
    const labels = [...text.matchAll(/<ul class="conditions"[^]*?<\/ul>/g)].map(([list]) =>
      [...list.matchAll(/<li[^>]*>(?:<bdi>)?([^<]*)/g)].map(([, label]) => label),
    )
    assert.deepEqual(labels, [['Unread', '#birds', 'Not: #web', 'Oldest first'], ['heron']])
    const counts = [...text.matchAll(/class="item-count"[^]*?(\d+ items?)</g)].map(([, count]) => count)
    assert.deepEqual(counts, ['2 items', '1 item'])
    assert.ok(!text.includes('<code dir="auto">'))
  })

  it('have one tool for agents, a list with the tags, and a resource each', async () => {
    const { baseUrl } = service()
    const caller = await connectAgent(baseUrl, await signUp(baseUrl))
    const outcome = (args: Record<string, unknown>) =>
      toolOutcome(baseUrl, caller, { name: 'save_search', args })
    await caller.save({ url: deadLink('stork'), title: 'A stork' })
    const made = await outcome({ name: 'Große Vögel/2', query: 'stork' })
    assert.deepEqual(made.search, { name: 'Große Vögel/2', query: 'stork' })
    assert.ok(made.act > 0)
    await outcome({ name: 'große vögel/2', sort: 'oldest' })
    const tags = await toolOutcome(baseUrl, caller, { name: 'list_tags' })
    assert.deepEqual(tags.searches, [{ name: 'Große Vögel/2', query: 'stork', sort: 'oldest' }])

    const { resources } = await mcpResult(baseUrl, caller, { method: 'resources/list' })
    const uri = 'queue://searches/Gro%C3%9Fe%20V%C3%B6gel%2F2'
    assert.ok(resources.some((resource: Entity) => resource.uri === uri))
    const { contents } = await mcpResult(baseUrl, caller, { method: 'resources/read', params: { uri } })
    const { search, items } = JSON.parse(contents[0].text) as Entity
    assert.deepEqual([search.query, items.map(({ title }: Entity) => title)], ['stork', ['A stork']])

    assert.equal((await outcome({ name: 'Große Vögel/2', rename: 'Storks' })).search.name, 'Storks')
    const removed = await outcome({ name: 'Storks', remove: true })
    assert.equal(removed.search.removed, true)
    const { changes } = await toolOutcome(baseUrl, caller, { name: 'list_changes', args: { limit: 1 } })
    assert.deepEqual(changes[0].before, { name: 'Storks', query: 'stork', sort: 'oldest' })
    assert.deepEqual([changes[0].after, changes[0].id], [null, undefined])
    await toolOutcome(baseUrl, caller, { name: 'undo_change', args: { change: removed.act } })
    assert.equal((await toolOutcome(baseUrl, caller, { name: 'list_tags' })).searches[0].name, 'Storks')
    const wrong = await callTool(baseUrl, caller, { name: 'save_search', args: { name: 'New' } })
    assert.match(wrong.content[0]!.text, /There is no saved search called “New”/)
    // What others saved is nobody's business.
    const other = await connectAgent(baseUrl, await signUp(baseUrl))
    assert.equal((await toolOutcome(baseUrl, other, { name: 'list_tags' })).searches, undefined)
  })

  it('tell agents how many items they find, and what to do if that is none', async () => {
    const { baseUrl } = service()
    const caller = await connectAgent(baseUrl, await signUp(baseUrl))
    const save = async (args: Record<string, unknown>) => {
      const { matched, words } = await toolOutcome(baseUrl, caller, { name: 'save_search', args })
      return [matched, words]
    }
    for (const name of ['stork', 'heron'])
      await caller.save({ url: deadLink(`found/${name}`), title: `A ${name}`, tags: ['birds'] })
    assert.deepEqual(await save({ name: 'Birds', query: 'tag:birds' }), [2, undefined])
    assert.deepEqual(await save({ name: 'Birds', sort: 'oldest' }), [2, undefined])
    assert.deepEqual(await save({ name: 'Birds', query: 'tag:bird' }), [
      0,
      'Nothing matches. No item has the tag “bird”. Did you mean “birds”? Try fewer conditions. The trash is searched by is:removed.',
    ])
    assert.deepEqual(await save({ name: 'Birds', query: 'by:"Ada Byron"' }), [
      0,
      'Nothing matches. Try fewer conditions. The trash is searched by is:removed.',
    ])
    assert.deepEqual(await save({ name: 'Birds', remove: true }), [undefined, undefined])
  })

  it('are at most 100 for each account', async () => {
    const owner = await signUp(service().baseUrl)
    const caller = await connectAgent(service().baseUrl, owner)
    const { db } = service().running.services
    const { account_id: accountId } = (await db.row<{ account_id: string }>(
      'SELECT accounts.id AS account_id FROM accounts WHERE email = ?',
      owner.email,
    ))!
    for (let index = 0; index < 100; index++) {
      await db.run(
        "INSERT INTO saved_searches (account_id, id, name, name_key, query) VALUES (?, ?, ?, ?, 'a')",
        accountId,
        `id-${index}`,
        `name ${index}`,
        `name ${index}`,
      )
    }
    const refused = await submitAction(caller, await caller.entity('/queue'), {
      name: 'save-search',
      fields: { name: 'One more', query: 'a' },
    })
    assert.equal(refused.status, 409)
    assert.match(((await refused.json()) as Entity).detail, /100 saved searches/)
    const replaced = { name: 'name 7', query: 'b' }
    const known = await submitAction(caller, await caller.entity('/queue'), {
      name: 'save-search',
      fields: replaced,
    })
    assert.equal(known.status, 200)
  })
})
