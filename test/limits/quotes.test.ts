import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
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
import { ENGINES } from '../support/service.ts'

const PARAGRAPHS = 500
const QUOTES = 100

const paragraph = (number: number) =>
  `Paragraph ${number} says what everybody should know of links. ${'They lead from one page to the next, and a reader follows them. '.repeat(15)}`

/** Not in the article, nor like a passage of it. */
const missing = (number: number) =>
  Array.from({ length: 300 }, (_, index) => ((index + 7) * (number + 1_000_003)).toString(36)).join('qz ')

for (const engine of ENGINES) {
  describe(`Quotes that are not in a large article, on ${engine}`, () => {
    let service: ServiceProcess
    let probe: LatencyProbe
    let agent: Agent
    let item: Entity
    before(async () => {
      service = await startServiceProcess(engine)
      agent = await connectAgent(service.baseUrl, await signUp(service.baseUrl))
      probe = await openLatencyProbe(service)
      const more = Array.from({ length: PARAGRAPHS }, (_, number) => `<p>${paragraph(number)}</p>`).join('')
      item = await fetched(
        agent,
        await agent.save({ url: deadLink('large'), html: articlePage('Large', more) }),
      )
    })
    after(() => service?.stop())

    async function highlight(quote: string): Promise<number> {
      const response = await agent.call(`/queue/items/${item.properties.id}/highlight-item`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ quote }),
      })
      await response.text()
      return response.status
    }

    it('delay nobody else, and no quote that is in it', async () => {
      assert.equal(await highlight(missing(0)), 422)
      const statuses: number[] = []
      let present: number | undefined
      assertLowLatency(
        await probe.measureDuring(async () => {
          const all = Array.from({ length: QUOTES }, async (_, number) =>
            statuses.push(await highlight(missing(number))),
          )
          present = await highlight(`Paragraph ${PARAGRAPHS - 1} says what everybody should know of links.`)
          await Promise.all(all)
        }),
      )
      assert.equal(present, 200)
      const counts = Object.groupBy(statuses, String)
      const { 422: missed = [], 503: refused = [], ...others } = counts
      assert.deepEqual(others, {})
      assert.ok(missed.length > 20, `${missed.length} were looked for, and ${refused.length} refused`)
    })
  })
}
