import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ALL_OK, pressCheck, stepsOn } from '../connect/steps.ts'
import { type Agent, connectAgent, PASSWORD, type Person, signUp } from '../support/agent.ts'
import { openStream } from '../support/event-stream.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink } from '../support/links.ts'
import { toolOutcome } from '../support/mcp.ts'
import { caddy, nginx, type Proxied, startProxied } from './proxy.ts'

for (const proxy of [nginx, caddy]) {
  const skip = existsSync(proxy.program) ? false : `${proxy.name} is not installed`

  describe(`Behind ${proxy.name} with our configuration`, { skip }, () => {
    let behind: Proxied
    let person: Person
    let agent: Agent
    before(async () => {
      behind = await startProxied(proxy)
      person = await signUp(behind.baseUrl)
      agent = await connectAgent(behind.baseUrl, person)
    })
    after(() => behind.stop())

    it('the connector check finds no problem', async () => {
      assert.deepEqual(stepsOn(await pressCheck(person)), ALL_OK)
    })

    it('people, programs and tools get their responses', async () => {
      await agent.save({ url: deadLink('proxied'), title: 'Proxied' })
      assert.match((await person.browser.open('/queue')).text, /Proxied/)
      const { items } = await toolOutcome(behind.baseUrl, agent, { name: 'list_queue' })
      assert.deepEqual(
        items.map(({ title }: { title: string }) => title),
        ['Proxied'],
      )
      const etag = (await agent.call('/queue')).headers.get('etag')!
      assert.equal((await agent.call('/queue', { headers: { 'if-none-match': etag } })).status, 304)
    })

    it('a change is delivered as soon as it is made', async () => {
      const stream = await openStream(behind.baseUrl, agent)
      assert.equal(stream.status, 200)
      await agent.save({ url: deadLink('streamed') })
      await eventually(
        async () => stream.ids.length,
        (count) => count === 1,
      )
      stream.disconnect()
    })

    it('large pages and long requests pass, and too large ones are refused by the service', async () => {
      await agent.save({ url: deadLink('page'), html: `<p>${'x'.repeat(9_900_000)}</p>` })
      const headers = { 'content-type': 'application/json' }
      const large = await agent.call('/mcp', {
        method: 'POST',
        headers,
        body: `{"html":"${'x'.repeat(15_900_000)}`,
      })
      assert.match(await large.text(), /Parse error/)
      const long = await behind.ask(`/oauth/authorize?client_id=none&state=${'x'.repeat(14_000)}`)
      assert.match(long.text, /invalid_client/)
    })

    it('the service sees the address of the caller, whatever headers they send', async () => {
      const from = '127.0.0.2'
      const { text, cookie } = await behind.ask('/login', { from, headers: { accept: 'text/html' } })
      const token = /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? ''
      const body = new URLSearchParams({ email: person.email, password: PASSWORD, form_token: token })
      const headers = {
        cookie,
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': '203.0.113.9',
      }
      const { status } = await behind.ask('/login', { from, method: 'POST', headers, body: body.toString() })
      assert.equal(status, 303)
      const { db } = behind.service.running.services
      const signIns = await db.rows<{ address: string }>(
        'SELECT address FROM sign_in_attempts ORDER BY attempted_at',
      )
      assert.equal(signIns.at(-1)?.address, '127.0.0.2')
    })
  })
}

it('Caddy accepts the example as it is', (t) => {
  if (!existsSync(caddy.program)) return t.skip('Caddy is not installed')
  const file = fileURLToPath(new URL('../../deploy/Caddyfile', import.meta.url))
  const args = ['adapt', '--validate', '--config', file]
  const { apps } = JSON.parse(execFileSync(caddy.program, args, { stdio: 'pipe' }).toString())
  assert.deepEqual(Object.keys(apps), ['http'])
  // Formatted as its own formatter would.
  execFileSync(caddy.program, ['fmt', '--diff', file], { stdio: 'pipe' })
})
