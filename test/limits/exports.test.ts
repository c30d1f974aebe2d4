import assert from 'node:assert/strict'
import { connectAgent, signUp } from '../support/agent.ts'
import { it } from 'node:test'
import { deadLink } from '../support/links.ts'
import { toolOutcome } from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'

const ITEMS = 4000
const LINKS_PER_CALL = 100

/** The processor time of this thread until `work` is done, and the most between two turns of the event loop. */
async function measureTurns(work: () => Promise<unknown>): Promise<{ total: number; longest: number }> {
  let [total, longest] = [0, 0]
  let before = process.threadCpuUsage()
  let timer = setImmediate(turn)
  function turn(): void {
    const { user, system } = process.threadCpuUsage(before)
    total += user + system
    longest = Math.max(longest, user + system)
    before = process.threadCpuUsage()
    timer = setImmediate(turn)
  }
  await work()
  clearImmediate(timer)
  return { total, longest }
}

onBothEngines('An export', (service) => {
  it('that skips most items lets other requests run in between', async () => {
    const { baseUrl } = service()
    const agent = await connectAgent(baseUrl, await signUp(baseUrl))
    for (let from = 0; from < ITEMS; from += LINKS_PER_CALL) {
      const links = Array.from({ length: LINKS_PER_CALL }, (_, index) => ({
        url: deadLink(`${from + index}`),
      }))
      await toolOutcome(baseUrl, agent, { name: 'save_links', args: { links } })
    }
    for (const format of ['annotations', 'highlights']) {
      const { total, longest } = await measureTurns(async () => {
        const response = await agent.call(`/queue/export?format=${format}`)
        assert.equal(response.status, 200)
        await response.text()
      })
      assert.ok(longest < total / 2, `${longest} of ${total} microseconds`)
    }
  })
})
