import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Agent, connectAgent, type Entity, type Person, requestToken, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { askMcp } from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('Pausing an agent', (service) => {
  let person: Person
  let agent: Agent
  let other: Agent
  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person, 'Claude')
    other = await connectAgent(service().baseUrl, person, 'An editor')
    await agent.save({ url: deadLink('by-claude') })
  })

  async function press(what: 'pause' | 'resume', index: number): Promise<string> {
    const page = await person.browser.open('/agents')
    const forms = page.forms.filter(({ action }) => action === `/agents/${what}`)
    const { text } = await person.browser.submit(page, forms[index]!.fields, { action: `/agents/${what}` })
    return text
  }

  it('refuses its calls in words on every surface, and no other agent’s', async () => {
    assert.match((await person.browser.open('/agents')).text, /Since yesterday: saved 1\./)
    // The newest stands first.
    const text = await pressOn('Claude')
    assert.match(text, /Paused “Claude”\. Its calls are refused until you resume it\./)
    const refused = await agent.call('/queue')
    assert.equal(refused.status, 403)
    const problem = (await refused.json()) as Entity
    assert.equal(problem.type, `${service().baseUrl}/problems/paused`)
    assert.match(problem.detail, /The person has paused this agent\./)
    const save = await agent.call('/queue', {
      method: 'POST',
      body: new URLSearchParams({ url: deadLink('x') }),
    })
    assert.equal(save.status, 403)
    assert.equal((await askMcp(service().baseUrl, agent, 'tools/list')).status, 403)
    assert.equal((await other.call('/queue')).status, 200)
  })

  it('keeps its access: its tokens can be refreshed, and work again once it is resumed', async () => {
    const form = { grant_type: 'refresh_token', refresh_token: agent.refresh, client_id: agent.clientId }
    const refreshed = (await (await requestToken(service().baseUrl, form)).json()) as { access_token: string }
    const headers = { authorization: `Bearer ${refreshed.access_token}` }
    assert.equal((await fetch(`${service().baseUrl}/queue`, { headers })).status, 403)
    assert.match(await press('resume', 0), /Resumed “Claude”\./)
    assert.equal((await fetch(`${service().baseUrl}/queue`, { headers })).status, 200)
  })

  it('is the person’s alone', async () => {
    const stranger = await signUp(service().baseUrl)
    const theirs = await stranger.browser.open('/agents')
    await connectAgent(service().baseUrl, stranger)
    const page = await person.browser.open('/agents')
    const { agent: clientId = '' } = page.forms.find(({ action }) => action === '/agents/pause')!.fields
    const own = await stranger.browser.open('/agents')
    const answer = await stranger.browser.submit(own, { agent: clientId }, { action: '/agents/pause' })
    assert.equal(theirs.status, 200)
    assert.match(answer.text, /This agent’s access had already ended\./)
    assert.equal((await other.call('/queue')).status, 200)
  })

  async function pressOn(name: string): Promise<string> {
    const page = await person.browser.open('/agents')
    const at = page.text.indexOf('An editor') < page.text.indexOf(`>${name}<`) ? 1 : 0
    return press('pause', at)
  }
})
