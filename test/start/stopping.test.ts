import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent as Connections, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openDatabase } from '../../src/database/open/open.ts'
import { connectAgent, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { type Program, startProgram } from '../support/program.ts'
import { createDatabase, ENGINES } from '../support/service.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'rq-stop-'))
const programs: Program[] = []
after(async () => {
  for (const { process } of programs) process.kill('SIGKILL')
  await Promise.all(programs.map(({ ended }) => ended))
  rmSync(folder, { recursive: true, force: true })
})

function start(env: Record<string, string>): Program {
  const program = startProgram(env)
  programs.push(program)
  return program
}

/** One request on a connection that is kept, as proxies do. */
function ask(address: string, connections: Connections): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(address, { agent: connections }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
      .on('error', reject)
      .end()
  })
}

for (const engine of ENGINES) {
  describe(`A service that is told to stop, on ${engine}`, () => {
    let site: WebServer
    before(async () => {
      site = await startWebServer(() => undefined)
    })
    after(() => site.stop())

    it('finishes its requests, accepts no new ones and releases its jobs', async () => {
      const databaseUrl = engine === 'sqlite' ? `sqlite:${folder}/stop.db` : await createDatabase()
      const program = start({ DATABASE_URL: databaseUrl, ALLOW_PRIVATE_FETCH: '1' })
      const address = await program.ready()
      const agent = await connectAgent(address, await signUp(address))
      await agent.save({ url: `${site.origin}/slow` })
      await eventually(
        async () => site.requests.length,
        (count) => count > 0,
      )
      const connections = new Connections({ keepAlive: true })
      assert.equal(await ask(`${address}/healthz`, connections), 200)

      // A save of which the last bytes come when the service is stopping already.
      const body = JSON.stringify({ url: 'https://example.org/last' })
      const { hostname, port } = new URL(address)
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(
        `POST /queue HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${agent.access}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
      )
      await ask(`${address}/healthz`, connections)
      program.process.kill('SIGTERM')
      await eventually(
        () => ask(`${address}/healthz`, new Connections()).catch(() => 'refused'),
        (response) => response === 'refused',
      )
      let answer = ''
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
      socket.write(body.slice(5))
      assert.equal(await program.ended, 0, program.output())
      assert.match(answer, /^HTTP\/1\.1 201 Created\r\n/)
      assert.match(answer, /\r\nconnection: close\r\n/i)

      const db = await openDatabase(databaseUrl, () => undefined)
      const jobs = await db.rows<{ attempts: number; lease: string | null }>(
        'SELECT attempts, lease FROM jobs ORDER BY subject',
      )
      assert.deepEqual(
        jobs.map(({ attempts, lease }) => [attempts, lease]),
        [
          [0, null],
          [0, null],
        ],
      )
      assert.equal((await db.rows("SELECT id FROM items WHERE url = 'https://example.org/last'")).length, 1)
      await db.close()
      connections.destroy()
    })

    it('serves in several processes, and replaces one that dies', async () => {
      const databaseUrl = engine === 'sqlite' ? `sqlite:${folder}/workers.db` : await createDatabase()
      const metricsPort = await freePort()
      const program = start({
        DATABASE_URL: databaseUrl,
        WORKERS: '2',
        METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
      })
      const address = await program.ready()
      assert.equal(program.output().split('is ready at').length, 2)
      const agent = await connectAgent(address, await signUp(address))
      const links = Array.from({ length: 30 }, (_, n) => `https://example.org/${n}`)
      await Promise.all(links.map((url) => agent.save({ url })))
      assert.equal((await agent.entity('/queue')).properties.totals.unread, 30)

      const first = await processId(metricsPort)
      const second = await processId(metricsPort + 1)
      assert.notEqual(first, second)
      process.kill(second, 'SIGKILL')
      await eventually(
        () => processId(metricsPort + 1).catch(() => second),
        (id) => id !== second,
      )
      assert.match(program.output(), /A worker ended \(SIGKILL\); another one starts in 1 s\./)
      assert.equal((await agent.entity('/queue')).properties.totals.unread, 30)
      program.process.kill('SIGTERM')
      assert.equal(await program.ended, 0, program.output())
    })
  })
}

it('Connections of workers that are killed end at once, and others take over', async () => {
  const metricsPort = await freePort()
  const program = start({
    DATABASE_URL: `sqlite:${folder}/killed.db`,
    WORKERS: '2',
    METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
  })
  const address = await program.ready()
  const workers = [await processId(metricsPort), await processId(metricsPort + 1)]
  const outcomes = new Set<unknown>()
  const controller = new AbortController()
  // Each client goes on as long as its requests end, on kept connections and on new ones.
  const clients = [true, false].flatMap((keepAlive) =>
    Array.from({ length: 4 }, async () => {
      const connections = new Connections({ keepAlive })
      while (!controller.signal.aborted) {
        outcomes.add(
          await ask(`${address}/healthz`, connections).catch(({ code }: NodeJS.ErrnoException) => code),
        )
      }
      connections.destroy()
    }),
  )
  await eventually(
    async () => outcomes.has(200),
    (isServing) => isServing,
  )
  for (const id of workers) process.kill(id, 'SIGKILL')
  await eventually(
    async () => outcomes.has('ECONNREFUSED'),
    (isRefused) => isRefused,
  )
  outcomes.clear()
  await eventually(
    async () => outcomes.has(200),
    (isServing) => isServing,
  )
  controller.abort()
  await Promise.all(clients)
  program.process.kill('SIGTERM')
  assert.equal(await program.ended, 0, program.output())
})

it('Workers don’t share the port of another service', async () => {
  const env = (name: string) => ({ DATABASE_URL: `sqlite:${folder}/${name}.db`, WORKERS: '2' })
  const first = start(env('first'))
  const { port } = new URL(await first.ready())
  const second = start({ ...env('second'), PORT: port })
  assert.equal(await second.ended, 1)
  assert.match(second.output(), new RegExp(`^Port ${port} is taken by another program\\.`, 'm'))
  first.process.kill('SIGTERM')
  assert.equal(await first.ended, 0)
})

it('A service that stops closes kept-alive connections with its next response', async () => {
  const program = start({ DATABASE_URL: `sqlite:${folder}/drained.db` })
  const address = await program.ready()
  const sockets = await connectMany(address)
  const first = await Promise.all(sockets.map((socket) => askOn(socket, address)))
  for (const answer of first) assert.doesNotMatch(answer, CLOSES)
  const all = sockets.map(async (socket) => {
    const closed = once(socket, 'close')
    // One request after the other until an answer says that it was the last.
    for (let isLast = false; !isLast;) isLast = CLOSES.test(await askOn(socket, address))
    await closed
  })
  program.process.kill('SIGTERM')
  await Promise.all(all)
  assert.equal(await program.ended, 0, program.output())
})

it('A service that stops answers connections that wait to be accepted', async () => {
  const program = start({ DATABASE_URL: `sqlite:${folder}/waiting.db` })
  const address = await program.ready()
  // A process that stands still accepts none.
  program.process.kill('SIGSTOP')
  const sockets = await connectMany(address)
  const answers = sockets.map((socket) => askOn(socket, address))
  program.process.kill('SIGTERM')
  program.process.kill('SIGCONT')
  for (const answer of await Promise.all(answers)) assert.match(answer, CLOSES)
  assert.equal(await program.ended, 0, program.output())
})

const CLOSES = /^connection: close\r$/im

function connectMany(address: string): Promise<Socket[]> {
  const { hostname, port } = new URL(address)
  return Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      return socket
    }),
  )
}

/** Sends a request and gives the headers of its answer; rejects if the connection ends before. */
async function askOn(socket: Socket, address: string): Promise<string> {
  socket.write(`GET /healthz HTTP/1.1\r\nHost: ${new URL(address).host}\r\n\r\n`)
  const [data] = (await once(socket, 'data')) as [Buffer]
  return data.toString()
}

it('Workers that can’t start print the reason once, and the process exits with 1', async () => {
  const program = start({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', WORKERS: '3' })
  assert.equal(await program.ended, 1)
  assert.equal(program.output().split('could not start').length, 2)
})

async function processId(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^reading_queue_process_id (\d+)$/m.exec(text)?.[1])
}
