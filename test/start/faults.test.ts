import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Agent, connectAgent, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { startPostgres } from '../support/postgres.ts'
import { startService } from '../support/service.ts'

const json = { 'content-type': 'application/json' }

function post(agent: Agent, link: Record<string, unknown>): Promise<Response> {
  return agent.call('/queue', { method: 'POST', headers: json, body: JSON.stringify(link) })
}

it('A database server that goes down causes 503 everywhere, and nothing acknowledged is lost', async () => {
  const postgres = await startPostgres()
  const service = await startService('postgres', { databaseUrl: `${postgres.url}/postgres` })
  try {
    const { baseUrl } = service
    const person = await signUp(baseUrl)
    const agent = await connectAgent(baseUrl, person)
    const kept: string[] = []
    const controller = new AbortController()
    const others: number[] = []
    async function saving(worker: number): Promise<void> {
      for (let n = 0; !controller.signal.aborted; n++) {
        const url = `https://example.org/${worker}/${n}`
        const { status, headers } = await post(agent, { url })
        if (status === 201) kept.push(url)
        else if (status !== 503 || headers.get('retry-after') === null) others.push(status)
      }
    }
    const workers = [1, 2, 3].map(saving)
    await eventually(
      async () => kept.length,
      (count) => count > 20,
    )
    await postgres.crash()
    const requests: [path: string, init: RequestInit, type: RegExp][] = [
      ['/queue', { headers: { accept: 'application/vnd.siren+json' } }, /problem\+json/],
      ['/mcp', { method: 'POST', headers: json, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }, /json/],
      ['/readyz', {}, /problem\+json/],
    ]
    for (const [path, init, type] of requests) {
      const response = await agent.call(path, init)
      assert.equal(response.status, 503, path)
      assert.match(response.headers.get('retry-after') ?? '', /^\d+$/, path)
      assert.match(response.headers.get('content-type') ?? '', type, path)
    }
    const page = await person.browser.open('/queue')
    assert.equal(page.status, 503)
    assert.match(page.text, /The database does not answer right now/)
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: agent.refresh,
      client_id: agent.clientId,
    })
    const refusal = await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body: form })
    assert.equal(refusal.status, 503)
    assert.equal((await fetch(`${baseUrl}/healthz`)).status, 200)

    await postgres.restart()
    const before = kept.length
    await eventually(
      async () => kept.length,
      (count) => count > before,
    )
    controller.abort()
    await Promise.all(workers)
    assert.deepEqual(others, [])
    assert.equal((await fetch(`${baseUrl}/readyz`)).status, 200)
    const { db } = service.running.services
    const rows = await db.rows<{ url: string }>('SELECT url FROM items')
    const found = new Set(rows.map(({ url }) => url))
    assert.deepEqual(
      kept.filter((url) => !found.has(url)),
      [],
    )
    assert.equal((await agent.entity('/queue')).properties.totals.unread, rows.length)
    assert.equal((await fetch(`${baseUrl}/oauth/token`, { method: 'POST', body: form })).status, 200)
  } finally {
    await service.stop()
    await postgres.stop()
  }
})
