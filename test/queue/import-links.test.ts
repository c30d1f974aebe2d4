import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { checkProblem } from '../support/problem-check.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'

const JSON_TYPE = 'application/json'
const NDJSON_TYPE = 'application/x-ndjson'

onBothEngines('The action import-links', (service) => {
  let person: Person
  let agent: Agent
  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person, 'Mover')
  })

  function post(by: Agent, body: string, type = JSON_TYPE): Promise<Response> {
    return by.call('/queue/import-links', { method: 'POST', headers: { 'content-type': type }, body })
  }

  async function imported(entries: unknown[], by = agent): Promise<Entity> {
    const response = await post(by, JSON.stringify({ entries }))
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return JSON.parse(text)
  }

  const a = deadLink('brought/a')
  const b = deadLink('brought/b')
  const entries = [
    { url: a, title: 'A', tags: ['Web', 'long read'], savedAt: '2023-05-24T07:29:06Z', favourite: true },
    { url: 'javascript:alert(1)' },
    { url: b, note: 'Mine', savedAt: '2022-01-01', state: 'read' },
    { url: `${a}?utm_source=x`, tags: ['later'], savedAt: '2021-01-01', readAt: '2021-02-01' },
    { url: deadLink('brought/c'), tags: 7 },
  ]

  it('is offered on the queue', async () => {
    const offer = (await agent.entity('/queue')).actions.find(({ name }: Entity) => name === 'import-links')
    assert.deepEqual(
      [offer.method, offer.type, offer.fields.map(({ name }: Entity) => name)],
      ['POST', JSON_TYPE, ['entries']],
    )
  })

  it('takes more different tags than a statement can bind', async () => {
    const person = await signUp(service().baseUrl)
    const collector = await connectAgent(service().baseUrl, person)
    const many = Array.from({ length: 1000 }, (_, index) => ({
      url: deadLink(`tagged/${index}`),
      tags: Array.from({ length: 11 }, (_, tag) => `tag ${index} ${tag}`),
    }))
    assert.equal((await imported(many, collector)).properties.added, 1000)
  })

  let act: number
  it('adds each link once, with its dates, tags and state, and reports skipped rows by number', async () => {
    const { properties, class: classes, actions } = await imported(entries)
    const { act: number, ...counts } = properties
    assert.deepEqual(classes, ['import'])
    assert.deepEqual(counts, {
      added: 2,
      merged: 1,
      skipped: [
        { row: 2, reason: '"javascript:alert(1)" is not an http or https address.' },
        { row: 5, reason: '"tags" must be a text.' },
      ],
    })
    act = number
    assert.equal(actions[0].name, 'undo-change')
    const { entities } = await agent.entity('/queue?state=all')
    assert.deepEqual(
      entities.map(({ properties: { url, tags, note, savedAt, readAt, favouritedAt, savedBy } }: Entity) => {
        return { url, tags, note, savedAt, readAt, isFavourite: favouritedAt !== null, by: savedBy.name }
      }),
      [
        {
          url: b,
          tags: [],
          note: 'Mine',
          savedAt: '2022-01-01T00:00:00.000Z',
          readAt: '2022-01-01T00:00:00.000Z',
          isFavourite: false,
          by: 'Mover',
        },
        {
          url: a,
          tags: ['later', 'long read', 'web'],
          note: null,
          savedAt: '2021-01-01T00:00:00.000Z',
          readAt: '2021-02-01T00:00:00.000Z',
          isFavourite: true,
          by: 'Mover',
        },
      ],
    )
  })

  it('changes nothing when repeated', async () => {
    const before = await agent.entity('/queue?state=all')
    const { properties } = await imported(entries)
    assert.deepEqual(
      [properties.added, properties.merged, properties.skipped.length, properties.act],
      [0, 3, 2, null],
    )
    assert.deepEqual(await agent.entity('/queue?state=all'), before)
  })

  it('accepts the same entries as JSON lines', async () => {
    const body = entries.map((entry) => JSON.stringify(entry)).join('\r\n')
    const response = await post(agent, `${body}\n\n`, `${NDJSON_TYPE}; charset=utf-8`)
    const { properties } = (await response.json()) as Entity
    assert.deepEqual([properties.added, properties.merged, properties.skipped.length], [0, 3, 2])
  })

  it('is one act of the agent in the history, which undo reverts as a whole', async () => {
    const changes = (await agent.entity(`/queue/changes?after=${act - 1}`)).entities
    assert.deepEqual(
      changes.map(({ properties }: Entity) => [properties.act, properties.action, properties.actor.name]),
      [
        [act, 'import-links', 'Mover'],
        [act, 'import-links', 'Mover'],
      ],
    )
    const page = await person.browser.open('/history')
    assert.match(page.text.replaceAll(/<[^>]*>|\s+/g, ' ').replaceAll(/ +/g, ' '), /Mover imported 2 links/)
    assert.ok(
      (
        await submitAction(agent, await agent.entity('/queue'), {
          name: 'undo-change',
          fields: { change: act },
        })
      ).ok,
    )
    assert.equal((await agent.entity('/queue?state=all')).properties.count, 0)
  })

  it('restores items from the trash, and overwrites nothing', async () => {
    const mine = deadLink('brought/mine')
    const saved = await agent.save({ url: mine, title: 'My title', note: 'My note' })
    const { properties } = await imported([
      { url: mine, title: 'Theirs', note: 'Theirs', tags: ['x'], savedAt: '2020-01-01', state: 'read' },
    ])
    assert.deepEqual([properties.added, properties.merged], [0, 1])
    const item = await agent.entity(`/queue/items/${saved.properties.id}`)
    const { title, note, tags, savedAt, readAt } = item.properties
    assert.deepEqual(
      { title, note, tags, savedAt, readAt },
      {
        title: 'My title',
        note: 'My note',
        tags: ['x'],
        savedAt: saved.properties.savedAt,
        readAt: null,
      },
    )
  })

  it('refuses unknown members by name, and changes nothing', async () => {
    const { version } = (await agent.entity('/queue')).properties
    const response = await post(
      agent,
      JSON.stringify({ entries: [{ url: deadLink('brought/d') }, { url: a, favorite: true }] }),
    )
    const problem = await checkProblem(response, 422, service().baseUrl)
    assert.deepEqual(problem.errors, [
      {
        pointer: '#/entries/1/favorite',
        detail: 'There is no member "favorite" here. Did you mean "favourite"?',
      },
    ])
    assert.equal((await post(agent, JSON.stringify({ entries: [], tag: 'x' }))).status, 422)
    assert.equal((await agent.entity('/queue')).properties.version, version)
  })

  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      url: deadLink(`brought/many/${index}`),
      title: `Title ${index}`,
      tags: ['many', 'more', 'most'],
      savedAt: '2019-01-01T00:00:00Z',
      state: 'read',
      note: 'A note',
      favourite: false,
    }))

  it('accepts a thousand entries with all members, and no more', async () => {
    const by = await connectAgent(service().baseUrl, await signUp(service().baseUrl), 'Mover')
    const { properties } = await imported(many(1000), by)
    assert.deepEqual([properties.added, properties.merged, properties.skipped.length], [1000, 0, 0])
    const undone = await submitAction(by, await by.entity('/queue'), {
      name: 'undo-change',
      fields: { change: properties.act },
    })
    assert.equal(((await undone.json()) as Entity).properties.changed, 1000)
    assert.equal((await post(by, JSON.stringify({ entries: many(1001) }))).status, 422)
  })

  it('accepts a million characters, and no more', async () => {
    const by = await connectAgent(service().baseUrl, await signUp(service().baseUrl), 'Mover')
    const long = many(201).map((entry) => ({ ...entry, note: 'n'.repeat(4900) }))
    const refused = await post(by, JSON.stringify({ entries: long }))
    assert.equal(refused.status, 422)
    assert.match(await refused.text(), /takes at most 1000000 characters\. Send it in parts\./)
    assert.equal((await imported(long.slice(0, 190), by)).properties.added, 190)
  })

  for (const [title, body, type, status] of [
    ['broken JSON', '{"entries":', JSON_TYPE, 400],
    ['a broken line', '{"url":"https://example.org/"}\n{', NDJSON_TYPE, 400],
    ['a line that is no object', '[]', NDJSON_TYPE, 422],
    ['nothing', '', NDJSON_TYPE, 422],
    ['a text', '{"entries":"https://example.org/"}', JSON_TYPE, 422],
    ['another type', 'url=https://example.org/', 'application/x-www-form-urlencoded', 415],
    ['deep nesting', `{"url":${'['.repeat(100)}`, NDJSON_TYPE, 413],
    ['endless values', `{"url":[${'1,'.repeat(60_000)}1]}`, NDJSON_TYPE, 413],
    ['an endless body', `{"url":"${'x'.repeat(7_000_000)}"}`, NDJSON_TYPE, 413],
  ] as const) {
    it(`refuses ${title}`, async () => {
      await checkProblem(await post(agent, body, type), status, service().baseUrl)
    })
  }

  it('becomes a suggestion if the agent may only suggest, and runs once the person accepts', async () => {
    const own = await signUp(service().baseUrl)
    const queryContext = await connectAgent(service().baseUrl, own, 'QueryContext')
    const agents = await own.browser.open('/agents')
    await own.browser.submit(agents, { agent: queryContext.clientId }, { action: '/agents/suggest' })
    const response = await post(queryContext, JSON.stringify({ entries: entries.slice(0, 3) }))
    assert.equal(response.status, 202)
    assert.equal((await queryContext.entity('/queue?state=all')).properties.count, 0)
    const page = await own.browser.open(`/agents/${encodeURIComponent(queryContext.clientId)}`)
    const accept = page.forms.find(({ action }) => action === '/agents/suggestions/accept')
    assert.ok(accept, page.text)
    await own.browser.submit({ ...page, forms: [accept] }, {})
    const { entities } = await queryContext.entity('/queue?state=all')
    assert.deepEqual(
      entities.map(({ properties }: Entity) => [properties.url, properties.savedBy.name]),
      [
        [a, 'QueryContext'],
        [b, 'QueryContext'],
      ],
    )
  })

  it('is refused while the person has paused the agent', async () => {
    const own = await signUp(service().baseUrl)
    const paused = await connectAgent(service().baseUrl, own, 'Paused')
    await own.browser.submit(
      await own.browser.open('/agents'),
      { agent: paused.clientId },
      { action: '/agents/pause' },
    )
    const response = await post(paused, JSON.stringify({ entries }))
    await checkProblem(response, 403, service().baseUrl)
  })
})

onBothEngines(
  'The action import-links, by an agent with a limit',
  (service) => {
    it('runs completely or not at all', async () => {
      const agent = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
      const entries = Array.from({ length: 6 }, (_, index) => ({ url: deadLink(`limited/${index}`) }))
      const post = (given: unknown[]) =>
        agent.call('/queue/import-links', {
          method: 'POST',
          headers: { 'content-type': JSON_TYPE },
          body: JSON.stringify({ entries: given }),
        })
      await checkProblem(await post(entries), 429, service().baseUrl)
      assert.equal((await agent.entity('/queue')).properties.count, 0)
      assert.equal((await post(entries.slice(0, 5))).status, 200)
      await checkProblem(await post(entries.slice(5)), 429, service().baseUrl)
    })
  },
  { env: { AGENT_CHANGES_A_MINUTE: '5' } },
)
