import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { HTTP_LIMITS } from '../../src/server/http-server.ts'
import { connectAgent, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { startProgram } from '../support/program.ts'

const MAX = HTTP_LIMITS.maxConnections
/** Beside the connections: files, and those who ask meanwhile. */
const SPARE = 200

/** As many files as a process may have open, which Node sets to the highest that it may. */
function openFilesAllowed(): number {
  const commandOutput = execFileSync('sh', ['-c', 'ulimit -Hn']).toString().trim()
  return commandOutput === 'unlimited' ? Infinity : Number(commandOutput)
}

/** A connection that has asked once and is kept, as proxies and agents keep theirs; undefined where it is turned away. */
function idleConnection(port: number): Promise<Socket | undefined> {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return new Promise((resolve) => {
    socket.on('error', () => undefined)
    socket.once('data', () => resolve(socket))
    socket.once('close', () => resolve(undefined))
  })
}

it('Ten thousand idle connections don’t block new ones, which replace those that were idle longest', async (t) => {
  if (openFilesAllowed() < MAX + SPARE) return t.skip(`${MAX + SPARE} files may not be open at once here`)
  const folder = mkdtempSync(join(tmpdir(), 'rq-idle-'))
  const program = startProgram({ DATA_DIR: folder })
  const sockets: Socket[] = []
  try {
    const baseUrl = await program.ready()
    const port = Number(new URL(baseUrl).port)
    const agent = await connectAgent(baseUrl, await signUp(baseUrl))
    const open = async (count: number) => {
      for (let left = count; left > 0; left -= 100) {
        const opened = await Promise.all(Array.from({ length: 100 }, () => idleConnection(port)))
        sockets.push(...opened.filter((socket) => socket !== undefined))
      }
    }
    await open(MAX - SPARE)
    await agent.save({ url: deadLink('crowd'), title: 'In a crowd' })
    assert.equal((await agent.entity('/queue')).properties.totals.unread, 1)

    await open(2 * SPARE)
    assert.equal(sockets.length, MAX + SPARE)
    const closed = sockets.findLastIndex((socket) => socket.destroyed)
    assert.ok(closed >= SPARE && closed < MAX, `${closed} was closed last`)
    assert.equal((await agent.entity('/queue')).properties.totals.unread, 1)
  } finally {
    for (const socket of sockets) socket.destroy()
    program.process.kill('SIGTERM')
    assert.equal(await program.ended, 0, program.output())
    rmSync(folder, { recursive: true, force: true })
  }
})
