import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { toolList } from '../../src/endpoints/mcp/call-tool.ts'
import { type Agent, connectAgent, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { askLegacyMcp, askMcp, toolOutcome } from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'

const HOSTILE = ['a\0b', '\0', 'a\ud800b', '\udc00', '\u0007\u001b[2J']
const LONG = 'x'.repeat(1_000_000)

/** A text wherever one may stand, as the schema says or not. */
const shapesOf = (text: string) => [
  text,
  [text],
  { [text]: text },
  [{ id: text, url: text, tags: [text], q: text }],
]
const SENT: unknown[] = [...HOSTILE.flatMap(shapesOf), LONG]

onBothEngines('Texts that the database can’t store, and very long ones', (service) => {
  let agent: Agent
  let usual: Record<string, unknown>
  before(async () => {
    const { baseUrl } = service()
    agent = await connectAgent(baseUrl, await signUp(baseUrl))
    const { saved } = await toolOutcome(baseUrl, agent, {
      name: 'save_link',
      args: { url: deadLink('here') },
    })
    const { id } = saved[0].item
    usual = { id, items: [id], change: 'tag', action: ['mark-read'], query: 'here', url: deadLink('here') }
  })

  for (const { name, inputSchema } of toolList) {
    const fields = Object.keys(inputSchema.properties ?? {})
    it(`get a normal result of ${name}, in each of its arguments`, async () => {
      const isNeeded = (field: string) => field === 'id' || inputSchema.required?.includes(field)
      const needed = Object.entries(usual).filter(([field]) => fields.includes(field) && isNeeded(field))
      for (const field of fields) {
        for (const sent of SENT) {
          const args = { ...Object.fromEntries(needed), [field]: sent }
          const answer = await askMcp(service().baseUrl, agent, {
            method: 'tools/call',
            params: { name, arguments: args },
          })
          const what = `${JSON.stringify(args).slice(0, 200)}: ${answer.text.slice(0, 300)}`
          assert.equal(answer.status, 200, what)
          assert.doesNotMatch(answer.text, /Something went wrong/, what)
          assert.ok(answer.text.length < 20_000, `${answer.text.length}: ${what}`)
        }
      }
    })
  }

  it('get the response for an unknown resource or prompt', async () => {
    for (const text of [...HOSTILE, LONG]) {
      const encoded = encodeURIComponent(text.toWellFormed())
      for (const uri of [text, `queue://searches/${text}`, `queue://searches/${encoded}`]) {
        const read = await askLegacyMcp(service().baseUrl, agent, {
          method: 'resources/read',
          params: { uri },
        })
        assert.ok(read.body?.error, `${read.status}: ${read.text.slice(0, 300)}`)
      }
      const prompt = await askLegacyMcp(service().baseUrl, agent, {
        method: 'prompts/get',
        params: { name: text },
      })
      assert.ok(prompt.body?.error, `${prompt.status}: ${prompt.text.slice(0, 300)}`)
    }
  })
})
