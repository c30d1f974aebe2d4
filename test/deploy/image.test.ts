import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { connectAgent, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { deadLink } from '../support/links.ts'
import { deployed } from './proxy.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

type Step = { name: string; rest: string }

const steps: Step[] = deployed('Dockerfile')
  .replaceAll(/ \\\n\s+/g, ' ')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => ({ name: line.split(' ')[0]!, rest: line.slice(line.indexOf(' ') + 1) }))

function valuesOf(name: string): string[] {
  return steps.filter((step) => step.name === name).map(({ rest }) => rest)
}

/** Those of the Node that npm brings, which the image removes, having its own. */
const OWN_NODE = /^node_modules\/node-(?:bin|linux|darwin|win)-/

/** The packages that `npm ci` brings when it leaves out what this line says, of those for this system. */
function packagesOf(command: string): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true }>
  }
  const omitted = [...command.matchAll(/--omit=(\w+)/g)].map(([, kind]) => kind!)
  assert.deepEqual(omitted, ['dev'])
  return Object.entries(lock.packages).flatMap(([path, { dev }]) =>
    path === '' || dev || OWN_NODE.test(path) || !existsSync(join(root, path)) ? [] : [path],
  )
}

/** Where the compose file lets the container write beside its data. */
function writable(app: string): string[] {
  const lines = deployed('compose.yaml').split('\n')
  for (const needed of ['read_only: true', "cap_drop: ['ALL']", "security_opt: ['no-new-privileges:true']"])
    assert.ok(lines.includes(`    ${needed}`), needed)
  const listed = (name: string) =>
    lines
      .find((line) => line.startsWith(`    ${name}: [`))!
      .match(/'[^']+'/g)!
      .map((value) => value.slice(1, -1).replace(/^\w+:/, ''))
  const volumes = listed('volumes').filter((path) => path !== '/data')
  return [...volumes.map((path) => path.replace(/^\/app(?=\/)/, app)), ...listed('tmpfs')]
}

/** Flags of Node that let a program write nowhere else, as in a container that is read-only. */
function readOnlyBut(folders: string[]): string[] {
  const allowed = folders.filter((folder) => folder !== '/tmp').map((folder) => `--allow-fs-write=${folder}`)
  return [
    '--permission',
    '--allow-net',
    '--allow-worker',
    '--allow-child-process',
    '--allow-fs-read=*',
    ...allowed,
  ]
}

describe('The image, step by step in a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rq-image-'))
  const app = join(folder, 'app')
  after(() => rmSync(folder, { recursive: true, force: true }))

  before(() => {
    mkdirSync(app)
    const allowed = deployed('Dockerfile.dockerignore').split('\n')
    for (const copied of valuesOf('COPY')) {
      const names = copied.split(' ')
      const target = join(app, names.pop()!)
      for (const name of names) {
        assert.ok(allowed.includes(`!${name}`), `${name} is ignored`)
        cpSync(join(root, name), names.length > 1 ? join(target, name) : target, { recursive: true })
      }
    }
    const install = valuesOf('RUN').find((command) => command.startsWith('npm ci '))!
    for (const kind of ['bin', 'linux', 'darwin', 'win'])
      assert.ok(install.includes(` node_modules/node-${kind}-*`), kind)
    for (const path of packagesOf(install)) {
      // One inside another comes with it.
      if (path.lastIndexOf('node_modules/') > 0) continue
      mkdirSync(dirname(join(app, path)), { recursive: true })
      symlinkSync(join(root, path), join(app, path))
    }
  })

  it('has the steps that are tested here, and no others', () => {
    assert.deepEqual(
      steps.map(({ name }) => name),
      [
        'FROM',
        'WORKDIR',
        'COPY',
        'RUN',
        'COPY',
        'COPY',
        'RUN',
        'USER',
        'ENV',
        'VOLUME',
        'EXPOSE',
        'HEALTHCHECK',
        'ENTRYPOINT',
      ],
    )
    assert.deepEqual(valuesOf('FROM'), [`node:${process.versions.node.split('.')[0]}-slim`])
    assert.deepEqual([valuesOf('VOLUME'), valuesOf('EXPOSE')], [['/data'], ['3000']])
    assert.equal(
      valuesOf('RUN')[1],
      'mkdir -p /data node_modules/.cache && chown node:node /data node_modules/.cache',
    )
  })

  it('serves with what was copied and installed, reports its health, and stops', async () => {
    const port = await freePort()
    const data = join(folder, 'data')
    const env = Object.fromEntries(
      valuesOf('ENV')[0]!
        .split(' ')
        .map((pair) => pair.split('=')),
    )
    assert.equal(env['DATA_DIR'], '/data')
    const [command, ...args] = JSON.parse(valuesOf('ENTRYPOINT')[0]!) as string[]
    assert.equal(command, 'node')
    const options = {
      cwd: app,
      env: {
        ...env,
        DATA_DIR: data,
        PORT: String(port),
        HOST: '127.0.0.1',
        BASE_URL: `http://localhost:${port}`,
      },
      stdio: 'ignore' as const,
    }
    const health = JSON.parse(valuesOf('HEALTHCHECK')[0]!.replace('CMD ', '')) as string[]
    const isHealthy = async () => {
      const [, ...parts] = health.map((part) => part.replace('127.0.0.1:3000', `127.0.0.1:${port}`))
      return (await once(spawn(process.execPath, parts, options), 'exit'))[0] === 0
    }
    assert.equal(await isHealthy(), false)
    const folders = [data, ...writable(app)]
    for (const path of folders) mkdirSync(path, { recursive: true })
    const service = spawn(process.execPath, [...readOnlyBut(folders), ...args], options)
    const ended = once(service, 'exit')
    try {
      await eventually(isHealthy, (isReady) => isReady)
      const baseUrl = `http://localhost:${port}`
      const agent = await connectAgent(baseUrl, await signUp(baseUrl))
      await agent.save({ url: deadLink('image'), title: 'From the image' })
      assert.equal((await agent.entity('/queue?q=image')).entities.length, 1)
    } finally {
      service.kill('SIGTERM')
    }
    assert.deepEqual(await ended, [0, null])
  })
})
