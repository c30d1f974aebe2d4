import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { approve, connectAgent, register, signUp } from '../support/agent.ts'
import { type AuthorizingProxy, startAuthorizingProxy } from '../support/authorizing-proxy.ts'
import { type Command, startCommand } from '../support/command.ts'
import { freePort } from '../support/free-port.ts'
import { socketOf } from '../support/oauth.ts'
import { startService, type TestService } from '../support/service.ts'

const SUITE = '@modelcontextprotocol/conformance/dist/index.js'
const EXPECTED = fileURLToPath(new URL('expected-failures.yml', import.meta.url))

async function assertPassed(suite: Command): Promise<void> {
  const code = await suite.ended
  assert.equal(code, 0, suite.output())
}

describe("The protocol's own conformance suite passes", () => {
  let proxy: AuthorizingProxy
  let service: TestService
  before(async () => {
    // The suite can't send a token, and compares Host and Origin with the address it was given.
    proxy = await startAuthorizingProxy()
    service = await startService('sqlite', { env: { BASE_URL: proxy.origin } })
    proxy.forward(socketOf(service))
    const agent = await connectAgent(proxy.origin, await signUp(proxy.origin))
    proxy.forward(socketOf(service), agent.access)
  })
  after(async () => {
    await proxy.stop()
    await service.stop()
  })

  const runSuite = (...args: string[]) =>
    startCommand(SUITE, ['server', '--url', `${proxy.origin}/mcp`, ...args])

  for (const revision of ['2026-07-28', '2025-11-25']) {
    it(`in all that ${revision} requires, less what only its example server has`, async () => {
      await assertPassed(runSuite('--requirements', revision, '--expected-failures', EXPECTED))
    })
  }

  it('in how headers are held against the message', async () => {
    const revision = ['--spec-version', '2026-07-28']
    await assertPassed(runSuite('--scenario', 'http-header-validation', ...revision))
  })
})

describe("The protocol's own suite for authorization servers passes", () => {
  let service: TestService
  before(async () => {
    service = await startService('sqlite')
  })
  after(() => service.stop())

  it('from the metadata to the token, for a person who approves', async () => {
    const { baseUrl } = service
    const port = await freePort()
    const callback = `http://127.0.0.1:${port}/callback`
    const clientId = await register(baseUrl, { redirect_uris: [callback] })
    const resource = `${baseUrl}/mcp`
    const args = ['--url', baseUrl, '--client-id', clientId, '--resource', resource, '-p', String(port)]
    const suite = startCommand(SUITE, ['authorization', ...args])

    const [address] = await suite.waitForOutput(/http\S+\/oauth\/authorize\?\S+(?=\s)/)
    await suite.waitForOutput(/Callback server started/)
    const target = await approve(await signUp(baseUrl), address)
    assert.equal(target.origin + target.pathname, callback)
    await fetch(target)
    await assertPassed(suite)
  })
})
