import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { beginProgress, serviceIn } from '../../src/database/copy/unfinished-copy.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { connectAgent, signUp } from '../support/agent.ts'
import { damageTable } from '../support/damage.ts'
import { deadLink } from '../support/links.ts'
import { runCommand } from '../support/program.ts'
import { createDatabase, ENGINES, startService } from '../support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'rq-move-failures-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const ADVICE =
  'Stop the service, keep the damaged database as it is, restore the last backup into a new one \\(npm start -- restore FILE\\), and check that with npm start -- doctor\\.'

/** A server that accepts connections and never says anything. */
async function startSilentServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => sockets.add(socket.on('error', () => undefined)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/queue`,
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

for (const engine of ENGINES) {
  describe(`A move that can't be done, from a service on ${engine}`, () => {
    let source: string
    before(async () => {
      source = engine === 'sqlite' ? `sqlite:${folder}/source.db` : await createDatabase()
      const service = await startService(engine, { databaseUrl: source })
      const agent = await connectAgent(service.baseUrl, await signUp(service.baseUrl))
      for (let n = 0; n < 50; n++) await agent.save({ url: deadLink(String(n)), note: 'x'.repeat(500) })
      await service.stop()
    })

    it('creates no folder for a mistyped target', async () => {
      const mistyped = join(folder, 'mistyped')
      const [code, commandOutput] = await runCommand(
        source,
        'move',
        '--to',
        `sqlite:${mistyped}/deep/queue.db`,
      )
      assert.equal(code, 1)
      assert.equal(
        commandOutput,
        `There is no folder ${mistyped}/deep. Correct --to, or create the folder. Nothing was copied.\n`,
      )
      assert.equal(existsSync(mistyped), false)
      const [backup, laterOutput] = await runCommand(source, 'backup', `${mistyped}/backup.db`)
      assert.equal(backup, 1)
      assert.match(laterOutput, /^There is no folder \S+mistyped\. .* Nothing was written\.$/m)
      assert.equal(existsSync(mistyped), false)
    })

    it('ends with a readable message if the server accepts the connection and then does not respond', async () => {
      const silent = await startSilentServer()
      try {
        const commands = [
          runCommand(source, 'move', '--to', silent.url),
          runCommand(silent.url, 'move', '--to', `sqlite:${folder}/none.db`),
        ]
        for (const [code, commandOutput] of await Promise.all(commands)) {
          assert.equal(code, 1)
          assert.match(
            commandOutput,
            /^Nothing was copied: postgres:\/\/127\.0\.0\.1:\d+\/queue can't be opened \(.*time/m,
          )
        }
        assert.equal(existsSync(join(folder, 'none.db')), false)
      } finally {
        await silent.stop()
      }
    })

    it('gives advice for a damaged source, and leaves no copy that could be served', async () => {
      const damaged = engine === 'sqlite' ? `sqlite:${folder}/damaged.db` : await createDatabase()
      assert.equal((await runCommand(source, 'move', '--to', damaged))[0], 0)
      const read = await damageTable(damaged, 'items')
      for (const target of [`sqlite:${folder}/of-${engine}.db`, await createDatabase()]) {
        const [code, commandOutput] = await runCommand(read, 'move', '--to', target)
        assert.equal(code, 1)
        assert.match(commandOutput, new RegExp(` is damaged.* ${ADVICE}\n$`))
        assert.doesNotMatch(commandOutput, /again to resume/)
        const [served, refusal] = await runCommand(target, 'doctor')
        assert.equal(served, 1)
        assert.match(refusal, /holds a part of a service|There is no|The database is empty/)
      }
    })

    it('names the incomplete copy, not the target database', async () => {
      const half = join(folder, `half-of-${engine}.db`)
      assert.equal((await runCommand(source, 'backup', half))[0], 0)
      const db = await openDatabase(`sqlite:${half}`, () => undefined)
      await db.transaction(async (tx) => beginProgress(tx, (await serviceIn(tx))!))
      await db.close()
      const target = engine === 'sqlite' ? `sqlite:${folder}/target.db` : await createDatabase()
      const [code, commandOutput] = await runCommand(target, 'restore', half)
      assert.equal(code, 1)
      assert.match(commandOutput, new RegExp(`^${half} holds a part of a service: .* interrupted\\.`))
      assert.equal(existsSync(join(folder, 'target.db')), false)
    })
  })
}
