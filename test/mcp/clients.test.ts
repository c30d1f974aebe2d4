import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { UnauthorizedError as UnauthorizedErrorV1 } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { approve, type Person, signUp } from '../support/agent.ts'
import { startCommand } from '../support/command.ts'
import { freePort } from '../support/free-port.ts'
import { deadLink } from '../support/links.ts'
import { providerOf } from '../support/oauth-provider.ts'
import { onBothEngines } from '../support/service.ts'

const SELF = { name: 'test', version: '1' }
const MCP_REMOTE = 'mcp-remote/dist'
const INSPECTOR = '@modelcontextprotocol/inspector/clients/launcher/build/index.js'
const AUTHORIZE = /http\S+\/oauth\/authorize\?\S+(?=\s)/
const TOOLS = 16
const HOUR = 3_600_000

onBothEngines(
  'Starting with nothing but the address of the endpoint',
  (service) => {
    let person: Person
    /** Where programs keep what they know, with stand-ins for the browser that they would open. */
    let home: string
    const address = () => new URL(`${service().baseUrl}/mcp`)

    before(() => {
      home = mkdtempSync(join(tmpdir(), 'rq-clients-'))
      for (const name of ['xdg-open', 'open']) {
        writeFileSync(join(home, name), '#!/bin/sh\n')
        chmodSync(join(home, name), 0o755)
      }
    })
    after(() => rmSync(home, { recursive: true, force: true }))
    beforeEach(async () => {
      person = await signUp(service().baseUrl)
    })

    const environment = () => ({
      HOME: home,
      PATH: `${home}:${process.env['PATH']}`,
      BROWSER: join(home, 'xdg-open'),
      MCP_REMOTE_CONFIG_DIR: mkdtempSync(join(home, 'remote-')),
      MCP_AUTO_OPEN_ENABLED: 'true',
      MCP_INSPECTOR_SECRET_STORE: 'memory',
    })

    /** The person approves what a program printed; the program gets the redirect as from their browser. */
    async function complete(printed: string): Promise<void> {
      assert.equal(new URL(printed).searchParams.get('resource'), address().href)
      const response = await fetch(await approve(person, printed))
      assert.equal(response.status, 200)
    }

    /** Requests to the token endpoint, as a client makes them. */
    function recordingFetch(forms: URLSearchParams[]): typeof fetch {
      return (input, init) => {
        if (String(input).endsWith('/oauth/token')) forms.push(new URLSearchParams(String(init?.body)))
        return fetch(input, init)
      }
    }

    for (const [mode, revision] of [
      ['auto', '2026-07-28'],
      ['legacy', '2025-11-25'],
    ] as const) {
      it(`the SDK's client is authorized, calls and refreshes in the mode ${mode}`, async () => {
        const authProvider = providerOf(person)
        const forms: URLSearchParams[] = []
        const transport = () =>
          new StreamableHTTPClientTransport(address(), { authProvider, fetch: recordingFetch(forms) })
        const newClient = () => new Client(SELF, { versionNegotiation: { mode } })

        const first = transport()
        await assert.rejects(newClient().connect(first), UnauthorizedError)
        await first.finishAuth(authProvider.answer)
        const client = newClient()
        await client.connect(transport())
        assert.equal(client.getNegotiatedProtocolVersion(), revision)
        await useEverything(client)

        service().clock.advance(2 * HOUR)
        await useEverything(client)
        await client.close()

        assert.equal(authProvider.asked.length, 1)
        assert.equal(authProvider.asked[0]?.searchParams.get('resource'), address().href)
        assert.equal(authProvider.asked[0]?.searchParams.get('scope'), 'queue')
        assert.deepEqual(
          forms.map((form) => [form.get('grant_type'), form.get('resource')]),
          [
            ['authorization_code', address().href],
            ['refresh_token', address().href],
          ],
        )
      })
    }

    it("the SDK's client of the generation before is authorized, calls and refreshes", async () => {
      const authProvider = providerOf(person)
      const forms: URLSearchParams[] = []
      const transport = () =>
        new TransportV1(address(), { authProvider: authProvider as never, fetch: recordingFetch(forms) })

      const first = transport()
      await assert.rejects(new ClientV1(SELF).connect(first as never), UnauthorizedErrorV1)
      await first.finishAuth(authProvider.answer.get('code') ?? '')
      const client = new ClientV1(SELF)
      await client.connect(transport() as never)
      await useEverything(client)

      service().clock.advance(2 * HOUR)
      await useEverything(client)
      await client.close()

      assert.equal(authProvider.asked[0]?.searchParams.get('resource'), address().href)
      assert.deepEqual(
        forms.map((form) => [form.get('grant_type'), form.get('resource')]),
        [
          ['authorization_code', address().href],
          ['refresh_token', address().href],
        ],
      )
    })

    it('mcp-remote connects by its callback on localhost, where the operator takes that', async () => {
      const args = [address().href, '--allow-http']
      const remote = startCommand(`${MCP_REMOTE}/client.js`, args, environment())
      await complete((await remote.waitForOutput(AUTHORIZE))[0])
      assert.equal(await remote.ended, 0, remote.output())
      assert.match(remote.output(), /Connected successfully![^]*Requesting tools list/)
    })

    it('mcp-remote lends the tools to a client that only runs programs', async () => {
      const proxy = fileURLToPath(new URL(`../../node_modules/${MCP_REMOTE}/proxy.js`, import.meta.url))
      const port = String(await freePort())
      const args = [proxy, address().href, port, '--host', '127.0.0.1', '--allow-http']
      const transport = new StdioClientTransport({
        command: process.execPath,
        args,
        env: environment(),
        stderr: 'pipe',
      })
      let printed = ''
      const completed = new Promise<void>((resolve, reject) => {
        transport.stderr?.on('data', (chunk: Buffer) => {
          const isKnown = AUTHORIZE.test(printed)
          printed += chunk.toString()
          const found = AUTHORIZE.exec(printed)
          if (found && !isKnown) complete(found[0]).then(resolve, reject)
        })
      })
      const client = new Client(SELF)
      await Promise.all([client.connect(transport), completed])
      try {
        await useEverything(client)
      } finally {
        await client.close()
      }
    })

    it('the Inspector finds nothing to complain of in the tools, and calls one', async () => {
      const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`
      const target = ['--cli', address().href, '--transport', 'http', '--callback-url', callback]
      const inspect = async (...args: string[]) => {
        const inspector = startCommand(INSPECTOR, [...target, ...args], environment())
        await complete((await inspector.waitForOutput(AUTHORIZE))[0])
        assert.equal(await inspector.ended, 0, inspector.output())
        return inspector.output()
      }
      const listed = await inspect('--method', 'tools/list', '--strict', '--protocol-era', 'auto')
      assert.equal(listed.match(/"inputSchema"/g)?.length, TOOLS)

      const tool = ['--method', 'tools/call', '--tool-name', 'save_link']
      const saved = await inspect(...tool, '--tool-args-json', JSON.stringify({ url: deadLink('inspected') }))
      assert.match(saved, /"created": true/)

      const app = await inspect('--method', 'tools/call', '--tool-name', 'show_triage', '--app-info')
      assert.match(app, /ui:\/\/queue\/triage@[0-9a-f]{8}/)
    })
  },
  { env: { EXTRA_REDIRECT_URIS: 'http://localhost' } },
)

/** Lists all that there is and calls a tool, whose answer the client holds against the tool's schema. */
async function useEverything(client: Client | ClientV1): Promise<void> {
  assert.equal(client.getServerVersion()?.name, 'reading-queue')
  assert.equal((await client.listTools()).tools.length, TOOLS)
  assert.equal((await client.listPrompts()).prompts.length, 3)
  assert.equal((await client.listResources()).resources.length, 2)
  const url = deadLink('by-a-client')
  const { structuredContent } = await client.callTool({ name: 'save_link', arguments: { url } })
  const { saved } = structuredContent as { saved: { item: { url: string } }[] }
  assert.equal(saved[0]?.item.url, url)
}
