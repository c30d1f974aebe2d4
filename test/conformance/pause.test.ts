import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import {
  type Agent,
  agentWith,
  connectAgent,
  type Entity,
  obtainCode,
  type Person,
  requestToken,
  signUp,
} from '../support/agent.ts'
import type { Form } from '../support/browser.ts'
import { deadLink } from '../support/links.ts'
import { askMcp, callTool } from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'

const PAUSED = {
  content: [
    {
      type: 'text',
      text: 'The person has paused this agent. Ask them to resume it on their Agents page.',
    },
  ],
  isError: true,
}

onBothEngines('A paused agent', (service) => {
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

  it('is refused with a readable message on every surface, while others are not', async () => {
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
    assert.equal((await other.call('/queue')).status, 200)
  })

  it('is told so by MCP in the result of a tool, which reaches the model, and sees nothing of the queue', async () => {
    const { baseUrl } = service()
    for (const [name, given] of [
      ['list_queue', {}],
      ['save_link', { url: deadLink('while-paused') }],
    ] as const) {
      const { content, isError } = await callTool(baseUrl, agent, { name, args: given })
      assert.deepEqual({ content, isError }, PAUSED)
    }
    const listed = await askMcp(baseUrl, agent, { method: 'tools/list' })
    assert.equal(listed.status, 200)
    const { body } = await askMcp(baseUrl, agent, {
      method: 'resources/read',
      params: { uri: 'queue://unread' },
    })
    assert.equal(body.error.message, PAUSED.content[0]!.text)
    const titles = (await other.entity('/queue')).entities.map(({ title }: Entity) => title)
    assert.deepEqual(titles, ['127.0.0.1:9/by-claude'])
  })

  it('keeps its access: its tokens can be refreshed, and work again once it is resumed', async () => {
    const form = { grant_type: 'refresh_token', refresh_token: agent.refresh, client_id: agent.clientId }
    const refreshed = (await (await requestToken(service().baseUrl, form)).json()) as { access_token: string }
    const headers = { authorization: `Bearer ${refreshed.access_token}` }
    assert.equal((await fetch(`${service().baseUrl}/queue`, { headers })).status, 403)
    assert.match(await press('resume', 0), /Resumed “Claude”\./)
    assert.equal((await fetch(`${service().baseUrl}/queue`, { headers })).status, 200)
  })

  it('stays paused after a new approval, unless the person had ended its access', async () => {
    const reconnect = async (of: Agent) => {
      const exchange = await obtainCode(service().baseUrl, person, of.clientId)
      const tokens = (await (await requestToken(service().baseUrl, exchange)).json()) as Record<
        string,
        string
      >
      return agentWith(service().baseUrl, of.clientId, { access: tokens['access_token']!, refresh: '' })
    }
    const paused = await connectAgent(service().baseUrl, person, 'Approved twice')
    const decide = async (what: 'pause' | 'revoke') => {
      const page = await person.browser.open('/agents')
      const isIts = (form: Form) =>
        form.action === `/agents/${what}` && form.fields['agent'] === paused.clientId
      await person.browser.submit({ ...page, forms: [page.forms.find(isIts)!] }, {})
    }
    await decide('pause')
    const reconnected = await reconnect(paused)
    for (const one of [paused, reconnected]) assert.equal((await one.call('/queue')).status, 403)
    await decide('revoke')
    assert.equal((await (await reconnect(paused)).call('/queue')).status, 200)
  })

  it('can be paused by its person only', async () => {
    const stranger = await signUp(service().baseUrl)
    const theirs = await stranger.browser.open('/agents')
    await connectAgent(service().baseUrl, stranger)
    const page = await person.browser.open('/agents')
    const { agent: clientId = '' } = page.forms.find(({ action }) => action === '/agents/pause')!.fields
    const own = await stranger.browser.open('/agents')
    const response = await stranger.browser.submit(own, { agent: clientId }, { action: '/agents/pause' })
    assert.equal(theirs.status, 200)
    assert.match(response.text, /This agent’s access had already ended\./)
    assert.equal((await other.call('/queue')).status, 200)
  })

  it('and revoking it change nothing of access that has expired', async () => {
    const { db } = service().running.services
    const expired = await connectAgent(service().baseUrl, person, 'Long gone')
    const page = await person.browser.open('/agents')
    const form = page.forms.find(
      ({ action, fields }) => action === '/agents/pause' && fields['agent'] === expired.clientId,
    )!
    await db.run('UPDATE grants SET idle_expires_at = 1 WHERE client_id = ?', expired.clientId)
    const read = () =>
      db.row(
        'SELECT paused_at, revoked_at, revocation_reason FROM grants WHERE client_id = ?',
        expired.clientId,
      )
    const before = await read()
    for (const decision of ['pause', 'resume', 'revoke']) {
      const { text } = await person.browser.submit(
        { ...page, forms: [{ ...form, action: `/agents/${decision}` }] },
        form.fields,
        { action: `/agents/${decision}` },
      )
      assert.match(text, /This agent’s access had already ended\./, decision)
      assert.deepEqual(await read(), before, decision)
    }
  })

  async function pressOn(name: string): Promise<string> {
    const page = await person.browser.open('/agents')
    const at = page.text.indexOf('An editor') < page.text.indexOf(`>${name}<`) ? 1 : 0
    return press('pause', at)
  }
})
