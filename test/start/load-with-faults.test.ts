import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { openDatabase } from '../../src/database/open/open.ts'
import { findDamage } from '../../src/database/sqlite/sqlite-file.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { startArticles } from '../support/articles.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { deadLink } from '../support/links.ts'
import { requestRefresh } from '../support/oauth.ts'
import { startPostgres } from '../support/postgres.ts'
import { type Program, startProgram } from '../support/program.ts'
import type { WebServer } from '../support/web-server.ts'

const AGENTS = 10
/** Agents that are there to be revoked while the others work. */
const LEAVING = 4
/** Acknowledged changes between one fault and the next. */
const STRETCH = 100
/** What all stretches last at least, in seconds; longer by LOAD_SECONDS. */
const DURATION = Number(process.env['LOAD_SECONDS'] ?? 0)
/** Every so many links lead to a page that is there; the others to where nobody listens. */
const PAGE_EVERY = 10
/** A host of its own, since a site is asked for one page of an account at a time. */
const NOBODY = '127.0.0.2'

let site: WebServer
before(async () => {
  site = await startArticles()
})
after(() => site.stop())

/** An instance of the service as a process, at an address that it keeps. */
type Instance = { address: string; kill(): Promise<void>; start(): Promise<void> }

async function createInstance(env: Record<string, string>): Promise<Instance> {
  const port = String(await freePort())
  let program: Program
  const instance: Instance = {
    address: `http://localhost:${port}`,
    async kill() {
      program.process.kill('SIGKILL')
      await program.ended
    },
    async start() {
      program = startProgram({ ...env, PORT: port })
      await program.ready()
    },
  }
  await instance.start()
  return instance
}

/** What was acknowledged, and answers that are neither that nor a refusal for the moment. */
type Acknowledged = {
  saved: Set<string>
  read: Set<string>
  revoked: string[]
  others: string[]
  count: number
}

type Load = { instances: Instance[]; acknowledged: Acknowledged; ended: AbortSignal }

/** The answer of a success, or nothing; that the instance was gone or said to come back later is no fault of it. */
async function ask(acknowledged: Acknowledged, request: Promise<Response>): Promise<string | undefined> {
  try {
    const answer = await request
    const text = await answer.text()
    if (answer.status === 503 && answer.headers.has('retry-after')) return undefined
    if (answer.ok) return text
    acknowledged.others.push(`${answer.status} ${answer.url} ${text}`)
    return undefined
  } catch {
    return undefined
  }
}

/** Saves, marks as read, lists and refreshes, on one instance after the other, until the load ends. */
async function work(agent: Agent, name: string, { instances, acknowledged, ended }: Load) {
  let { access, refresh } = agent
  const call = (step: number, path: string, init: RequestInit = {}) => {
    const headers = {
      authorization: `Bearer ${access}`,
      accept: 'application/vnd.siren+json',
      'content-type': 'application/json',
    }
    return ask(
      acknowledged,
      fetch(new URL(path, instances[step % instances.length]!.address), { ...init, headers }),
    )
  }
  const isEnded = () => ended.aborted || acknowledged.others.length > 0
  for (let step = 0; !isEnded(); step++) {
    const url =
      step % PAGE_EVERY === 0 ? `${site.origin}/${name}/${step}` : deadLink(`${name}/${step}`, NOBODY)
    const saved = await call(step, '/queue', { method: 'POST', body: JSON.stringify({ url }) })
    if (!saved) continue
    acknowledged.saved.add(url)
    acknowledged.count++
    if (step % 3 === 0) {
      const { actions } = JSON.parse(saved) as Entity
      const { href } = actions.find((action: { name: string }) => action.name === 'mark-read')
      if (await call(step + 1, new URL(href).pathname, { method: 'PUT' })) acknowledged.read.add(url)
    }
    if (step % 5 === 0) await call(step, '/queue')
    if (step % 7 === 0) {
      // By two at once, as those do who share a token; an answer that was lost is asked for again.
      const pairs = new Map<string, string>()
      while (pairs.size === 0 && !isEnded()) {
        const both = [0, 1].map((offset) => {
          const { address } = instances[(step + offset) % instances.length]!
          return ask(acknowledged, requestRefresh(address, { clientId: agent.clientId, refresh }))
        })
        for (const answer of await Promise.all(both)) {
          if (answer === undefined) continue
          const pair = JSON.parse(answer) as { access_token: string; refresh_token: string }
          pairs.set(pair.refresh_token, pair.access_token)
        }
      }
      if (pairs.size > 1) acknowledged.others.push('Two pairs for one refresh token')
      for (const pair of pairs) [refresh, access] = pair
    }
  }
}

/** Revokes an agent, and from the moment of the answer on no instance may know its token. */
async function leave(agent: Agent, instances: Instance[], acknowledged: Acknowledged): Promise<void> {
  const body = new URLSearchParams({ token: agent.access })
  await eventually(
    async () => ask(acknowledged, fetch(`${instances[0]!.address}/oauth/revoke`, { method: 'POST', body })),
    (response) => response !== undefined,
  )
  acknowledged.revoked.push(agent.access)
  for (const { address } of instances) await assertDead(address, agent.access)
}

async function assertDead(address: string, access: string): Promise<void> {
  const headers = { authorization: `Bearer ${access}` }
  const status = await fetch(`${address}/queue`, { headers }).then(
    (response) => response.status,
    () => 503,
  )
  assert.ok(status === 401 || status === 503, `A revoked token is answered ${status}.`)
}

/** Runs the load through the faults, one for each stretch; then checks that everything acknowledged is there. */
async function surviveFaults(databaseUrl: string, instances: Instance[], faults: (() => Promise<void>)[]) {
  const { address } = instances[0]!
  const people: Person[] = [await signUp(address), await signUp(address)]
  const agents: Agent[] = []
  for (let index = 0; index < AGENTS + LEAVING; index++) {
    agents.push(await connectAgent(address, people[index % people.length]!))
  }
  const leaving = agents.splice(AGENTS)
  const acknowledged: Acknowledged = { saved: new Set(), read: new Set(), revoked: [], others: [], count: 0 }
  const controller = new AbortController()
  const load = { instances, acknowledged, ended: controller.signal }
  const working = agents.map((agent, index) => work(agent, `agent-${index}`, load))
  try {
    for (const fault of [...faults, undefined]) {
      const goal = acknowledged.count + STRETCH
      const until = Date.now() + (DURATION * 1000) / (faults.length + 1)
      await eventually(
        async () => acknowledged.count,
        (count) => (count >= goal && Date.now() >= until) || acknowledged.others.length > 0,
        DURATION + 60,
      )
      // While the fault happens as well.
      await Promise.all([fault?.(), leave(leaving.pop()!, instances, acknowledged)])
    }
  } finally {
    controller.abort()
    await Promise.all(working)
  }
  assert.deepEqual(acknowledged.others, [])
  for (const { address } of instances) {
    assert.equal((await fetch(`${address}/readyz`)).status, 200)
    for (const access of acknowledged.revoked) await assertDead(address, access)
  }

  const db = await openDatabase(databaseUrl, () => undefined)
  try {
    const rows = await db.rows<{ url: string; read_at: number | null }>('SELECT url, read_at FROM items')
    const found = new Map(rows.map(({ url, read_at: readAt }) => [url, readAt]))
    assert.deepEqual(
      [...acknowledged.saved].filter((url) => !found.has(url)),
      [],
    )
    assert.deepEqual(
      [...acknowledged.read].filter((url) => found.get(url) === null),
      [],
    )
    // What a process was at when it was killed falls due when its lease ends, for which nobody needs to wait here.
    await db.run('UPDATE jobs SET due_at = 0 WHERE lease IS NOT NULL')
    await eventually(
      () =>
        db.rows("SELECT url FROM items WHERE content_status <> 'ready' AND url LIKE ?", `${site.origin}/%`),
      (unread) => unread.length === 0,
      DURATION + 60,
    )
    const twice = await db.rows(
      "SELECT item_id FROM changes WHERE action = 'fetch-page' GROUP BY item_id HAVING COUNT(*) > 1",
    )
    assert.deepEqual(twice, [])
    // What waits to be fetched has a job, due or leased by one who may be dead.
    const lost = await db.rows(`SELECT id FROM items i WHERE content_status = 'pending'
      AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.account_id = i.account_id AND j.subject = i.id)`)
    assert.deepEqual(lost, [])
    const miscounted = await db.rows(`SELECT account_id FROM queues q
      WHERE unread <> (SELECT COUNT(*) FROM items i WHERE i.account_id = q.account_id AND read_at IS NULL)
         OR read <> (SELECT COUNT(*) FROM items i WHERE i.account_id = q.account_id AND read_at IS NOT NULL)`)
    assert.deepEqual(miscounted, [])
    // Only the reuse of a token and revocation end a grant: no answer that was lost may look like reuse.
    const ended = await db.rows<{ count: number }>(
      'SELECT revocation_reason AS because, COUNT(*) AS count FROM grants WHERE revoked_at IS NOT NULL GROUP BY revocation_reason',
    )
    assert.deepEqual(
      ended.map((row) => ({ ...row })),
      [{ because: 'agent', count: acknowledged.revoked.length }],
    )
  } finally {
    await db.close()
  }
}

it('Ten agents lose nothing on PostgreSQL when an instance is killed and the database restarts', async () => {
  const postgres = await startPostgres()
  const databaseUrl = `${postgres.url}/postgres`
  const instances: Instance[] = []
  try {
    const env = { DATABASE_URL: databaseUrl, ALLOW_PRIVATE_FETCH: '1' }
    instances.push(await createInstance(env), await createInstance(env))
    const second = instances[1]!
    await surviveFaults(databaseUrl, instances, [
      async () => {
        await second.kill()
        await second.start()
      },
      async () => {
        await postgres.crash()
        await postgres.restart()
      },
    ])
  } finally {
    await Promise.all(instances.map((instance) => instance.kill()))
    await postgres.stop()
  }
})

it('Ten agents lose nothing on SQLite when the process is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rq-faults-'))
  const file = join(folder, 'queue.db')
  const databaseUrl = `sqlite:${file}`
  const instances: Instance[] = []
  try {
    const instance = await createInstance({ DATABASE_URL: databaseUrl, ALLOW_PRIVATE_FETCH: '1' })
    instances.push(instance)
    await surviveFaults(databaseUrl, instances, [
      async () => {
        await instance.kill()
        await instance.start()
      },
    ])
    await instance.kill()
    assert.deepEqual(findDamage(file), [])
  } finally {
    await Promise.all(instances.map((instance) => instance.kill()))
    rmSync(folder, { recursive: true, force: true })
  }
})
