import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { type AdapterFactory, type AdapterPayload, Provider } from 'oidc-provider'

/** The database file, the client, and the initial number of refresh tokens. */
export type OidcServerConfig = { file: string; clientId: string; tokens: number }

const SCOPE = 'queue'
/** Seconds. */
const [HOUR, MONTH] = [3600, 30 * 24 * 3600]

// Runs as a process: oidc-provider with a store like the service's, for public clients with rotating refresh tokens.
process.once('message', async ({ file, clientId, tokens }: OidcServerConfig) => {
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  db.exec(`CREATE TABLE records (model TEXT, id TEXT, payload TEXT, grant_id TEXT, expires_at INTEGER, consumed_at INTEGER,
    PRIMARY KEY (model, id)) WITHOUT ROWID`)
  db.exec('CREATE INDEX records_by_grant ON records (grant_id)')
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const provider = new Provider(`http://127.0.0.1:${port}`, {
    adapter: createAdapter(db),
    clients: [
      {
        client_id: clientId,
        redirect_uris: ['http://127.0.0.1:8765/callback'],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    // oidc-provider issues refresh tokens only with offline_access.
    scopes: [SCOPE, 'offline_access'],
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key for benchmarks only'] },
    rotateRefreshToken: true,
    ttl: { AccessToken: HOUR, RefreshToken: MONTH, Grant: 12 * MONTH },
  })
  const client = (await provider.Client.find(clientId))!
  db.exec('BEGIN')
  for (let index = 0; index < tokens; index++) {
    const owner = { accountId: `account-${index}`, clientId }
    const grant = new provider.Grant(owner)
    // Without an ID token, which would have to be signed.
    grant.addOIDCScope(SCOPE)
    const token = new provider.RefreshToken({
      accountId: owner.accountId,
      client,
      grantId: await grant.save(),
      gty: 'authorization_code',
      scope: SCOPE,
      rotations: 0,
    } as ConstructorParameters<typeof provider.RefreshToken>[0])
    await token.save()
  }
  db.exec('COMMIT')
  server.on('request', provider.callback())
  process.send?.(port)
})

type Row = { payload: string; consumed_at: number | null }

/** Stores the provider's records in one table; each call is a transaction, since the provider makes them separately. */
function createAdapter(db: DatabaseSync): AdapterFactory {
  const put = db.prepare('INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?, NULL)')
  const get = db.prepare('SELECT payload, consumed_at FROM records WHERE model = ? AND id = ?')
  const use = db.prepare('UPDATE records SET consumed_at = ? WHERE model = ? AND id = ?')
  const remove = db.prepare('DELETE FROM records WHERE model = ? AND id = ?')
  const revoke = db.prepare('DELETE FROM records WHERE grant_id = ?')
  const now = () => Math.floor(Date.now() / 1000)
  return (model) => ({
    async upsert(id, payload, expiresIn) {
      const grantId = payload.grantId ?? null
      put.run(model, id, JSON.stringify(payload), grantId, expiresIn ? now() + expiresIn : null)
    },
    async find(id) {
      const row = get.get(model, id) as Row | undefined
      if (!row) return undefined
      const payload = JSON.parse(row.payload) as AdapterPayload
      return row.consumed_at === null ? payload : { ...payload, consumed: true }
    },
    async consume(id) {
      use.run(now(), model, id)
    },
    async destroy(id) {
      remove.run(model, id)
    },
    async revokeByGrantId(grantId) {
      revoke.run(grantId)
    },
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
  })
}
