import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { agentWith, connectAgent, requestToken, signUp } from '../support/agent.ts'
import { type Program, startProgram } from '../support/program.ts'
import { createDatabase } from '../support/service.ts'

describe('Starting', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'rq-start-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  async function stop(program: Program): Promise<void> {
    program.process.kill('SIGTERM')
    assert.equal(await program.ended, 0)
  }

  it('serves from the embedded database, and prints the address and the next step', async () => {
    const program = startProgram({ DATA_DIR: join(folder, 'plain') })
    const address = await program.ready()
    assert.match(address, /^http:\/\/localhost:\d+$/)
    assert.match(program.output(), new RegExp(`create your account +${address}/signup`))
    assert.match(program.output(), new RegExp(`agent to read +${address}/auth.md`))
    assert.equal((await fetch(`${address}/signup`)).status, 200)
    await stop(program)
  })

  it('stops with an error that names the invalid variable', async () => {
    const program = startProgram({ DATA_DIR: folder, BASE_URL: 'https://queue.example.org/app' })
    assert.equal(await program.ended, 2)
    assert.match(program.output(), /could not start:\nBASE_URL is "https:\/\/queue\.example\.org\/app"/)
  })

  it('stops with an error if the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const program = startProgram({ DATA_DIR: folder, PORT: port })
    assert.equal(await program.ended, 1)
    assert.match(program.output(), new RegExp(`Port ${port} is taken`))
    other.close()
  })

  it('stops with an error if the database can’t be reached', async () => {
    const program = startProgram({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    assert.equal(await program.ended, 1)
    assert.match(program.output(), /could not start/)
  })

  it('lists its configuration with --help, and refuses other arguments', async () => {
    const help = startProgram({}, ['--help'])
    assert.equal(await help.ended, 0)
    assert.match(help.output(), /BASE_URL/)
    const wrong = startProgram({}, ['--prot=1'])
    assert.equal(await wrong.ended, 2)
    assert.match(wrong.output(), /Unknown argument "--prot=1"/)
  })

  it('prints its name and version, also without a configuration', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    for (const option of ['--version', '-v']) {
      const program = startProgram({ BASE_URL: 'nonsense' }, [option])
      assert.equal(await program.ended, 0)
      assert.equal(program.output(), `Reading Queue ${version}\n`)
    }
  })

  it('prints a set-up code for the first account of a service that others can reach', async () => {
    const env = { DATA_DIR: join(folder, 'first'), SIGN_UP: 'first', BASE_URL: 'https://queue.example.org' }
    const program = startProgram(env)
    await program.ready()
    for (let tries = 0; tries < 100 && !program.output().includes('Set-up code'); tries++) {
      await once(program.process.stdout!, 'data')
    }
    assert.match(program.output(), /Set-up code for the first account: \S{12}/)
    await stop(program)
  })

  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`keeps what it acknowledged when it is killed, on ${engine}`, async () => {
      const databaseUrl = engine === 'sqlite' ? `sqlite:${folder}/killed.db` : await createDatabase()
      const first = startProgram({ DATABASE_URL: databaseUrl })
      const address = await first.ready()
      const port = new URL(address).port
      const person = await signUp(address)
      const agent = await connectAgent(address, person)
      const revoked = await connectAgent(address, person)
      await agent.save({ url: 'https://example.org/kept' })
      const refreshed = await requestToken(address, {
        grant_type: 'refresh_token',
        refresh_token: agent.refresh,
        client_id: agent.clientId,
      })
      const pair = (await refreshed.json()) as { access_token: string; refresh_token: string }
      const response = await fetch(`${address}/oauth/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ token: revoked.access }),
      })
      assert.equal(response.status, 200)
      first.process.kill('SIGKILL')
      await first.ended

      const second = startProgram({ DATABASE_URL: databaseUrl, PORT: port })
      assert.equal(await second.ready(), address)
      assert.equal(
        (await agentWith(address, '', { access: revoked.access, refresh: '' }).call('/queue')).status,
        401,
      )
      const queue = await agentWith(address, '', { access: pair.access_token, refresh: '' }).entity('/queue')
      assert.equal(queue.entities[0].properties.url, 'https://example.org/kept')
      const retried = await requestToken(address, {
        grant_type: 'refresh_token',
        refresh_token: agent.refresh,
        client_id: agent.clientId,
      })
      assert.equal(((await retried.json()) as typeof pair).refresh_token, pair.refresh_token)
      assert.match((await person.browser.open('/queue')).text, /example\.org\/kept/)
      await stop(second)
    })
  }
})
