import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { openDatabase } from '../../src/database/open/open.ts'
import { connectAgent, signUp } from '../support/agent.ts'
import { freePort } from '../support/free-port.ts'
import { createDatabase, startService } from '../support/service.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'

it('Behind a connection pooler no session state is used, and waits end as they do without one', async () => {
  const db = await openDatabase(`${await createDatabase()}?pgbouncer=1`, () => undefined)
  try {
    await db.run('CREATE TABLE things (name TEXT PRIMARY KEY)')
    for (const name of ['a', 'b', 'c']) await db.run('INSERT INTO things (name) VALUES (?)', name)
    const shown = await db.transaction(async (tx) => {
      const { timeout } = (await tx.row<{ timeout: string }>(
        "SELECT current_setting('lock_timeout') AS timeout",
      ))!
      const named = await tx.rows('SELECT name FROM pg_prepared_statements')
      return [timeout, named.length]
    })
    assert.deepEqual(shown, ['10s', 0])
    assert.equal(
      (await db.row<{ timeout: string }>("SELECT current_setting('lock_timeout') AS timeout"))?.timeout,
      '0',
    )
  } finally {
    await db.close()
  }
})

it('A service works behind pgbouncer in transaction mode', async (t) => {
  if (!existsSync(PGBOUNCER)) return t.skip('pgbouncer is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'rq-bouncer-'))
  const port = await freePort()
  const bouncer = startBouncer(folder, port, new URL(await createDatabase()))
  const url = `postgres://postgres@127.0.0.1:${port}/queue`
  try {
    let message = ''
    while (!message.includes('process up')) message += String((await once(bouncer.stderr!, 'data'))[0])
    const service = await startService('postgres', { databaseUrl: `${url}?pgbouncer=1` })
    try {
      const agents = await Promise.all(
        Array.from({ length: 4 }, async () => connectAgent(service.baseUrl, await signUp(service.baseUrl))),
      )
      for (let round = 0; round < 10; round++) {
        const links = agents.map((agent) =>
          agent.save({ url: `https://example.org/${round}`, title: `No ${round}` }),
        )
        await Promise.all(links)
      }
      for (const agent of agents) {
        assert.equal((await agent.entity('/queue')).properties.totals.unread, 10)
        assert.equal((await agent.entity('/queue?q=no')).entities.length, 10)
      }
    } finally {
      await service.stop()
    }
  } finally {
    const ended = once(bouncer, 'exit')
    bouncer.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
})

function startBouncer(folder: string, port: number, server: URL): ChildProcess {
  const file = join(folder, 'pgbouncer.ini')
  chmodSync(folder, 0o755)
  writeFileSync(
    file,
    `[databases]
queue = host=127.0.0.1 port=${server.port} dbname=${server.pathname.slice(1)} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
pool_mode = transaction
default_pool_size = 2
unix_socket_dir =
`,
    { mode: 0o644 },
  )
  const root = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  return spawn(PGBOUNCER, [file], { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], ...root })
}
