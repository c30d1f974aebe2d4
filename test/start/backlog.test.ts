import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { startProgram } from '../support/program.ts'

/** More than Node's default of 511, which a burst of connections fills in a moment. */
const CONNECTIONS = 1000

it('A burst of connections waits to be accepted without retries', async (t) => {
  if (process.platform !== 'linux') return t.skip('Only Linux tells in /proc how many may wait')
  const allowed = Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'))
  if (allowed < CONNECTIONS) return t.skip(`Only ${allowed} connections may wait here`)
  const folder = mkdtempSync(join(tmpdir(), 'rq-backlog-'))
  const program = startProgram({ DATA_DIR: folder })
  const sockets: Socket[] = []
  try {
    const port = Number(new URL(await program.ready()).port)
    // A process that is stopped accepts none, so all of them wait.
    program.process.kill('SIGSTOP')
    for (let n = 0; n < CONNECTIONS; n++) sockets.push(connect(port, '127.0.0.1'))
    await Promise.all(
      sockets.map((socket) => once(socket, 'connect', { signal: AbortSignal.timeout(60_000) })),
    )
  } finally {
    for (const socket of sockets) socket.on('error', () => undefined).destroy()
    program.process.kill('SIGCONT')
    program.process.kill('SIGTERM')
    await program.ended
    rmSync(folder, { recursive: true, force: true })
  }
})
