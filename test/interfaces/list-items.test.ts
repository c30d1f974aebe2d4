import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createResponseCache, MAX_CACHED } from '../../src/operations/response-cache.ts'
import { type Agent, agentWith, connectAgent, type Person, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { mcpResult } from '../support/mcp.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'

const MEGABYTE = 1024 * 1024

for (const engine of ENGINES) {
  describe(`Items in the cache of an instance, on ${engine}`, () => {
    let service: TestService
    let other: TestService
    let agent: Agent
    let otherAgent: Agent
    let person: Person
    const ids: string[] = []
    before(async () => {
      service = await startService(engine)
      other = await startService(engine, { databaseUrl: service.databaseUrl })
      person = await signUp(service.baseUrl)
      agent = await connectAgent(service.baseUrl, person)
      otherAgent = agentWith(other.baseUrl, agent.clientId, { access: agent.access, refresh: agent.refresh })
      for (const title of ['one', 'two', 'three'])
        ids.push((await agent.save({ url: deadLink(title), title })).properties.id)
    })
    after(async () => {
      await other.stop()
      await service.stop()
    })

    /** The titles in all interfaces. */
    async function titles(): Promise<[siren: string[], mcp: string[], page: string[]]> {
      const { entities } = await agent.entity('/queue')
      const { structuredContent } = await mcpResult(service.baseUrl, agent, {
        method: 'tools/call',
        params: { name: 'list_queue', arguments: {} },
      })
      return [
        entities.map((entity: { title?: string }) => entity.title!),
        (structuredContent.items as { title: string }[]).map(titleOf),
        [...(await person.browser.open('/queue')).text.matchAll(/<h2 [^>]*><a [^>]*>([^<]*)</g)].map(
          ([, title]) => title!,
        ),
      ]
    }

    async function assertListed(expected: string[]): Promise<void> {
      assert.deepEqual(await titles(), [expected, expected, expected])
    }

    it('are listed as another instance has changed, removed and saved them since', async () => {
      await assertListed(['three', 'two', 'one'])
      const titled = { method: 'PATCH', headers: { 'content-type': 'application/json' } }
      await otherAgent.call(`/queue/items/${ids[1]}`, {
        ...titled,
        body: JSON.stringify({ title: 'second' }),
      })
      await assertListed(['three', 'second', 'one'])
      await otherAgent.call(`/queue/items/${ids[2]}`, { method: 'DELETE' })
      await otherAgent.save({ url: deadLink('four'), title: 'four' })
      await assertListed(['four', 'second', 'one'])
    })
  })
}

function titleOf({ title }: { title: string }): string {
  return title
}

describe('The cache of represented items', () => {
  it('has 16 MB, and evicts what was least recently used', () => {
    const cache = createResponseCache()
    for (const key of ['a', 'b', 'c', 'd', 'e']) cache.set(key, key.repeat(1.5 * MEGABYTE))
    assert.ok(cache.get('a'))
    cache.set('f', 'f'.repeat(1.5 * MEGABYTE))
    assert.equal(cache.has('a'), true)
    assert.equal(cache.has('b'), false)
    assert.ok(cache.calculatedSize <= MAX_CACHED)
  })

  it('stores no value of more than 4 MB, which would evict too many others', () => {
    const cache = createResponseCache()
    cache.set('small', 'small')
    cache.set('large', 'x'.repeat(2.5 * MEGABYTE))
    assert.equal(cache.has('large'), false)
    assert.equal(cache.has('small'), true)
  })
})
