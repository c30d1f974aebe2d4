import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sleep } from '../src/ports/clock.ts'
import { type Agent, connectAgent, signUp } from '../test/support/agent.ts'
import { articlePage } from '../test/support/article.ts'
import { startProgram } from '../test/support/program.ts'
import { startWebServer, type WebServer } from '../test/support/web-server.ts'
import { print } from './compare.ts'
import { addResult } from './results.ts'

const IMPORTS = 1000
const SAVES = 300
const LINKS_AT_ONCE = 100
const PARAGRAPHS = 60
/** Milliseconds without a request after which fetching counts as finished. */
const QUIET = 3000

/** Measures how fast saves are answered while an import is being fetched, beside saves without an import. */
export async function benchSaves(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rq-bench-'))
  const site = await startWebServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(articlePage('A page of an import', '', PARAGRAPHS))
  }, '0.0.0.0')
  const program = startProgram({ DATA_DIR: folder, ALLOW_PRIVATE_FETCH: '1' })
  try {
    const baseUrl = await program.ready()
    const agent = await connectAgent(baseUrl, await signUp(baseUrl))
    const importer = await connectAgent(baseUrl, await signUp(baseUrl))
    await timeSaves(agent, site.origin, 'warm-up')
    const calm = await timeSaves(agent, site.origin, 'calm')
    // Waits until the saved links have been fetched before the import begins.
    await untilQuiet(site)

    for (let index = 0; index < IMPORTS; index += LINKS_AT_ONCE) {
      const links = Array.from({ length: LINKS_AT_ONCE }, (_, offset) => onHost(site.origin, index + offset))
      await importer.call('/queue/save-links', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ links }),
      })
    }
    const asked = site.requests.length
    const startedAt = performance.now()
    const busy = await timeSaves(agent, site.origin, 'busy')
    const seconds = (performance.now() - startedAt) / 1000
    const imported = site.requests
      .slice(asked)
      .filter(({ headers }) => !headers.host?.startsWith('127.0.0.1')).length

    print(`Saves answered, ${SAVES} one after the other:`)
    print(`  without an import         p50 ${ms(at(calm, 0.5))}, p95 ${ms(at(calm, 0.95))}`)
    print(`  while ${IMPORTS} are fetched   p50 ${ms(at(busy, 0.5))}, p95 ${ms(at(busy, 0.95))}`)
    print(`  ratio                     p50 ${ratio(busy, calm, 0.5)}, p95 ${ratio(busy, calm, 0.95)}`)
    addResult({ work: 'A save while an import is fetched, p50', measured: at(busy, 0.5) / at(calm, 0.5) })
    addResult({ work: 'A save while an import is fetched, p95', measured: at(busy, 0.95) / at(calm, 0.95) })
    print(`  pages of the import fetched meanwhile: ${imported} in ${seconds.toFixed(1)} s`)
  } finally {
    program.process.kill()
    await program.ended
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Uses the many addresses of 127/8 as separate hosts, so that the limit per site does not apply. */
function onHost(origin: string, number: number): string {
  const host = `127.1.${Math.floor(number / 250)}.${(number % 250) + 1}`
  return `${origin.replace('127.0.0.1', host)}/import`
}

/** Sorted durations of the saves, in milliseconds. */
async function timeSaves(agent: Agent, origin: string, name: string): Promise<number[]> {
  const times: number[] = []
  for (let index = 0; index < SAVES; index++) {
    const startedAt = performance.now()
    await agent.save({ url: `${origin}/${name}/${index}` })
    times.push(performance.now() - startedAt)
  }
  return times.sort((a, b) => a - b)
}

/** Waits until the site gets no more requests; failed fetches are retried much later. */
async function untilQuiet(site: WebServer): Promise<void> {
  for (let asked = -1; asked < site.requests.length;) {
    asked = site.requests.length
    await sleep(QUIET)
  }
}

function at(times: number[], share: number): number {
  return times[Math.floor((times.length - 1) * share)] ?? NaN
}

function ratio(a: number[], b: number[], share: number): string {
  return (at(a, share) / at(b, share)).toFixed(2)
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`
}
