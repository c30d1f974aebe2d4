import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { readLimitHits } from '../../src/queue/history/limit-hits.ts'
import { HOUR, MINUTE } from '../../src/ports/clock.ts'
import { type Agent, agentWith, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { articlePage } from '../support/article.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf, readHistory } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { callTool, toolOutcome } from '../support/mcp.ts'
import { requestRefresh, tokensOf } from '../support/oauth.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'

const LIMITS = { AGENT_CHANGES_A_MINUTE: '5', AGENT_REMOVALS_AN_HOUR: '2', AGENT_BYTES_AN_HOUR: '100KB' }

for (const engine of ENGINES) {
  describe(`The limits of an agent, on ${engine}`, () => {
    let service: TestService
    let second: TestService
    let person: Person
    let accountId: string
    let readable: string
    before(async () => {
      service = await startService(engine, { env: LIMITS })
      second = await startService(engine, { env: LIMITS, databaseUrl: service.databaseUrl })
      person = await signUp(service.baseUrl)
      accountId = await accountIdOf(service, person.email)
      const { agent } = await connect('First')
      const response = await post(agent, '/queue', {
        url: deadLink('read'),
        html: articlePage('Read me', '', 20),
      })
      const item = (await response.json()) as Entity
      readable = item.properties.id
      await eventually(
        () => agent.entity(`/queue/items/${readable}`),
        ({ properties }) => properties.wordCount !== null,
      )
      service.clock.hold()
    })
    after(async () => {
      await second.stop()
      await service.stop()
    })

    let count = 0
    const connect = async (name: string) => {
      const agent = await connectAgent(service.baseUrl, person, name)
      const { clientId, access, refresh } = agent
      return { agent, there: agentWith(second.baseUrl, clientId, { access, refresh }) }
    }
    const post = (agent: Agent, path: string, body: unknown) =>
      agent.call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const save = (agent: Agent) => post(agent, '/queue', { url: deadLink(`limits/${++count}`) })
    const lines = async () => (await readHistory(service, accountId)).length

    it('stop too many changes in a minute, on any instance, and change nothing', async () => {
      const { agent, there } = await connect('Eager')
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => save(index % 2 ? agent : there)),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 201, 201, 429, 429, 429])
      const refused = answers.find(({ status }) => status === 429)!
      const wait = Number(refused.headers.get('retry-after'))
      assert.ok(wait > 0 && wait <= 60, String(wait))
      const problem = (await refused.json()) as Entity
      assert.ok(problem.type.endsWith('/problems/too-many-requests'))
      assert.match(problem.detail, /^An agent may change 5 items a minute here/)

      const before = await lines()
      const { isError, content } = await callTool(service.baseUrl, agent, {
        name: 'save_link',
        args: { url: deadLink('no') },
      })
      assert.equal(isError, true)
      assert.match(content[0]!.text, /5 items a minute.*Call again in \d+ seconds\.$/)
      const { saved } = await toolOutcome(service.baseUrl, (await connect('Other')).agent, {
        name: 'save_link',
        args: { url: deadLink('other') },
      })
      assert.equal(saved.length, 1)
      assert.equal(await lines(), before + 1)

      const stop = (await readLimitHits(service.running.services.db, accountId)).get(agent.clientId)
      assert.equal(stop?.limit, 'changes')
      // The clock of the other instance goes on.
      service.clock.advance(2 * MINUTE)
      assert.equal((await save(agent)).status, 201)
    })

    it('count requests to agents and their answers', async () => {
      const [{ agent: queryContext }, { agent: answerer }] = [
        await connect('QueryContext'),
        await connect('Answerer'),
      ]
      const urls = [deadLink('limits/asked/1'), deadLink('limits/asked/2')]
      await post(queryContext, '/queue/save-links', { links: urls })
      assert.equal(
        (await post(queryContext, '/queue/change-items', { items: urls, request: 'Read it?' })).status,
        200,
      )
      const again = { items: urls, request: 'Or this?' }
      assert.equal((await post(queryContext, '/queue/change-items', again)).status, 429)
      for (let saves = 0; saves < 4; saves++) assert.equal((await save(answerer)).status, 201)
      const answers = { items: urls, answer: 'Yes.' }
      assert.equal((await post(answerer, '/queue/change-items', answers)).status, 429)
      const { entities } = (await (await queryContext.call('/queue?q=is%3Aasked')).json()) as Entity
      assert.deepEqual(
        entities.map(({ properties }: Entity) => [properties.request, properties.answer]),
        [
          ['Read it?', null],
          ['Read it?', null],
        ],
      )
      service.clock.advance(2 * MINUTE)
    })

    it('count every item of a change that exceeds them by itself', async () => {
      const { agent } = await connect('Bulk')
      const before = await lines()
      const links = Array.from({ length: 6 }, (_, index) => deadLink(`bulk/${index}`))
      const refused = await post(agent, '/queue/save-links', { links })
      // No time is named after which it would fit.
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, null])
      assert.match(
        ((await refused.json()) as Entity).detail,
        /This request alone is over that limit: send less at once\.$/,
      )
      const { content } = await callTool(service.baseUrl, agent, { name: 'save_links', args: { links } })
      assert.match(content[0]!.text, /This request alone is over that limit: send less at once\.$/)
      assert.equal(await lines(), before)
      assert.equal((await post(agent, '/queue/save-links', { links: links.slice(1) })).status, 200)
      // What changes nothing is no change.
      const { entities } = (await (await agent.call('/queue')).json()) as Entity
      const [item] = entities
      const again = await agent.call(`/queue/items/${item.properties.id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ note: '' }),
      })
      assert.equal(again.status, 200)
    })

    it('say when the whole change will fit, not only its first item', async () => {
      service.clock.advance(2 * MINUTE)
      const { agent } = await connect('Patient')
      const saved: string[] = []
      for (const wait of [0, 10_000, 10_000]) {
        service.clock.advance(wait)
        saved.push(((await (await save(agent)).json()) as Entity).properties.id)
      }
      const refusal = async (response: Response) => [response.status, response.headers.get('retry-after')]
      const links = Array.from({ length: 4 }, (_, index) => deadLink(`patient/${index}`))
      assert.deepEqual(await refusal(await post(agent, '/queue/save-links', { links })), [429, '50'])
      const items = { items: saved, action: 'mark-read' }
      assert.deepEqual(await refusal(await post(agent, '/queue/change-items', items)), [429, '40'])
      service.clock.advance(40_000)
      assert.equal((await post(agent, '/queue/change-items', items)).status, 200)
    })

    it('stop writing too many bytes in an hour, on any instance, and change nothing', async () => {
      service.clock.advance(2 * MINUTE)
      const { agent, there } = await connect('Writer')
      // No compression makes it smaller than half.
      const write = (who: Agent, size: number) =>
        post(who, '/queue', {
          url: deadLink(`bytes/${++count}`),
          html: articlePage('Bytes', randomBytes(size).toString('hex')),
        })
      const answers = await Promise.all([agent, there, agent, there].map((who) => write(who, 30_000)))
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 429])
      const refused = answers.find(({ status }) => status === 429)!
      const wait = Number(refused.headers.get('retry-after'))
      // The clocks of the two instances are minutes apart here, and whichever wrote first counts.
      assert.ok(wait > 45 * 60 && wait <= 60 * 60, String(wait))
      assert.match(((await refused.json()) as Entity).detail, /^An agent may write 100 KB an hour here/)
      const stop = (await readLimitHits(service.running.services.db, accountId)).get(agent.clientId)
      assert.equal(stop?.limit, 'bytes')
      const shown = await person.browser.open(`/agents/${encodeURIComponent(agent.clientId)}`)
      assert.match(shown.text, /it tried to write more than 100 KB in an hour/)

      const { there: larger } = await connect('Large')
      const never = await write(larger, 110_000)
      assert.deepEqual([never.status, never.headers.get('retry-after')], [429, null])
      service.clock.advance(wait * 1000)
      // By then the access token may have expired.
      const { access_token: access, refresh_token: refresh } = await tokensOf(
        await requestRefresh(service.baseUrl, agent),
      )
      const refreshed = agentWith(service.baseUrl, agent.clientId, { access, refresh })
      assert.equal((await write(refreshed, 30_000)).status, 201)
    })

    it('stop removing too many items in an hour, also by undoing', async () => {
      service.clock.advance(MINUTE)
      const { agent } = await connect('Cleaner')
      const ids: string[] = []
      for (let index = 0; index < 3; index++)
        ids.push(((await (await save(agent)).json()) as Entity).properties.id)
      const made = (await readHistory(service, accountId)).at(-1)!.sequence
      const remove = (id: string) => agent.call(`/queue/items/${id}`, { method: 'DELETE' })
      service.clock.advance(MINUTE)
      assert.deepEqual([(await remove(ids[0]!)).status, (await remove(ids[1]!)).status], [204, 204])
      const refused = await remove(ids[2]!)
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers.get('retry-after')) > 3500)
      assert.equal((await post(agent, '/queue/undo-change', { change: made })).status, 429)
      const stop = (await readLimitHits(service.running.services.db, accountId)).get(agent.clientId)
      assert.equal(stop?.limit, 'removals')
      service.clock.advance(HOUR - MINUTE)
      const fresh = (await connect('Fresh')).agent
      assert.equal((await fresh.call(`/queue/items/${ids[2]!}`, { method: 'DELETE' })).status, 204)
    })

    it('do not apply to the person', async () => {
      const page = await person.browser.open('/queue')
      const links = Array.from({ length: 9 }, (_, index) => deadLink(`person/${index}`)).join('\n')
      const response = await person.browser.submit(page, { url: links }, { action: '/queue/save-link' })
      assert.match(response.text, /Saved 9 links\./)
    })

    it('record what is changed just after reading', async () => {
      service.clock.advance(MINUTE)
      const { agent } = await connect('Reader')
      await agent.call(`/queue/items/${readable}/content`, { headers: { accept: 'text/plain' } })
      const marks = async () => (await readHistory(service, accountId)).at(-1)!.afterReading
      await save(agent)
      assert.equal(await marks(), readable)
      await save((await connect('Someone')).agent)
      assert.equal(await marks(), null)
      service.clock.advance(MINUTE + 1000)
      await save(agent)
      assert.equal(await marks(), null)
      for (const [tool, name] of [
        ['get_item_content', 'id'],
        ['fetch', 'id'],
      ] as const) {
        service.clock.advance(2 * MINUTE)
        await toolOutcome(service.baseUrl, agent, { name: tool, args: { [name]: readable } })
        await save(agent)
        assert.equal(await marks(), readable, tool)
      }
    })

    it('record it even if the clock was set back', async () => {
      const { agent } = await connect('Late')
      await save(agent)
      service.clock.advance(-10 * MINUTE)
      await agent.call(`/queue/items/${readable}/content`, { headers: { accept: 'text/plain' } })
      await save(agent)
      assert.equal((await readHistory(service, accountId)).at(-1)!.afterReading, readable)
    })
  })
}
