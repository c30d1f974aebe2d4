import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sleep } from '../src/ports/clock.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../test/support/agent.ts'
import { articlePage } from '../test/support/article.ts'
import { startProgram } from '../test/support/program.ts'
import { startWebServer } from '../test/support/web-server.ts'

/** A service in a separate process, with a person, a connected agent, and saved articles. */
export type SampleService = {
  baseUrl: string
  pid: number
  /** The file of its SQLite database. */
  file: string
  accountId: string
  person: Person
  agent: Agent
  stop(): Promise<void>
}

const PARAGRAPHS = 40

export async function startSampleService(items: number): Promise<SampleService> {
  const folder = mkdtempSync(join(tmpdir(), 'rq-bench-'))
  const file = join(folder, 'reading-queue.db')
  const site = await startWebServer((request, response) => {
    const title = `A page to read later, by the name of ${request.url}`
    response.writeHead(200, { 'content-type': 'text/html' }).end(articlePage(title, '', PARAGRAPHS))
  })
  const program = startProgram({
    DATA_DIR: folder,
    ALLOW_PRIVATE_FETCH: '1',
    AGENT_CHANGES_A_MINUTE: '0',
  })
  async function stop(): Promise<void> {
    program.process.kill()
    await program.ended
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const baseUrl = await program.ready()
    const person = await signUp(baseUrl)
    const agent = await connectAgent(baseUrl, person)
    for (let index = 0; index < items; index++) {
      const url = `${site.origin}/article-${index}`
      await agent.save({ url, tags: ['web', `tag-${index % 5}`], reason: 'It is about what we spoke of.' })
    }
    while (!(await agent.entity('/queue')).entities.every(isReady)) await sleep(100)
    const db = new DatabaseSync(file, { readOnly: true })
    const accountId = String(db.prepare('SELECT account_id FROM queues').get()!['account_id'])
    db.close()
    return { baseUrl, pid: program.process.pid!, file, accountId, person, agent, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function isReady({ properties }: Entity): boolean {
  return properties.content.status === 'ready'
}

/** The headers of a signed-in person's requests. */
export function cookieOf({ browser }: Person): Record<string, string> {
  return { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
}

/** The rows that a query selects. */
export function rowsOf(file: string, sql: string, ...values: string[]): Record<string, unknown>[] {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return db.prepare(sql).all(...values)
  } finally {
    db.close()
  }
}
