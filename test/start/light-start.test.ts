import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { connectAgent, signUp } from '../support/agent.ts'
import { articlePage } from '../support/article.ts'
import { eventually } from '../support/eventually.ts'
import { type Program, startProgram } from '../support/program.ts'
import { startWebServer } from '../support/web-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'rq-light-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function start(env: Record<string, string>): Program {
  const program = startProgram(env)
  after(() => program.process.kill('SIGKILL'))
  return program
}

async function stop(program: Program): Promise<void> {
  program.process.kill()
  assert.equal(await program.ended, 0, program.output())
}

/** Every file below a folder. */
function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((name) => statSync(name, { throwIfNoEntry: false })?.isFile())
}

describe('A start', () => {
  it('loads no package or module before it is needed', async () => {
    const moduleReporter = new URL('../support/tell-modules.mjs', import.meta.url).href
    const program = start({ DATA_DIR: join(folder, 'bare'), NODE_OPTIONS: `--import=${moduleReporter}` })
    assert.equal((await fetch(`${await program.ready()}/healthz`)).status, 200)
    await stop(program)
    const packages = program.output().matchAll(/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//g)
    assert.deepEqual([...new Set([...packages].map(([, name]) => name))].sort(), [
      '@hono/node-server',
      '@pinojs/redact',
      'atomic-sleep',
      'hono',
      'ipaddr.js',
      'lru-cache',
      'on-exit-leak-free',
      'pino',
      'pino-std-serializers',
      'quick-format-unescaped',
      'safe-stable-stringify',
      'sonic-boom',
      'thread-stream',
    ])
    const parts = [...program.output().matchAll(/\/src\/(\S+)\.ts/g)].map(([, path]) => path)
    assert.ok(parts.includes('server/start'))
    for (const part of [
      'commands/backup',
      'database/postgres/postgres',
      'jobs/fetch-page',
      'articles/sanitise',
    ])
      assert.ok(!parts.includes(part), part)
  })
})

describe('Node', () => {
  it('runs with the same defaults, however the service is started', () => {
    for (const path of [
      'package.json',
      'deploy/Dockerfile',
      'deploy/reading-queue.service',
      'bin/reading-queue.mjs',
    ]) {
      const text = readFileSync(path, 'utf8')
      assert.doesNotMatch(text, /semi-space|heap-growing|old-space|expose-gc|setFlagsFromString/, path)
    }
  })
})

describe('The compile cache', () => {
  const startWith = (cache: string, data: string) =>
    start({
      DATA_DIR: join(folder, data),
      NODE_COMPILE_CACHE: join(folder, cache),
      ALLOW_PRIVATE_FETCH: '1',
    })

  it('is written by several processes that start at once, also if they are killed, and may be damaged', async () => {
    const first = Array.from({ length: 2 }, (_, index) => startWith('shared', `at-once-${index}`))
    for (const program of first) assert.equal((await fetch(`${await program.ready()}/healthz`)).status, 200)
    await eventually(
      async () => filesIn(join(folder, 'shared')).length,
      (count) => count > 200,
    )
    for (const program of first) {
      program.process.kill('SIGKILL')
      await program.ended
    }

    for (const [index, file] of filesIn(join(folder, 'shared')).entries()) {
      if (index % 2 === 0) writeFileSync(file, index % 4 === 0 ? '' : 'not what was compiled')
    }
    const second = startWith('shared', 'at-once-0')
    assert.equal((await fetch(`${await second.ready()}/healthz`)).status, 200)
    await stop(second)
  })

  it('is optional: the service starts and extracts pages without it', async () => {
    writeFileSync(join(folder, 'a-file'), '')
    const program = startWith('a-file/below', 'read-only')
    const site = await startWebServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(articlePage('A page', '', 20))
    })
    try {
      const address = await program.ready()
      const agent = await connectAgent(address, await signUp(address))
      await agent.save({ url: `${site.origin}/page` })
      const { entities } = await eventually(
        () => agent.entity('/queue'),
        ({ entities }) => entities[0].properties.content.status !== 'pending',
      )
      assert.equal(entities[0].properties.content.status, 'ready')
      await stop(program)
    } finally {
      await site.stop()
    }
  })
})
