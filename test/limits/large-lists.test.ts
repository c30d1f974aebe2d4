import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Database, placeholders, type Value } from '../../src/database/database.ts'
import { type Agent, agentWith, connectAgent, type Person, signUp } from '../support/agent.ts'
import { createBrowser } from '../support/browser.ts'
import { assertLowLatency, openLatencyProbe, startServiceProcess } from '../support/latency-probe.ts'
import { accountIdOf } from '../support/history.ts'
import { ENGINES, type TestService, startService } from '../support/service.ts'

const ROWS = 200_000
const AT_ONCE = 1000
const CLIENTS = 20
const ATTACK_MS = 2000
/** When the changes were made; old ones are pruned. */
const RECENTLY = Date.now()

type Filled = { accountId: string; db: Database }

/** Requests of the person's pages or of their agent. Each resolves to the status of the response. */
type QueryContext = { open(path: string): Promise<number>; undoAct(act: number): Promise<number> }

type Ask = (queryContext: QueryContext) => Promise<number>
const opening =
  (path: string): Ask =>
  ({ open }) =>
    open(path)

const LISTS: [what: string, fill: (filled: Filled) => Promise<void>, asks: [Ask, status: number][]][] = [
  [
    'tags',
    ({ accountId, db }) =>
      fill(db, 'tag_counts', (number) => ({ account_id: accountId, tag: `t${number}`, count: 1 })),
    [[opening('/tags/names'), 200]],
  ],
  [
    'highlights',
    ({ accountId, db }) =>
      fill(db, 'highlights', (number) => ({
        account_id: accountId,
        item_id: `i${Math.floor(number / 1000)}`,
        id: `h${number}`,
        exact: `A quote ${number}`,
        prefix: '',
        suffix: '',
        colour: 'yellow',
        created_at: number,
        updated_at: number,
        author: 'agent',
        agent_id: `a${number % 3}`,
        agent_name: 'An agent',
        bytes: 10,
      })),
    ['/highlights', '/highlights?colour=blue', '/highlights/review'].map((path) => [opening(path), 200]),
  ],
  [
    'changes of an import',
    ({ accountId, db }) =>
      fill(db, 'changes', (number) => ({
        account_id: accountId,
        sequence: number + 1,
        act: number === 0 ? null : 1,
        at: RECENTLY,
        actor: 'person',
        action: 'import-links',
        item_id: `i${number}`,
        after: '{}',
      })),
    [
      [opening('/history'), 200],
      [({ undoAct }) => undoAct(1), 409],
    ],
  ],
]

for (const engine of ENGINES) {
  describe(`An account with ${ROWS} rows that is read again and again, on ${engine},`, () => {
    for (const [what, fillWith, asks] of LISTS)
      it(`slows nobody else down: ${what}`, async (test) => {
        const service = await startService(engine)
        test.after(() => service.stop())
        const person = await signUp(service.baseUrl)
        await fillWith({
          accountId: await accountIdOf(service, person.email),
          db: service.running.services.db,
        })
        const agent = await connectAgent(service.baseUrl, person)
        const attacked = await served(service)
        test.after(() => attacked.stop())
        const probe = await openLatencyProbe(attacked)
        const queryContext = askerAt(attacked.baseUrl, person, agent)
        for (const [ask, status] of asks) {
          assert.equal(await ask(queryContext), status)
          assertLowLatency(await probe.measureDuring(() => askAgainAndAgain(() => ask(queryContext))))
        }
      })
  })
}

/** The same service as a process of its own. */
async function served(service: TestService) {
  await service.running.close()
  return startServiceProcess(service.engine, { DATABASE_URL: service.databaseUrl })
}

function askerAt(baseUrl: string, { browser }: Person, { clientId, access, refresh }: Agent): QueryContext {
  const elsewhere = createBrowser(baseUrl)
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
  const agent = agentWith(baseUrl, clientId, { access, refresh })
  return {
    open: async (path) => (await elsewhere.open(path)).status,
    async undoAct(act) {
      const body = JSON.stringify({ change: act, extent: 'act' })
      const headers = { 'content-type': 'application/json' }
      const response = await agent.call('/queue/undo-change', { method: 'POST', headers, body })
      await response.text()
      return response.status
    },
  }
}

async function askAgainAndAgain(ask: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + ATTACK_MS
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < until) await ask()
    }),
  )
}

async function fill(
  db: Database,
  table: string,
  rowOf: (number: number) => Record<string, Value>,
): Promise<void> {
  for (let from = 0; from < ROWS; from += AT_ONCE) {
    const rows = Array.from({ length: AT_ONCE }, (_, index) => rowOf(from + index))
    const columns = Object.keys(rows[0]!)
    await db.run(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows.map(() => `(${placeholders(columns.length)})`).join(', ')}`,
      ...rows.flatMap((row) => Object.values(row)),
    )
  }
}
