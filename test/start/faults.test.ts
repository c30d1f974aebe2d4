import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { findDamage } from '../../src/database/sqlite-file.ts'
import { type Agent, connectAgent, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { startPostgres } from '../support/postgres.ts'
import { startService } from '../support/service.ts'

const json = { 'content-type': 'application/json' }

function post(agent: Agent, link: Record<string, unknown>): Promise<Response> {
  return agent.call('/queue', { method: 'POST', headers: json, body: JSON.stringify(link) })
}

it('A database server that goes away is told as 503 everywhere, and nothing acknowledged is lost', async () => {
  const postgres = await startPostgres()
  const service = await startService('postgres', { databaseUrl: `${postgres.url}/postgres` })
  try {
    const { baseUrl } = service
    const person = await signUp(baseUrl)
    const agent = await connectAgent(baseUrl, person)
    const kept: string[] = []
    const over = new AbortController()
    const others: number[] = []
    async function saving(worker: number): Promise<void> {
      for (let n = 0; !over.signal.aborted; n++) {
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
    const asked: [path: string, init: RequestInit, type: RegExp][] = [
      ['/queue', { headers: { accept: 'application/vnd.siren+json' } }, /problem\+json/],
      ['/mcp', { method: 'POST', headers: json, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }, /json/],
      ['/readyz', {}, /problem\+json/],
    ]
    for (const [path, init, type] of asked) {
      const answer = await agent.call(path, init)
      assert.equal(answer.status, 503, path)
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/, path)
      assert.match(answer.headers.get('content-type') ?? '', type, path)
    }
    const page = await person.browser.open('/queue')
    assert.equal(page.status, 503)
    assert.match(page.text, /The database does not answer at this moment/)
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
    over.abort()
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

function mountSmall(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

it('A full disk is told as 503 in words, reading goes on, and nothing is damaged', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rq-full-'))
  if (!mountSmall(folder)) return t.skip('only root may mount a small disk')
  const file = join(folder, 'queue.db')
  const service = await startService('sqlite', { databaseUrl: `sqlite:${file}` })
  try {
    const agent = await connectAgent(service.baseUrl, await signUp(service.baseUrl))
    let saved = 0
    let answer: Response
    do {
      answer = await post(agent, { url: `https://example.org/${saved}`, note: `${saved} `.repeat(500) })
      if (answer.status === 201) saved++
    } while (answer.status === 201 && saved < 3000)
    assert.equal(answer.status, 503)
    assert.equal(answer.headers.get('retry-after'), '60')
    assert.match(
      ((await answer.json()) as { detail: string }).detail,
      /^The disk of this service is full, so nothing was changed\./,
    )
    assert.equal((await agent.entity('/queue')).properties.totals.unread, saved)

    execFileSync('mount', ['-o', 'remount,size=32m', folder])
    assert.equal((await post(agent, { url: 'https://example.org/after' })).status, 201)
    assert.equal((await agent.entity('/queue')).properties.totals.unread, saved + 1)
    await service.running.close()
    assert.deepEqual(findDamage(file), [])
  } finally {
    await service.running.close().catch(() => undefined)
    execFileSync('umount', [folder])
    rmSync(folder, { recursive: true, force: true })
    rmSync(service.folder, { recursive: true, force: true })
  }
})
