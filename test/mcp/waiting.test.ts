import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Agent, connectAgent, type Person, requestToken, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { askMcp, callTool, type ToolAnswer } from '../support/mcp.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('An agent that waits for changes', (service) => {
  let person: Person
  let agent: Agent
  let other: Agent
  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person, 'Waiting')
    other = await connectAgent(service().baseUrl, person, 'Other')
  })

  const list = (args: Record<string, unknown>): Promise<ToolAnswer> =>
    callTool(service().baseUrl, agent, { name: 'list_changes', args })
  const latest = async (): Promise<string> => (await list({ after: 'latest' })).structuredContent.next

  it('gets them as soon as they are made, and continues from there', async () => {
    const waiting = list({ after: await latest(), wait: 30 })
    await other.save({ url: deadLink('awaited') })
    const { changes, next, more } = (await waiting).structuredContent
    assert.deepEqual(
      changes.map(({ by, action, title }: Record<string, string>) => [by, action, title]),
      [['Other', 'save-link', '127.0.0.1:9/awaited']],
    )
    assert.equal(more, undefined)
    assert.deepEqual((await list({ after: next })).structuredContent, { changes: [], next })
  })

  it('does not get changes that it did not ask for', async () => {
    const { properties } = await other.save({ url: deadLink('to-read') })
    const after = await latest()
    const waiting = list({ after, action: 'mark_read', wait: 30 })
    for (const path of ['noise-1', 'noise-2']) await other.save({ url: deadLink(path) })
    await other.call(`/queue/items/${properties.id}/mark-read`, { method: 'PUT' })
    const { changes } = (await waiting).structuredContent
    assert.deepEqual(
      changes.map(({ action }: { action: string }) => action),
      ['mark-read'],
    )
  })

  it('finds what it asked for behind pages of other changes', async () => {
    const after = await latest()
    for (let index = 0; index < 5; index++) await other.save({ url: deadLink(`many/${index}`) })
    const url = deadLink('many/0')
    await callTool(service().baseUrl, other, {
      name: 'change_items',
      args: { items: [url], action: ['mark-read'] },
    })
    const { changes } = (await list({ after, action: 'mark-read', limit: 2 })).structuredContent
    assert.equal(changes.length, 1)
  })

  it('gets none, and the same cursor, when the time is over', async () => {
    const after = await latest()
    assert.deepEqual((await list({ after, wait: 1 })).structuredContent, { changes: [], next: after })
  })

  it('must say where to start', async () => {
    const { isError, content } = await list({ wait: 5 })
    assert.equal(isError, true)
    assert.match(content[0]!.text, /^"wait" needs "after": the "next" of an answer, or "latest"\./)
    assert.match(content[0]!.text, /"after":"latest"/)
  })

  it('is told when the person pauses it, and is refused when its access ends', async () => {
    const after = await latest()
    const pressed = async (what: string) => {
      const page = await person.browser.open('/agents')
      const form = page.forms.find(
        ({ action, fields }) => action === `/agents/${what}` && fields['agent'] === agent.clientId,
      )
      assert.ok(form, page.text)
      await person.browser.submit(page, form.fields, { action: `/agents/${what}` })
    }
    const paused = list({ after, wait: 30 })
    await pressed('pause')
    await other.save({ url: deadLink('after-the-pause') })
    assert.match((await paused).content[0]!.text, /^The person has paused this agent\./)
    await pressed('resume')

    const revoked = askMcp(service().baseUrl, agent, {
      method: 'tools/call',
      params: { name: 'list_changes', arguments: { after: await latest(), wait: 30 } },
    })
    await pressed('revoke')
    assert.equal((await revoked).status, 401)
    const form = { grant_type: 'refresh_token', refresh_token: agent.refresh, client_id: agent.clientId }
    assert.equal((await requestToken(service().baseUrl, form)).status, 400)
  })
})
