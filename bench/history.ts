import type { Connection, Database } from '../src/database/database.ts'
import { createApp } from '../src/app.ts'
import { HTTP_LIMITS } from '../src/server/http-server.ts'
import { connectAgent, signUp } from '../test/support/agent.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { ENGINES, startService } from '../test/support/service.ts'
import { median, print } from './compare.ts'
import { addResult } from './results.ts'

const ROUNDS = 40
const SAVES = 25
/** Enough agents that none reaches its rate limit. */
const AGENTS = 5
const LIMITS = { AGENT_CHANGES_A_MINUTE: '600', AGENT_REMOVALS_AN_HOUR: '200' }

/** Measures an agent's save with and without the statements that record history, alternating round by round. */
export async function benchHistory(): Promise<void> {
  const postgres = await startPostgres()
  process.env['TEST_POSTGRES_URL'] = postgres.url
  try {
    for (const engine of ENGINES) await benchEngine(engine)
  } finally {
    await postgres.stop()
  }
}

async function benchEngine(engine: (typeof ENGINES)[number]): Promise<void> {
  const service = await startService(engine, { env: LIMITS })
  try {
    const { services } = service.running
    const person = await signUp(service.baseUrl)
    const tokens: string[] = []
    for (let index = 0; index < AGENTS; index++) {
      tokens.push((await connectAgent(service.baseUrl, person)).access)
    }
    const apps = [
      { name: 'with', app: createApp(services, HTTP_LIMITS), times: [] as number[] },
      {
        name: 'without',
        app: createApp({ ...services, db: withoutHistory(services.db) }, HTTP_LIMITS),
        times: [] as number[],
      },
    ]
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { name, app, times } of round % 2 === 0 ? apps : apps.toReversed()) {
        for (let index = 0; index < SAVES; index++) {
          const link = {
            url: `http://127.0.0.1:9/${name}/${round}/${index}`,
            title: 'A link',
            tags: ['bench'],
          }
          const startedAt = performance.now()
          const answer = await app.request('/queue', {
            method: 'POST',
            headers: {
              authorization: `Bearer ${tokens[index % AGENTS]}`,
              'content-type': 'application/json',
            },
            body: JSON.stringify(link),
          })
          if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
          if (round > 0) times.push(performance.now() - startedAt)
        }
      }
    }
    const [recorded = NaN, bare = NaN] = apps.map(({ times }) => median(times))
    print(
      `A save on ${engine}, median of ${ROUNDS * SAVES}: ${recorded.toFixed(2)} ms with history, ` +
        `${bare.toFixed(2)} ms without, ${(recorded / bare).toFixed(2)} times`,
    )
    addResult({ work: `A save on ${engine} with history, time`, measured: recorded / bare, atMost: 1.25 })
  } finally {
    await service.stop()
  }
}

/** The same database without the statements that record history. */
function withoutHistory(db: Database): Database {
  return {
    ...db,
    publish: () => undefined,
    transaction: (work) => db.transaction((tx) => work(skipHistoryStatements(tx))),
  }
}

function skipHistoryStatements(tx: Connection): Connection {
  return {
    ...tx,
    run: (sql, ...values) =>
      sql.startsWith('INSERT INTO changes') ? Promise.resolve(0) : tx.run(sql, ...values),
    row: (sql, ...values) =>
      sql.includes('FROM changes') ? Promise.resolve(undefined) : tx.row(sql, ...values),
  }
}
