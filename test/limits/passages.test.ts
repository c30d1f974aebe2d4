import { after, before, describe, it } from 'node:test'
import assert from 'node:assert/strict'
import { type Agent, connectAgent, type Entity, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import {
  assertLowLatency,
  type LatencyProbe,
  openLatencyProbe,
  type ServiceProcess,
  startServiceProcess,
} from '../support/latency-probe.ts'
import { deadLink } from '../support/links.ts'
import { callTool } from '../support/mcp.ts'
import { ENGINES } from '../support/service.ts'

/** Each place of the text is the beginning of the words, which are nowhere. */
const TEXT = 'a '.repeat(450_000)
const WORDS = `${'a '.repeat(99)}b`
const CALLS = 60

for (const engine of ENGINES) {
  describe(`An agent’s search in a large article, on ${engine}`, () => {
    let service: ServiceProcess
    let probe: LatencyProbe
    let agent: Agent
    let item: Entity
    before(async () => {
      service = await startServiceProcess(engine)
      agent = await connectAgent(service.baseUrl, await signUp(service.baseUrl))
      probe = await openLatencyProbe(service)
      const saved = await agent.save({ url: deadLink('large'), html: articlePage('Large', `<p>${TEXT}</p>`) })
      item = await fetched(agent, saved)
    })
    after(() => service?.stop())

    it('delays nobody else', async () => {
      let refused = 0
      assertLowLatency(
        await probe.measureDuring(async () => {
          const call = async () => {
            const { id } = item.properties
            const { isError, content } = await callTool(service.baseUrl, agent, {
              name: 'get_item_content',
              args: { id, find: WORDS },
            })
            if (isError) refused += 1
            assert.match(content[0]!.text, isError ? /Too many/ : /does not occur|matches/)
          }
          await Promise.all(Array.from({ length: CALLS }, call))
        }),
      )
      assert.ok(refused < CALLS - 20, `${refused} of ${CALLS} were refused`)
    })
  })
}
