import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/database/open/open.ts'
import { saveClient } from '../src/oauth/clients.ts'
import { createGrant } from '../src/oauth/grants.ts'
import { issueCode } from '../src/oauth/issue-code.ts'
import { issueTokenPair } from '../src/oauth/token-pair.ts'
import { HOUR, systemClock } from '../src/ports/clock.ts'
import { systemRandom } from '../src/ports/random.ts'
import { CALLBACK, createPkce, requestToken } from '../test/support/agent.ts'
import { startProgram } from '../test/support/program.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { compare, CONNECTIONS, print, type Side } from './compare.ts'
import { headersToSet } from './baseline.ts'
import { send } from './load.ts'
import { addRatios } from './results.ts'
import { rowsOf } from './sample-service.ts'

const ACCOUNTS = 4000
/** Codes and grants per account. Each code and refresh token is used once, so there must be enough of them. */
const EACH = 25
/** Tokens for oidc-provider, which is slower. */
const OIDC_TOKENS = 40_000
const CLIENT = 'rqc_bench'

/** Measures exchanging codes and refreshing, beside bare node:http on the same rows and beside oidc-provider. */
export async function benchTokens(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rq-bench-'))
  const file = join(folder, 'reading-queue.db')
  const program = startProgram({ DATA_DIR: folder })
  const servers: ServerProcess[] = []
  try {
    const baseUrl = await program.ready()
    const service = { origin: baseUrl, pid: program.process.pid! }
    const { exchanges, refreshes } = await mintForms(file)
    const response = await requestToken(baseUrl, Object.fromEntries(new URLSearchParams(exchanges.shift()!)))
    // The baseline redeems the tokens of its own copy.
    const copy = join(folder, 'baseline.db')
    cpSync(file, copy)
    cpSync(`${file}-wal`, `${copy}-wal`)
    const baseline = await startServerProcess('token-baseline.ts', {
      file: copy,
      headers: headersToSet(response),
    })
    servers.push(baseline)
    await response.text()
    for (const [name, forms] of [
      ['Exchanging a code', exchanges],
      ['Refreshing', refreshes],
    ] as const) {
      const [ours, theirs] = [sideOf(service, forms), sideOf(baseline, forms)]
      const lengths = [(await send(ours)).length, (await send(theirs)).length]
      if (lengths[0] !== lengths[1]) throw new Error(`The answers differ in length: ${lengths.join(', ')}`)
      print(`\n${name}: ${lengths[0]} characters, ${CONNECTIONS} connections`)
      const shared = await compare(ours, theirs, { baseline: 'bare node:http' })
      addRatios(name, shared, { atLeast: 0.7, isOfDisk: true })
      print('  over one connection, where no two share a commit:')
      const alone = await compare(ours, theirs, { baseline: 'bare node:http', connections: 1 })
      addRatios(`${name}, one at a time`, alone, { atLeast: 0.8, isOfDisk: true })
    }

    const store = join(folder, 'oidc.db')
    const oidc = await startServerProcess('oidc-server.ts', {
      file: store,
      clientId: CLIENT,
      tokens: OIDC_TOKENS,
    })
    servers.push(oidc)
    const tokens = rowsOf(store, `SELECT id FROM records WHERE model = 'RefreshToken'`)
    const forms = tokens.map(({ id }) => refreshForm(String(id), CLIENT))
    print(`\nRefreshing, beside oidc-provider: ${CONNECTIONS} connections`)
    const [ours, theirs] = [sideOf(service, refreshes.toReversed()), sideOf(oidc, forms, '/token')]
    addRatios(
      'Refreshing, beside oidc-provider',
      await compare(ours, theirs, { baseline: 'oidc-provider' }),
      {
        atLeast: 1,
        isOfDisk: true,
      },
    )
  } finally {
    for (const server of servers) server.stop()
    program.process.kill()
    await program.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A call that sends each form once. */
function sideOf(
  { origin, pid }: { origin: string; pid: number },
  forms: readonly string[],
  path = '/oauth/token',
): Side {
  let next = 0
  const body = () => {
    const form = forms[next++]
    if (form === undefined) throw new Error('Too few codes and tokens for so fast a machine: raise ACCOUNTS.')
    return form
  }
  return { origin, pid, path, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body }
}

function refreshForm(token: string, clientId: string): string {
  return new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: clientId,
  }).toString()
}

/** Inserts accounts with codes and grants, as approvals would; returns the forms that redeem them. */
async function mintForms(file: string): Promise<{ exchanges: string[]; refreshes: string[] }> {
  const db = await openDatabase(`sqlite:${file}`, () => undefined)
  const random = systemRandom(systemClock)
  const now = systemClock.now()
  const { verifier, challenge } = createPkce()
  const client = {
    id: CLIENT,
    name: 'Bench',
    redirectUris: [CALLBACK],
    origin: { kind: 'registered' as const, registeredAt: now },
  }
  const exchanges: string[] = []
  const refreshes: string[] = []
  await saveClient(db, client, { network: '', now })
  for (let account = 0; account < ACCOUNTS; account++) {
    const accountId = random.id()
    await db.transaction(async (tx) => {
      await tx.run(
        'INSERT INTO accounts (id, email, password, created_at) VALUES (?, ?, ?, ?)',
        accountId,
        `${account}@example.org`,
        '',
        now,
      )
      const binding = {
        accountId,
        clientId: CLIENT,
        clientName: client.name,
        redirectUri: CALLBACK,
        challenge,
      }
      for (let index = 0; index < EACH; index++) {
        // Dated ahead, so that it is still valid when it is used.
        const code = await issueCode(tx, random, { binding, now: now + HOUR })
        exchanges.push(
          new URLSearchParams({
            grant_type: 'authorization_code',
            code,
            redirect_uri: CALLBACK,
            client_id: CLIENT,
            code_verifier: verifier,
          }).toString(),
        )
        const grant = await createGrant(tx, random, { binding, now })
        refreshes.push(refreshForm((await issueTokenPair(tx, random, { grant, now })).refresh, CLIENT))
      }
    })
  }
  await db.close()
  return { exchanges, refreshes }
}
