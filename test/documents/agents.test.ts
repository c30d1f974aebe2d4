import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { type Agent, connectAgent, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { callTool, toolOutcome } from '../support/mcp.ts'
import { startService, type TestService } from '../support/service.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const sections = read('docs/agents.md').split(/^## /m).slice(1)
const jobs = ['jobs', 'questions'].flatMap((file) =>
  [...read(`test/mcp/jobs/${file}.test.ts`).matchAll(/^ {2}it\('([^']+)'/gm)].map(([, job = '']) => job),
)

/** The job whose example is a call that is refused. */
const REFUSED = 'a cure for wrong grammar'

describe('docs/agents.md', () => {
  let web: WebServer
  let service: TestService
  let agent: Agent
  let item: string
  before(async () => {
    web = await startWebServer((request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(articlePage(request.url ?? ''))
    })
    service = await startService('sqlite')
    agent = await connectAgent(service.baseUrl, await signUp(service.baseUrl))
    for (const path of ['on-links', 'on-hypermedia']) {
      const saved = await agent.save({ url: `${web.origin}/${path}`, tags: ['web'] })
      item = (await fetched(agent, saved)).properties.id
    }
    await toolOutcome(service.baseUrl, agent, {
      name: 'change_items',
      args: { items: [item], request: 'What is new?' },
    })
  })
  after(async () => {
    await service.stop()
    await web.stop()
  })

  it('lists the tasks that are tested', () => {
    const titles = sections.map((section) => section.split('\n')[0] ?? '')
    const begins = (job: string, title: string) => job.toLowerCase().startsWith(title.toLowerCase())
    assert.deepEqual(
      titles.filter((title) => !jobs.some((job) => begins(job, title))),
      [],
    )
    assert.deepEqual(
      jobs.filter((job) => !titles.some((title) => begins(job, title))),
      [],
    )
  })

  for (const section of sections) {
    const title = section.split('\n')[0] ?? ''
    it(`shows calls that work: ${title}`, async () => {
      const calls = [...section.matchAll(/```json\n([^]*?)\n```/g)].map(([, text = '']) => text)
      assert.ok(calls.length > 0)
      for (const call of calls) {
        const { name, arguments: given } = JSON.parse(await real(call))
        const { isError, content, structuredContent } = await callTool(service.baseUrl, agent, {
          name,
          args: given,
        })
        assert.equal(isError === true, title.toLowerCase() === REFUSED, content[0]!.text)
        assert.equal(structuredContent?.refused, undefined, content[0]!.text)
      }
    })
  }

  /** A call with what exists here in place of what its texts and numbers stand for. */
  async function real(call: string): Promise<string> {
    const tag = { items: [item], tag: [`tag ${call.length}`] }
    const { act } = await toolOutcome(service.baseUrl, agent, { name: 'change_items', args: tag })
    return call
      .replaceAll('https://example.org', web.origin)
      .replaceAll('ITEM_ID', item)
      .replace('"change": 17', `"change": ${act}`)
      .replace('"ACT"', `"${act}"`)
  }
})
