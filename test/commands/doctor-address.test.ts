import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startProgram } from '../support/program.ts'
import { startWebServer } from '../support/web-server.ts'
import { onOneEngine, startService } from '../support/service.ts'

async function doctor(env: Record<string, string>): Promise<[code: number | null, output: string]> {
  const program = startProgram(env, ['doctor'])
  return [await program.ended, program.output()]
}

onOneEngine('The doctor’s check of the public address', (service) => {
  const env = (more: Record<string, string> = {}) => ({
    DATABASE_URL: service().databaseUrl,
    BASE_URL: service().baseUrl,
    ...more,
  })
  const port = () => new URL(service().baseUrl).port

  it('accepts another name of this computer for the same address', async () => {
    const [code, commandOutput] = await doctor(env({ BASE_URL: `http://127.0.0.1:${port()}` }))
    assert.equal(code, 0, commandOutput)
    assert.match(
      commandOutput,
      new RegExp(`^✓ public address: http://127\\.0\\.0\\.1:${port()} answers as this service\\.$`, 'm'),
    )
  })

  it('does not accept another service, or one with another database', async () => {
    const other = await startService('sqlite')
    await other.running.close()
    for (const variables of [
      { DATABASE_URL: other.databaseUrl },
      { DATABASE_URL: `sqlite:${other.folder}/mistyped/reading-queue.db` },
    ]) {
      const [code, commandOutput] = await doctor(env(variables))
      assert.equal(code, 1, commandOutput)
      assert.match(
        commandOutput,
        /^✗ public address: \S+ is answered by a Reading Queue with another database\. Correct DATA_DIR/m,
      )
    }
    await other.stop()
  })

  it('does not accept another program as the service or as its proxy', async (t) => {
    let body = ''
    let status = 200
    const foreign = await startWebServer((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
    const answers: [number, string][] = [
      [404, '<h1>Not found</h1>'],
      [200, '<h1>Welcome to nginx</h1>'],
      [200, JSON.stringify({ resource: 'https://another.example' })],
      [200, 'null'],
      [503, 'Not yet.'],
    ]
    t.after(() => foreign.stop())
    const atItsPort = { BASE_URL: foreign.origin, HOST: '127.0.0.1', PORT: new URL(foreign.origin).port }
    for ([status, body] of answers) {
      const [code, commandOutput] = await doctor(env(atItsPort))
      assert.equal(code, 1, commandOutput)
      assert.match(
        commandOutput,
        new RegExp(
          `^✗ public address: \\S+ is answered by another program \\(${status}\\), .* set PORT to a free one\\.$`,
          'm',
        ),
      )
    }
    ;[status, body] = answers[1]!
    const [code, commandOutput] = await doctor(
      env({ BASE_URL: foreign.origin, HOST: '127.0.0.1', PORT: port() }),
    )
    assert.equal(code, 1)
    assert.match(
      commandOutput,
      /^✗ public address: \S+ is answered by something else \(200\)\. Let the proxy pass every path/m,
    )
  })

  it('names the address with which the service was started', async () => {
    const other = await startService('sqlite', { env: { BASE_URL: 'http://localhost:9' } })
    const address = `http://127.0.0.1:${other.running.services.config.port}`
    const [code, commandOutput] = await doctor({ DATABASE_URL: other.databaseUrl, BASE_URL: address })
    await other.stop()
    assert.equal(code, 1)
    assert.match(
      commandOutput,
      /^✗ public address: This service answers at \S+, but was started with BASE_URL=http:\/\/localhost:9\./m,
    )
  })

  it('reports an https address without TLS, or without a proxy while the service is running', async () => {
    const [code, commandOutput] = await doctor(env({ BASE_URL: `https://localhost:${port()}` }))
    assert.equal(code, 1)
    assert.match(
      commandOutput,
      /^✗ public address: localhost:\d+ does not speak TLS on port .* a proxy with TLS has to answer there/m,
    )
    const unreached = { BASE_URL: 'https://localhost:1', HOST: '127.0.0.1', PORT: port() }
    const [running, laterOutput] = await doctor(env(unreached))
    assert.equal(running, 1)
    assert.match(
      laterOutput,
      /^✗ public address: The service is running at http:\/\/127\.0\.0\.1:\d+, but: localhost refused .* a proxy with TLS/m,
    )
    const [stopped, noted] = await doctor(env({ ...unreached, PORT: '1' }))
    assert.equal(stopped, 0, noted)
    assert.match(
      noted,
      /^· public address: localhost refused .* This is expected while the service is stopped\.$/m,
    )
  })

  it('says for waiting jobs whether the service is running', async () => {
    const { db } = service().running.services
    await db.run(
      "INSERT INTO accounts (id, email, password_hash, created_at) VALUES ('someone', 'someone@example.org', '', 1)",
    )
    await db.run("INSERT INTO queues (account_id) VALUES ('someone')")
    await db.run(
      "INSERT INTO jobs (account_id, kind, subject, priority, due_at, attempts) VALUES ('someone', 'of another release', 'x', 0, 1, 0)",
    )
    const [, running] = await doctor(env())
    assert.match(
      running,
      /^· jobs: 1 job is overdue by more than 15 minutes\. The service is running and works through them/m,
    )
    const [, stopped] = await doctor(env({ BASE_URL: 'http://localhost:1' }))
    assert.match(stopped, /^· jobs: 1 job is overdue .* The service does not answer: start it\.$/m)
  })
})
