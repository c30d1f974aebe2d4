import assert from 'node:assert/strict'
import { createCipheriv, createHash, hkdfSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { migrate, migrations } from '../../src/database/migrations/migrate.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { assertRefused, requestRefresh, statusOf, tokensOf } from '../support/oauth.ts'
import { createDatabase, ENGINES, startService } from '../support/service.ts'

const HOUR = 3_600_000
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The next pair as releases before migration 10 kept it with the token that had been rotated. */
function sealedNext(token: string, pair: object): string {
  const key = Buffer.from(hkdfSync('sha256', token, 'grant-1 1', 'rq refresh replay', 32))
  const iv = Buffer.alloc(12, 7)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(pair)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

for (const engine of ENGINES) {
  it(`A client that refreshed just before the upgrade and lost the response stays connected, on ${engine}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rq-sealed-'))
    const url = engine === 'sqlite' ? `sqlite:${folder}/queue.db` : await createDatabase()
    const now = Date.now()
    const db = await openDatabase(url, () => undefined)
    await migrate(
      db,
      migrations.filter(({ number }) => number < 10),
    )
    await db.run(
      `INSERT INTO accounts (id, email, password, created_at) VALUES ('account-1', 'a@example.org', '', 0)`,
    )
    await db.run(`INSERT INTO clients (id, redirect_uris, created_at) VALUES ('client-1', '[]', 0)`)
    await db.run(
      `INSERT INTO grants (account_id, id, client_id, client_name, redirect_uri, created_at, expires_at, idle_expires_at)
       VALUES ('account-1', 'grant-1', 'client-1', 'Old', 'http://127.0.0.1/cb', 0, ?, ?)`,
      now + HOUR,
      now + HOUR,
    )
    const next = { access: 'access-2', refresh: 'refresh-2', accessExpiresAt: now + HOUR }
    const tokens = [
      ['refresh-1', 'refresh', 1, now - 5000, sealedNext('refresh-1', next)],
      ['access-1', 'access', 1, null, null],
      ['access-2', 'access', 2, null, null],
      ['refresh-2', 'refresh', 2, null, null],
    ] as const
    for (const [token, kind, generation, rotatedAt, sealed] of tokens) {
      await db.run(
        `INSERT INTO tokens (hash, kind, account_id, grant_id, generation, expires_at, rotated_at, sealed_next)
         VALUES (?, ?, 'account-1', 'grant-1', ?, ?, ?, ?)`,
        hashOf(token),
        kind,
        generation,
        now + HOUR,
        rotatedAt,
        sealed,
      )
    }
    await db.close()

    const service = await startService(engine, { databaseUrl: url })
    try {
      const refresh = (token: string) =>
        requestRefresh(service.baseUrl, { clientId: 'client-1', refresh: token })
      const again = await tokensOf(await refresh('refresh-1'))
      assert.deepEqual([again.access_token, again.refresh_token], ['access-2', 'refresh-2'])
      for (const access of ['access-1', 'access-2'])
        assert.equal(await statusOf(service.baseUrl, access), 200)
      const third = await tokensOf(await refresh('refresh-2'))
      assert.equal(await statusOf(service.baseUrl, third.access_token), 200)
      await assertRefused(await refresh('refresh-1'), 400, 'invalid_grant')
      assert.equal(await statusOf(service.baseUrl, third.access_token), 401)
    } finally {
      await service.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
