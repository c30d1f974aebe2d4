import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { auth as authOfAiSdk, createMCPClient, UnauthorizedError as UnauthorizedByAiSdk } from '@ai-sdk/mcp'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { auth } from '@modelcontextprotocol/client'
import { auth as authV1 } from '@modelcontextprotocol/sdk/client/auth.js'
import { MCPServerStreamableHttp } from '@openai/agents-core'
import simpleOauth2 from 'simple-oauth2'
import { CALLBACK, createPkce, type Person, register, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { type PersonsProvider, providerOf } from '../support/oauth-provider.ts'
import { startService, type TestService } from '../support/service.ts'

const TOOLS = 16
const HOUR = 3_600_000

describe('An agent that is built with', () => {
  let service: TestService
  let person: Person
  let provider: PersonsProvider
  before(async () => {
    service = await startService('sqlite')
    person = await signUp(service.baseUrl)
  })
  after(() => service.stop())
  beforeEach(() => {
    provider = providerOf(person)
  })

  const url = () => `${service.baseUrl}/mcp`
  /** What came back with the redirect, as the libraries take it. */
  const answer = () => ({
    serverUrl: url(),
    authorizationCode: provider.answer.get('code') ?? '',
    iss: provider.answer.get('iss') ?? '',
  })
  const titles = (text: string): string[] =>
    JSON.parse(text).items.map(({ title }: { title: string }) => title)

  it('the AI SDK connects, uses tools and refreshes', async () => {
    const transport = { type: 'http', url: url(), authProvider: provider as never } as const
    await assert.rejects(createMCPClient({ transport }), UnauthorizedByAiSdk)
    const { serverUrl, authorizationCode, iss } = answer()
    const authorized = await authOfAiSdk(provider as never, {
      serverUrl,
      authorizationCode,
      callbackIssuer: iss,
      callbackState: provider.answer.get('state') ?? '',
    })
    assert.equal(authorized, 'AUTHORIZED')
    const client = await createMCPClient({ transport })
    const tools = await client.tools()
    assert.equal(Object.keys(tools).length, TOOLS)
    const call = { toolCallId: '1', messages: [], context: {} }
    await tools['save_link']!.execute!({ url: deadLink('ai-sdk'), title: 'AI SDK' }, call as never)
    service.clock.advance(2 * HOUR)
    const listed = await tools['list_queue']!.execute!({ q: 'AI SDK', fields: ['title'] }, call as never)
    assert.deepEqual((listed as { structuredContent: { items: unknown } }).structuredContent.items, [
      { title: 'AI SDK' },
    ])
    await client.close()
    assert.equal(provider.asked.length, 1)
  })

  it('LangChain connects, uses tools and refreshes', async () => {
    const options = { transport: 'http', url: url(), authProvider: provider as never } as const
    const mcpServers = { queue: options }
    await assert.rejects(new MultiServerMCPClient({ mcpServers }).getTools(), /[Aa]uth/)
    assert.equal(await authV1(provider as never, answer()), 'AUTHORIZED')
    const client = new MultiServerMCPClient({ mcpServers })
    const tools = await client.getTools()
    assert.equal(tools.length, TOOLS)
    const call = (name: string, args: object) => tools.find((tool) => tool.name === name)!.invoke(args)
    await call('save_link', { url: deadLink('langchain'), title: 'LangChain' })
    service.clock.advance(2 * HOUR)
    const listed = await call('list_queue', { q: 'LangChain', fields: ['title'] })
    assert.match(JSON.stringify(listed), /LangChain/)
    await client.close()
    assert.equal(provider.asked.length, 1)
  })

  it('OpenAI’s agents connects, uses tools and refreshes', async () => {
    const connect = async () => {
      const server = new MCPServerStreamableHttp({ url: url(), authProvider: provider })
      await server.connect()
      return server
    }
    await assert.rejects(connect(), /[Uu]nauthorized/)
    assert.equal(await auth(provider, answer()), 'AUTHORIZED')
    const server = await connect()
    assert.equal((await server.listTools()).length, TOOLS)
    await server.callTool('save_link', { url: deadLink('openai'), title: 'Agents' })
    service.clock.advance(2 * HOUR)
    const [block] = await server.callTool('list_queue', { q: 'Agents', fields: ['title'] })
    assert.ok(block?.type === 'text')
    assert.deepEqual(titles(String(block['text'])), ['Agents'])
    await server.close()
    assert.equal(provider.asked.length, 1)
  })

  it('simple-oauth2 is authorized, calls the API, refreshes and revokes', async () => {
    const client = new simpleOauth2.AuthorizationCode({
      client: { id: await register(service.baseUrl), secret: '' },
      auth: { tokenHost: service.baseUrl, authorizePath: '/oauth/authorize' },
      options: { authorizationMethod: 'body' },
    })
    const { verifier, challenge } = createPkce()
    const request = client.authorizeURL({
      redirect_uri: CALLBACK,
      scope: 'queue',
      state: 'kept',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    const consent = await person.browser.open(request)
    const { headers } = await person.browser.submit(
      consent,
      { decision: 'approve' },
      { action: '/oauth/authorize' },
    )
    const { searchParams } = new URL(headers.get('location') ?? '')
    assert.equal(searchParams.get('state'), 'kept')
    const code = searchParams.get('code') ?? ''
    const token = await client.getToken({ code, redirect_uri: CALLBACK, code_verifier: verifier })
    const status = async (access: unknown) =>
      (await fetch(`${service.baseUrl}/queue`, { headers: { authorization: `Bearer ${String(access)}` } }))
        .status
    assert.equal(await status(token.token['access_token']), 200)
    service.clock.advance(2 * HOUR)
    assert.equal(await status(token.token['access_token']), 401)
    const refreshed = await token.refresh()
    assert.equal(await status(refreshed.token['access_token']), 200)
    await refreshed.revokeAll()
    assert.equal(await status(refreshed.token['access_token']), 401)
  })
})
