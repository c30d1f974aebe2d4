import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'

/** A database of the service, and the headers of its responses. */
export type TokenFloorConfig = { file: string; headers: Record<string, string> }

const HOUR = 3_600_000
const MONTH = 30 * 24 * HOUR
const YEAR = 365 * 24 * HOUR

type Code = { account_id: string; client_id: string; redirect_uri: string; code_challenge: string }
type Refresh = { account_id: string; grant_id: string; generation: number }

// Runs as a process: the least work that redeems a code or a refresh token and issues the next pair, as durable as
// the service's. It does not authenticate the client.
process.once('message', async ({ file, headers }: TokenFloorConfig) => {
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const code = db.prepare(
    'SELECT * FROM authorization_codes WHERE hash = ? AND consumed_at IS NULL AND expires_at > ?',
  )
  const consumeCode = db.prepare(
    'UPDATE authorization_codes SET consumed_at = ?, grant_id = ? WHERE hash = ?',
  )
  const grant = db.prepare(`INSERT INTO grants
    (account_id, id, client_id, client_name, redirect_uri, created_at, expires_at, idle_expires_at)
    VALUES (?, ?, ?, 'Bench', ?, ?, ?, ?)`)
  const refresh =
    db.prepare(`SELECT t.* FROM tokens t JOIN grants g ON g.account_id = t.account_id AND g.id = t.grant_id
    WHERE t.hash = ? AND t.kind = 'refresh' AND t.rotated_at IS NULL AND g.revoked_at IS NULL AND g.expires_at > ?`)
  const rotateRefresh = db.prepare('UPDATE tokens SET rotated_at = ? WHERE hash = ?')
  const useGrant = db.prepare(
    'UPDATE grants SET idle_expires_at = ?, last_used_at = ? WHERE account_id = ? AND id = ?',
  )
  const pair = db.prepare(`INSERT INTO tokens (hash, kind, account_id, grant_id, generation, expires_at)
    VALUES (?, 'access', ?, ?, ?, ?), (?, 'refresh', ?, ?, ?, ?)`)

  function exchange(form: URLSearchParams, now: number): Refresh {
    const hash = hashOf(form.get('code')!)
    const row = code.get(hash, now) as Code
    const challenge = createHash('sha256').update(form.get('code_verifier')!).digest('base64url')
    if (row.code_challenge !== challenge) throw new Error('The verifier does not fit.')
    const id = randomUUID()
    grant.run(row.account_id, id, row.client_id, row.redirect_uri, now, now + YEAR, now + MONTH)
    consumeCode.run(now, id, hash)
    return { account_id: row.account_id, grant_id: id, generation: 0 }
  }

  function rotate(form: URLSearchParams, now: number): Refresh {
    const hash = hashOf(form.get('refresh_token')!)
    const row = refresh.get(hash, now) as Refresh
    rotateRefresh.run(now, hash)
    useGrant.run(now + MONTH, now, row.account_id, row.grant_id)
    return row
  }

  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request))
    const now = Date.now()
    const [access, next] = [mint('rq_at_'), mint('rq_rt_')]
    begin.run()
    const { account_id, grant_id, generation } = form.has('code') ? exchange(form, now) : rotate(form, now)
    const of = [account_id, grant_id, generation + 1] as const
    pair.run(hashOf(access), ...of, now + HOUR, hashOf(next), ...of, now + MONTH)
    commit.run()
    const answer = { access_token: access, refresh_token: next, token_type: 'Bearer', expires_in: 3600 }
    response.writeHead(200, headers).end(JSON.stringify({ ...answer, scope: 'queue' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send?.((server.address() as AddressInfo).port)
})

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/** The same length as the service's tokens. */
function mint(prefix: string): string {
  return `${prefix}${randomBytes(32).toString('base64url')}000000`
}
