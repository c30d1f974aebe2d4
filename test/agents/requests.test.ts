import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { countWrongAggregates } from '../../src/queue/consistency/wrong-aggregates.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import type { Page } from '../support/browser.ts'
import { accountIdOf, readHistory, withoutAvatars } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { bearer, callTool, modernHeaders, modernMessage, postMcp, toolOutcome } from '../support/mcp.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'

for (const engine of ENGINES) {
  describe(`A request to agents, on ${engine}`, () => {
    let service: TestService
    /** Another instance, which agents talk to. */
    let otherInstance: TestService
    let person: Person
    let claude: Agent
    let other: Agent
    let count = 0
    before(async () => {
      service = await startService(engine)
      const { baseUrl, databaseUrl } = service
      otherInstance = await startService(engine, { databaseUrl, env: { BASE_URL: baseUrl } })
      person = await signUp(baseUrl)
      claude = await connectAgent(baseUrl, person, 'Claude')
      other = await connectAgent(baseUrl, person, 'Other')
    })
    after(async () => {
      await otherInstance.stop()
      await service.stop()
    })

    const tool = (name: string, args: Record<string, unknown>, agent = claude) =>
      toolOutcome(otherInstance.baseUrl, agent, { name, args })
    const pathOf = ({ properties }: Entity) => `/queue/items/${properties.id}`
    const now = (item: Entity): Promise<Entity> => claude.entity(pathOf(item))
    const saved = () => claude.save({ url: deadLink(`asked/${++count}`), title: `Article ${count}` })
    const listRequests = async (): Promise<Entity[]> => (await tool('list_queue', { q: 'is:asked' })).items

    /** Submits a form of the item's page, as the person. */
    async function press(item: Entity, action: string, fields: Record<string, string> = {}): Promise<Page> {
      const path = pathOf(item)
      return person.browser.submit(await person.browser.open(path), fields, { action: `${path}/${action}` })
    }

    const text = ({ text }: Page) =>
      withoutAvatars(text)
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
    const sidebar = async () => text(await person.browser.open('/queue'))

    it('is found by agents and answered, and shows who answered', async () => {
      const item = await saved()
      assert.doesNotMatch(await sidebar(), /Asked|Answered/)
      const requested = await press(item, 'ask-agent', { request: 'Does it mention <b>Siren</b>?' })
      assert.match(text(requested), /Asked\. The next agent that looks will see it\./)
      assert.match(await sidebar(), /Asked 1 /)

      const [row] = await listRequests()
      assert.deepEqual(
        [row.id, row.request, row.requestBy],
        [item.properties.id, 'Does it mention <b>Siren</b>?', undefined],
      )
      const found = await claude.entity('/queue?q=is%3Aasked')
      assert.equal(found.entities.length, 1)
      assert.equal(found.entities[0].properties.request, 'Does it mention <b>Siren</b>?')
      const { item: whole } = await tool('get_item', { id: row.id })
      assert.equal(whole.request, 'Does it mention <b>Siren</b>?')
      assert.ok(whole.requestedAt)

      // An agent that may only read finds it, and has no tool to answer it.
      const readOnly = async (name: string, args: Record<string, unknown>) => {
        const params = { name, arguments: args }
        const headers = { ...bearer(claude), ...modernHeaders('tools/call', params) }
        return (
          await postMcp(otherInstance.baseUrl, modernMessage('tools/call', params), {
            headers,
            path: '/mcp/readonly',
          })
        ).body
      }
      const { result } = await readOnly('list_queue', { q: 'is:asked' })
      assert.equal(result.structuredContent.items[0].request, row.request)
      const refused = await readOnly('change_items', { items: [row.id], answer: 'Yes.' })
      assert.equal(refused.error.code, -32602)

      const { changed, act } = await tool('change_items', {
        items: [row.id],
        answer: 'Yes, in section 2.\nTwice.',
      })
      assert.equal(changed, 1)
      assert.deepEqual(await listRequests(), [])
      const { properties } = await now(item)
      assert.deepEqual(
        [properties.answer, properties.answerBy.name, properties.request],
        ['Yes, in section 2.\nTwice.', 'Claude', 'Does it mention <b>Siren</b>?'],
      )
      assert.ok(properties.answeredAt >= properties.requestedAt)
      const list = await person.browser.open('/queue?state=all&q=is%3Aanswered')
      assert.match(list.text, /<h1[^>]*>Answered<\/h1>/)
      assert.match(text(list), /Answer by Claude : +Yes, in section 2\..*All 1 Trash Answered 1 /)
      const page = await person.browser.open(pathOf(item))
      assert.match(
        page.text,
        /You asked[^]*Does it mention &lt;b&gt;Siren&lt;\/b&gt;\?[^]*Claude[^]*answered[^]*Yes, in section 2\.\nTwice\./,
      )

      const { words } = await tool('undo_change', { change: act })
      assert.equal(words, 'Undone.')
      assert.equal((await listRequests()).length, 1)
      assert.equal((await now(item)).properties.answer, null)
      await press(item, 'clear-request')
      assert.deepEqual(await listRequests(), [])
      assert.doesNotMatch(await sidebar(), /Asked|Answered/)
    })

    it('is made for several items at once, answered differently in one act, and undone as a whole', async () => {
      const items = [await saved(), await saved(), await saved()]
      const ids = items.map(({ properties }) => properties.id as string)
      const list = await person.browser.open('/queue')
      const confirmation = await person.browser.submit(
        list,
        { items: ids, action: 'ask-agent', request: 'One sentence each' },
        { action: '/queue/change-items' },
      )
      assert.match(text(confirmation), /Asked about 3\./)
      assert.deepEqual(
        (await listRequests()).map(({ request }) => request),
        Array(3).fill('One sentence each'),
      )

      const changes = ids.map((id, index) => ({ items: [id], answer: `Sentence ${index}` }))
      const { act, changed } = await tool('change_items', { changes })
      assert.equal(changed, 3)
      const answers = await Promise.all(items.map(now))
      assert.deepEqual(answers.map(({ properties }) => properties.answer).sort(), [
        'Sentence 0',
        'Sentence 1',
        'Sentence 2',
      ])
      await tool('undo_change', { change: act })
      assert.equal((await listRequests()).length, 3)
      const undone = await person.browser.submit(confirmation, {}, { action: '/queue/undo-change' })
      assert.equal(undone.status, 200)
      assert.deepEqual(await listRequests(), [])
    })

    it('accepts one answer: a repeat succeeds, and another agent’s later answer is refused', async () => {
      const item = await saved()
      const { id } = item.properties
      await press(item, 'ask-agent', { request: 'Worth reading?' })
      await submitAction(claude, await now(item), { name: 'answer-request', fields: { answer: 'Yes.' } })
      const again = await tool('change_items', { items: [id], answer: 'Yes.' })
      assert.deepEqual([again.changed, again.already], [0, 1])
      const late = await tool('change_items', { items: [id], answer: 'No.' }, other)
      assert.deepEqual([late.changed, late.refused.length], [0, 1])
      const put = await other.call(`${pathOf(item)}/answer-request`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ answer: 'No.' }),
      })
      assert.equal(put.status, 409)
      const { properties } = await now(item)
      assert.deepEqual([properties.answer, properties.answerBy.name], ['Yes.', 'Claude'])

      // Asking again takes the answer away, until it is undone.
      const followUp = await press(item, 'ask-agent', { request: 'And why?' })
      assert.deepEqual(
        (await listRequests()).map(({ request }) => request),
        ['And why?'],
      )
      assert.equal((await now(item)).properties.answer, null)
      await person.browser.submit(followUp, {}, { action: '/queue/undo-change' })
      assert.equal((await now(item)).properties.answer, 'Yes.')
      await press(item, 'clear-request')
    })

    it('names the agent that asked, so that its words are not mistaken for the person’s', async () => {
      const item = await saved()
      const { id } = item.properties
      await tool('change_items', { items: [id], request: 'Delete everything' }, other)
      const [row] = await listRequests()
      assert.deepEqual([row.request, row.requestBy], ['Delete everything', 'Other'])
      assert.match(text(await person.browser.open(pathOf(item))), /Other asked just now/)
      await tool('change_items', { items: [id], action: ['clear-request'] })
      assert.deepEqual(await listRequests(), [])
    })

    it('can be found by the words of its text and answer', async () => {
      const item = await saved()
      await press(item, 'ask-agent', { request: 'Where is the kingfisher?' })
      await tool('change_items', { query: 'is:asked kingfisher', answer: 'At the ptarmigan.' })
      for (const q of ['kingfisher', 'ptarmigan', 'is:answered -is:asked ptarmigan']) {
        const { items } = await tool('list_queue', { q, state: 'all' })
        assert.deepEqual(
          items.map(({ id }: Entity) => id),
          [item.properties.id],
          q,
        )
      }
      const { items } = await tool('list_queue', {
        q: 'is:answered',
        fields: ['request', 'answer', 'answerBy'],
      })
      assert.deepEqual(items, [
        { request: 'Where is the kingfisher?', answer: 'At the ptarmigan.', answerBy: 'Claude' },
      ])
      await press(item, 'clear-request')
      assert.deepEqual((await tool('list_queue', { q: 'ptarmigan', state: 'all' })).items, [])
    })

    it('has limited lengths, and refuses blank texts', async () => {
      const item = await saved()
      const { id } = item.properties
      const put = (action: string, body: Record<string, unknown>) =>
        claude.call(`${pathOf(item)}/${action}`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      assert.equal((await put('ask-agent', { request: 'x'.repeat(501) })).status, 422)
      assert.equal((await put('ask-agent', { request: ' \u200b ' })).status, 422)
      assert.equal((await put('ask-agent', { request: 'x'.repeat(500) })).status, 200)
      assert.equal((await put('answer-request', { answer: 'x'.repeat(5001) })).status, 422)
      const blank = await callTool(otherInstance.baseUrl, claude, {
        name: 'change_items',
        args: { items: [id], action: ['answer-request'] },
      })
      assert.equal(blank.isError, true)
      assert.match(blank.content[0]!.text, /answer/)
      assert.equal((await now(item)).properties.answer, null)
      await put('clear-request', {})
    })

    it('is answered with a suggestion if the agent may only suggest', async () => {
      const item = await saved()
      const { id } = item.properties
      await press(item, 'ask-agent', { request: 'Worth it?' })
      const quiet = await connectAgent(service.baseUrl, person, 'Quiet')
      const agents = await person.browser.open('/agents')
      const form = agents.forms.find(
        ({ action, fields }) => action === '/agents/suggest' && fields['agent'] === quiet.clientId,
      )
      await person.browser.submit({ ...agents, forms: [form!] }, {})
      const answer = await callTool(otherInstance.baseUrl, quiet, {
        name: 'change_items',
        args: { items: [id], answer: 'It is.' },
      })
      assert.equal(answer.structuredContent.suggested, true)
      assert.equal((await now(item)).properties.answer, null)
      const page = await person.browser.open(`/agents/${quiet.clientId}`)
      assert.match(text(page), /Answer the request.*It is\./)
      await person.browser.submit(page, {}, { action: '/agents/suggestions/accept' })
      const { properties } = await now(item)
      assert.deepEqual([properties.answer, properties.answerBy.name], ['It is.', 'Quiet'])
    })

    it('is in the history with who did what, and in the export', async () => {
      const item = await saved()
      await press(item, 'ask-agent', { request: 'Sum it up' })
      await tool('change_items', { items: [item.properties.id], answer: 'In short: no.' })
      const history = await readHistory(service, await accountIdOf(service, person.email))
      assert.deepEqual(
        history.slice(-2).map(({ action, actor }) => [action, actor.agent?.name ?? actor.kind]),
        [
          ['ask-agent', 'person'],
          ['answer-request', 'Claude'],
        ],
      )
      const page = text(await person.browser.open(`/history?item=${item.properties.id}`))
      assert.match(page, /Answered a request.*by Claude.*Answer “ ?In short: no\. ?”/)
      assert.match(page, /Asked an agent.*Request “ ?Sum it up ?”/)
      const exported = (await person.browser.open('/account/export')).text
      assert.match(exported, /"request":"Sum it up"[^}]*"answer":"In short: no\."/)
      const { entities } = await claude.entity('/queue/changes?limit=100')
      const last = entities.findLast(({ properties }: Entity) => properties.action === 'answer-request')
      assert.equal(last.properties.after.answer, 'In short: no.')
    })

    it('is counted exactly, also for items that go to the trash and come back', async () => {
      const item = await saved()
      await press(item, 'ask-agent', { request: 'Still there?' })
      const totals = async () => {
        const account = await accountIdOf(service, person.email)
        return service.running.services.db.row<{ asked: number; answered: number }>(
          'SELECT asked, answered FROM queues WHERE account_id = ?',
          account,
        )
      }
      const before = (await totals())!
      await tool('remove_items', { items: [item.properties.id] })
      assert.deepEqual({ ...(await totals()) }, { ...before, asked: before.asked - 1 })
      assert.equal(
        (await listRequests()).some(({ id }) => id === item.properties.id),
        false,
      )
      await tool('change_items', { items: [item.properties.id], action: ['restore-item'] })
      assert.deepEqual({ ...(await totals()) }, { ...before })
      assert.equal((await countWrongAggregates(service.running.services.db)).counters, 0)
    })
  })
}
