import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sleep } from '../src/ports/clock.ts'
import { type Agent, connectAgent, type Person, signUp } from '../test/support/agent.ts'
import { deadLink } from '../test/support/links.ts'
import { startProgram } from '../test/support/program.ts'
import { median, print } from './compare.ts'
import { addResult } from './results.ts'

const ROWS = 10_000
/** Rows in one transaction, of the import and of the baseline. */
const ROWS_PER_COMMIT = 10
const CALM_SAVES = 100

/**
 * Measures an import of 10,000 rows in a process of its own: how fast the file is accepted and its rows become items, beside a
 * baseline that inserts the same rows with as many commits; the memory of the service; and another account's saves meanwhile.
 */
export async function benchImport(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rq-bench-'))
  const program = startProgram({ DATA_DIR: folder })
  try {
    const baseUrl = await program.ready()
    const importer = await signUp(baseUrl)
    const agent = await connectAgent(baseUrl, importer)
    const victim = await connectAgent(baseUrl, await signUp(baseUrl))
    const calm = await timeSaves(victim, 'calm', (saved) => saved < CALM_SAVES)
    const idle = memoryOf(program.process.pid!)

    const acceptedAt = performance.now()
    const path = await upload(importer, baseUrl)
    const accepted = secondsSince(acceptedAt)
    const startedAt = performance.now()
    await importer.browser.submit(
      await importer.browser.open(path),
      { transition: 'start' },
      { action: path },
    )
    let isOver = false
    let peak = 0
    const watching = untilImported(agent, () => (peak = Math.max(peak, memoryOf(program.process.pid!))))
    void watching.then(() => (isOver = true))
    const busy = await timeSaves(victim, 'busy', () => !isOver)
    await watching
    const perSecond = ROWS / secondsSince(startedAt)
    const baseline = baselineRowsPerSecond(join(folder, 'baseline.db'))

    print(`\nAn import of ${ROWS} rows:`)
    print(`  file accepted and previewed in ${accepted.toFixed(1)} s`)
    print(
      `  ${perSecond.toFixed(0)} rows/s, baseline ${baseline.toFixed(0)} rows/s, ratio ${(perSecond / baseline).toFixed(3)}`,
    )
    print(`  memory ${idle.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most`)
    print(
      `  another account's saves, p50: ${median(calm).toFixed(1)} ms before, ${median(busy).toFixed(1)} ms meanwhile (${busy.length})`,
    )
    addResult({ work: `Import of ${ROWS} rows: accepted`, measured: accepted, unit: 's', atMost: 10 })
    addResult({ work: 'Import: rows per second, to the baseline', measured: perSecond / baseline })
    addResult({ work: 'Import: memory at most', measured: peak, unit: 'MB', atMost: 320 })
    addResult({ work: "Import: another account's save, p50", measured: median(busy) / median(calm) })
  } finally {
    program.process.kill()
    await program.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Sends the file as the form does; gives the path of the import's page. */
async function upload({ browser }: Person, baseUrl: string): Promise<string> {
  const lines = Array.from(
    { length: ROWS },
    (_, n) => `Title ${n},${deadLink(`import/${n}`)},${1684913346 - n},web,unread`,
  )
  const page = await browser.open('/import')
  const body = new FormData()
  body.append('form_token', page.forms.find(({ action }) => action === '/import')!.fields['form_token']!)
  body.append('file', new Blob([['title,url,time_added,tags,status', ...lines].join('\n')]), 'pocket.csv')
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${baseUrl}/import`, {
    method: 'POST',
    body,
    headers: { cookie },
    redirect: 'manual',
  })
  await response.text()
  if (response.status !== 303) throw new Error(`The upload was answered with ${response.status}.`)
  return new URL(response.headers.get('location')!, baseUrl).pathname
}

async function untilImported(agent: Agent, onLook: () => void): Promise<void> {
  for (;;) {
    onLook()
    if ((await agent.entity('/queue?limit=1')).properties.totals.unread >= ROWS) return
    await sleep(100)
  }
}

/** Durations in milliseconds of saves, one after the other, as long as `goesOn`. */
async function timeSaves(agent: Agent, name: string, goesOn: (saved: number) => boolean): Promise<number[]> {
  const times: number[] = []
  while (goesOn(times.length)) {
    const startedAt = performance.now()
    await agent.save({ url: deadLink(`${name}/${times.length}`) })
    times.push(performance.now() - startedAt)
  }
  return times
}

/** As many inserts and commits, into a table with an index and nothing else, as safely on disk. */
function baselineRowsPerSecond(file: string): number {
  const db = new DatabaseSync(file)
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE links (id INTEGER PRIMARY KEY, url TEXT UNIQUE, title TEXT, saved_at INTEGER)`)
  const insert = db.prepare('INSERT INTO links (url, title, saved_at) VALUES (?, ?, ?)')
  const startedAt = performance.now()
  for (let row = 0; row < ROWS; row += ROWS_PER_COMMIT) {
    db.exec('BEGIN IMMEDIATE')
    for (let n = row; n < row + ROWS_PER_COMMIT; n++) insert.run(deadLink(`import/${n}`), `Title ${n}`, n)
    db.exec('COMMIT')
  }
  const perSecond = ROWS / secondsSince(startedAt)
  db.close()
  return perSecond
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000
}

/** Resident memory in megabytes. */
function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}
