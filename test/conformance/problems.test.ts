import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { PROBLEM_EXAMPLES } from '../../src/endpoints/discovery/problem-md.ts'
import { problemKinds } from '../../src/siren/problem.ts'
import { type Agent, connectAgent, type Entity, signUp, submitAction } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { checkProblem } from '../support/problem-check.ts'
import { onBothEngines } from '../support/service.ts'
import { checkSiren, linksOfHeader } from '../support/siren-check.ts'

/** What only a full, busy or broken service answers, or one whose person has paused the agent. */
const UNPROVOKED = ['quota-exceeded', 'limit-reached', 'paused', 'too-many-requests', 'busy', 'internal']

onBothEngines('A problem document', (service) => {
  let agent: Agent
  let item: Entity
  let removed: Entity
  before(async () => {
    const { baseUrl } = service()
    agent = await connectAgent(baseUrl, await signUp(baseUrl))
    removed = await agent.save({ url: deadLink('removed') })
    await agent.call(new URL(removed.links[0].href).pathname, { method: 'DELETE' })
    item = await agent.save({ url: deadLink('kept') })
  })

  for (const kind of problemKinds) {
    it(`of the type ${kind.type} links to a page that explains it, with an example that gets this response`, async () => {
      const { baseUrl } = service()
      const page = await fetch(`${baseUrl}/problems/${kind.type}`)
      const text = await page.text()
      assert.equal(page.headers.get('content-type'), 'text/markdown; charset=utf-8')
      assert.ok(text.startsWith(`# ${kind.title}\n\n${kind.remedy}\n`), text)
      const { request, detail } = PROBLEM_EXAMPLES[kind.type]!
      assert.ok(text.includes(`\`\`\`http\n${request}\n\`\`\``), text)
      const shown = JSON.parse(/```json\n([^]*?)\n```/.exec(text)![1]!)
      const expected = { type: page.url, title: kind.title, status: kind.status, detail }
      assert.deepEqual(shown, expected)
      if (UNPROVOKED.includes(kind.type)) return
      const problem = await checkProblem(await play(request), kind.status, baseUrl)
      const { type, title, status } = problem
      assert.deepEqual({ type, title, status, detail: problem.detail }, expected)
    })
  }

  /** Sends a request as it is written, with the agent's token unless it has one of its own. */
  function play(written: string): Promise<Response> {
    const real = written.replace('ITEM_ID', item.properties.id).replace('REMOVED_ID', removed.properties.id)
    const [head = '', body] = real.split('\n\n')
    const [start = '', ...lines] = head.split('\n')
    const [method = '', path = ''] = start.split(' ')
    const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]))
    const authorization = headers['Authorization'] ?? `Bearer ${agent.access}`
    return fetch(service().baseUrl + path, {
      method,
      headers: { ...headers, authorization },
      ...(body === undefined ? {} : { body }),
    })
  }

  it('for any unknown address links to the queue and to auth.md', async () => {
    const { baseUrl } = service()
    for (const path of ['/nowhere', '/queue/items/0', '/queue/changes/999', '/queue/none']) {
      const response = await agent.call(path)
      const links = linksOfHeader(response.headers.get('link') ?? '')
      assert.deepEqual(
        [links.get('related'), links.get('service-doc')],
        [`${baseUrl}/queue`, `${baseUrl}/auth.md`],
      )
      const problem = await checkProblem(response, 404, baseUrl)
      assert.deepEqual(
        problem.links.map(({ href }: Entity) => href),
        [`${baseUrl}/queue`, `${baseUrl}/auth.md`],
      )
    }
  })

  it('for an unknown action links to those that the item offers, which work as they are', async () => {
    const { baseUrl } = service()
    const path = `/queue/items/${item.properties.id}`
    const response = await agent.call(`${path}/marc-read`, { method: 'PUT' })
    const problem = await checkProblem(response, 404, baseUrl)
    assert.match(
      problem.detail,
      /no action "marc-read" here\. Did you mean "mark-read"\? This item offers mark-/,
    )
    assert.deepEqual(problem.actions, (await agent.entity(path)).actions)
    const read = await submitAction(agent, problem, { name: 'mark-read' })
    assert.deepEqual(checkSiren(read, await read.json(), baseUrl).class, ['item', 'read'])

    const ofQueue = await agent.call('/queue/archive', { method: 'POST' })
    const { actions } = await checkProblem(ofQueue, 404, baseUrl)
    const start = (await agent.entity('/queue')).actions
    assert.deepEqual(
      actions,
      start.filter(({ method }: Entity) => method !== undefined && method !== 'GET'),
    )
  })

  it('without a token links only to the way to get one', async () => {
    for (const path of [`/queue/items/${item.properties.id}/marc-read`, '/queue/archive']) {
      await checkProblem(await fetch(service().baseUrl + path, { method: 'PUT' }), 401, service().baseUrl)
    }
  })

  it('for a repeated parameter is sent only if its values differ', async () => {
    const twice = await agent.entity('/queue?state=read&state=read&tag=&tag=')
    assert.equal(twice.properties.state, 'read')
    const response = await agent.call('/queue?state=read&state=unread')
    const problem = await checkProblem(response, 400, service().baseUrl)
    assert.equal(problem.detail, 'The parameter "state" came with several values. Send one.')
  })
})
