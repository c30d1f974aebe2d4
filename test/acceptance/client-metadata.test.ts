import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { UnauthorizedError as UnauthorizedErrorV1 } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type Person, signUp } from '../support/agent.ts'
import { startCommand } from '../support/command.ts'
import { answerLocalhost, publishClient, questionOf } from '../support/document-client.ts'
import { freePort } from '../support/free-port.ts'
import { providerOf } from '../support/oauth-provider.ts'
import { type Publisher, startPublisher } from '../support/publisher.ts'
import { startService, type TestService } from '../support/service.ts'

const SELF = { name: 'test', version: '1' }
const LOCALHOST = 'http://localhost:8765/oauth/callback'
const AUTHORIZE = /http\S+\/oauth\/authorize\?\S+(?=\s)/
const HOUR = 3_600_000

describe('A third-party client with a metadata document', () => {
  let publisher: Publisher
  let service: TestService
  let person: Person
  let home: string
  let clientMetadataUrl: string
  before(async () => {
    publisher = await startPublisher()
    service = await startService('sqlite', { fetchDocument: publisher.fetchDocument })
    person = await signUp(service.baseUrl)
    const redirectUris = ['http://localhost/oauth/callback', 'http://127.0.0.1/oauth/callback']
    clientMetadataUrl = publishClient(publisher, { client_name: 'By Others', redirect_uris: redirectUris })
    home = mkdtempSync(join(tmpdir(), 'rq-documents-'))
    writeFileSync(join(home, 'xdg-open'), '#!/bin/sh\n')
    chmodSync(join(home, 'xdg-open'), 0o755)
  })
  after(async () => {
    await service.stop()
    await publisher.stop()
    rmSync(home, { recursive: true, force: true })
  })

  const address = () => new URL(`${service.baseUrl}/mcp`)
  const environment = () => ({
    HOME: home,
    PATH: `${home}:${process.env['PATH']}`,
    BROWSER: join(home, 'xdg-open'),
    MCP_REMOTE_CONFIG_DIR: mkdtempSync(join(home, 'remote-')),
    MCP_AUTO_OPEN_ENABLED: 'true',
    MCP_INSPECTOR_SECRET_STORE: 'memory',
  })

  /** The person allows localhost where they are asked, and approves. */
  async function approve(request: string): Promise<URL> {
    assert.equal(new URL(request).searchParams.get('client_id'), clientMetadataUrl)
    let page = await person.browser.open(request)
    if (questionOf(page) === 'localhost') page = await answerLocalhost(person, page, 'allow')
    const response = await person.browser.submit(
      page,
      { decision: 'approve' },
      { action: '/oauth/authorize' },
    )
    return new URL(response.headers.get('location') ?? '')
  }

  function newProvider() {
    const provider = Object.assign(providerOf(person), {
      redirectUrl: LOCALHOST,
      clientMetadataUrl,
      clientMetadata: { client_name: 'By Others', redirect_uris: [LOCALHOST] },
      async redirectToAuthorization(request: URL) {
        provider.answer = (await approve(request.href)).searchParams
      },
    })
    return provider
  }

  const registrations = () => service.running.services.db.rows('SELECT id FROM clients')

  it('connects with the MCP SDK on localhost without registering, calls tools and refreshes', async () => {
    const authProvider = newProvider()
    const transport = () => new StreamableHTTPClientTransport(address(), { authProvider })
    const first = transport()
    await assert.rejects(new Client(SELF).connect(first), UnauthorizedError)
    await first.finishAuth(authProvider.answer)
    const client = new Client(SELF)
    await client.connect(transport())
    assert.ok((await client.listTools()).tools.length > 0)
    service.clock.advance(2 * HOUR)
    assert.ok((await client.listTools()).tools.length > 0)
    await client.close()
    assert.deepEqual(await registrations(), [])
  })

  it('connects with the previous generation of the SDK', async () => {
    const authProvider = newProvider()
    const transport = () => new TransportV1(address(), { authProvider: authProvider as never })
    const first = transport()
    await assert.rejects(new ClientV1(SELF).connect(first as never), UnauthorizedErrorV1)
    await first.finishAuth(authProvider.answer.get('code') ?? '')
    const client = new ClientV1(SELF)
    await client.connect(transport() as never)
    assert.ok((await client.listTools()).tools.length > 0)
    await client.close()
    assert.deepEqual(await registrations(), [])
  })

  it('connects with mcp-remote and its callback on localhost', async () => {
    const args = [address().href, '--allow-http', '--client-metadata-url', clientMetadataUrl]
    const remote = startCommand('mcp-remote/dist/client.js', args, environment())
    const [request] = await remote.waitForOutput(AUTHORIZE)
    assert.match(
      new URL(request).searchParams.get('redirect_uri') ?? '',
      /^http:\/\/localhost:\d+\/oauth\/callback$/,
    )
    assert.equal((await fetch(await approve(request))).status, 200)
    assert.equal(await remote.ended, 0, remote.output())
    assert.match(remote.output(), /Connected successfully!/)
    assert.deepEqual(await registrations(), [])
  })

  it('connects with MCP Inspector', async () => {
    const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`
    const target = ['--cli', address().href, '--transport', 'http', '--callback-url', callback]
    const inspector = startCommand(
      '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
      [...target, '--client-metadata-url', clientMetadataUrl, '--method', 'tools/list'],
      environment(),
    )
    const [request] = await inspector.waitForOutput(AUTHORIZE)
    assert.equal((await fetch(await approve(request))).status, 200)
    assert.equal(await inspector.ended, 0, inspector.output())
    assert.match(inspector.output(), /"inputSchema"/)
    assert.deepEqual(await registrations(), [])
  })

  it('connects as an agent built with Mastra', async () => {
    // It would report its use over the internet.
    process.env['MASTRA_TELEMETRY_DISABLED'] = '1'
    const { MCPClient, MCPOAuthClientProvider } = await import('@mastra/mcp')
    const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`
    const authProvider = new MCPOAuthClientProvider({
      redirectUrl: callback,
      clientMetadataUrl,
      clientMetadata: { client_name: 'By Others', redirect_uris: [callback] },
      async onRedirectToAuthorization(request) {
        assert.equal((await fetch(await approve(request.href))).status, 200)
      },
    })
    const client = new MCPClient({
      servers: { queue: { url: address(), authProvider: authProvider as never } },
    })
    await client.authenticate('queue')
    assert.equal(client.getServerAuthState('queue'), 'authorized')
    service.clock.advance(2 * HOUR)
    const tools = await client.listTools()
    const listed = await tools['queue_list_queue']!.execute!({ limit: 1 }, {} as never)
    assert.match(JSON.stringify(listed), /"matched":/)
    await client.disconnect()
    assert.deepEqual(await registrations(), [])
  })
})
