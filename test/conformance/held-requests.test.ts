import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { it } from 'node:test'
import { connectAgent, PASSWORD, type Person, signUp } from '../support/agent.ts'
import { createBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('A request whose last bytes are delayed', (service) => {
  type Held = { end(): Promise<IncomingMessage> }

  /** Sends all but the last byte, once the service has begun to read it. */
  async function hold(path: string, headers: Record<string, string>, body: string): Promise<Held> {
    const length = String(Buffer.byteLength(body))
    const sending: ClientRequest = request(`${service().baseUrl}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-length': length, expect: '100-continue' },
    })
    sending.flushHeaders()
    await once(sending, 'continue')
    sending.write(body.slice(0, -1))
    const answer = once(sending, 'response') as Promise<[IncomingMessage]>
    return {
      async end() {
        sending.end(body.slice(-1))
        const [response] = await answer
        response.resume()
        return response
      },
    }
  }

  const cookiesOf = ({ browser }: Person) =>
    [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  it('does nothing with a token that was revoked meanwhile', async () => {
    const { baseUrl } = service()
    const agent = await connectAgent(baseUrl, await signUp(baseUrl))
    const headers = { authorization: `Bearer ${agent.access}`, 'content-type': 'application/json' }
    const save = await hold('/queue', headers, JSON.stringify({ url: deadLink('held') }))
    const call = { name: 'save_link', arguments: { url: deadLink('held') } }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }
    const mcp = await hold(
      '/mcp',
      { ...headers, accept: 'application/json, text/event-stream' },
      JSON.stringify(message),
    )
    // Both tokens were looked at before.
    await eventually(
      () => agent.entity('/queue'),
      () => true,
    )
    const revoked = await fetch(`${baseUrl}/oauth/revoke`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: agent.access }),
    })
    assert.equal(revoked.status, 200)
    assert.equal((await save.end()).statusCode, 401)
    assert.equal((await mcp.end()).statusCode, 401)
  })

  it('does nothing in a session that ended meanwhile', async () => {
    const { baseUrl } = service()
    const person = await signUp(baseUrl)
    const queue = await person.browser.open('/queue')
    const form = queue.forms.find(({ action }) => action === '/queue/save-link')!
    const fields = new URLSearchParams({ ...form.fields, url: deadLink('held') })
    const headers = {
      cookie: cookiesOf(person),
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
    }
    const save = await hold('/queue/save-link', headers, String(fields))

    const otherBrowser = createBrowser(baseUrl)
    const signIn = await otherBrowser.open('/login')
    await otherBrowser.submit(signIn, { email: person.email, password: PASSWORD })
    const account = await otherBrowser.open('/account')
    await otherBrowser.submit(account, {}, { action: '/account/sessions/end-others' })

    const answer = await save.end()
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/login?ended'])
    assert.match((await otherBrowser.open('/queue?state=all')).text, /id="list-heading"/)
    assert.doesNotMatch((await otherBrowser.open('/queue?state=all')).text, /\/held/)
  })
})
