import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sleep } from '../src/ports/clock.ts'
import { articlePage } from '../test/support/article.ts'
import { startProgram } from '../test/support/program.ts'
import { startWebServer } from '../test/support/web-server.ts'
import { median, print } from './compare.ts'
import type { BaselineResponse } from './baseline-server.ts'
import { startBaseline } from './baseline.ts'
import { callsPerSecond } from './load.ts'
import { addResult } from './results.ts'
import { cookieOf, startSampleService } from './sample-service.ts'

const STARTS = 7
const ITEMS = 25
const LOAD_MS = 15_000
/** Per kind of call. */
const CONNECTIONS = 4

const HEALTH: BaselineResponse = { headers: { 'content-type': 'text/plain' }, pieces: ['ok'], reads: [] }

/** Measures start time and memory beside a process of bare node:http and node:sqlite. Needs Linux for /proc. */
export async function benchProcess(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rq-bench-'))
  try {
    // The first start creates the database for the others.
    await startOurs(folder)
    const ours: Start[] = []
    const bare: Start[] = []
    for (let start = 0; start < STARTS; start++) {
      bare.push(await startBare(folder))
      ours.push(await startOurs(folder))
    }
    const [start, bareStart] = [middle(ours, 'seconds'), middle(bare, 'seconds')]
    const [idle, bareIdle] = [middle(ours, 'megabytes'), middle(bare, 'megabytes')]
    print(
      `\nFrom start to first answer, median of ${STARTS}: ${seconds(start)} by us, ${seconds(bareStart)} bare`,
    )
    print(`Memory, idle: ${megabytes(idle)} of us, ${megabytes(bareIdle)} bare`)
    addResult({ work: 'Start to first answer', measured: start, unit: 's', atMost: 0.6 })
    addResult({ work: 'Start to first answer, bare', measured: bareStart, unit: 's' })
    addResult({ work: 'Memory, idle', measured: idle, unit: 'MB', atMost: 120 })
    addResult({ work: 'Memory, idle, bare', measured: bareIdle, unit: 'MB' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  await benchMemoryUnderLoad()
}

type Start = { seconds: number; megabytes: number }

async function startOurs(folder: string): Promise<Start> {
  const startedAt = performance.now()
  const program = startProgram({ DATA_DIR: folder })
  try {
    return await firstAnswer(startedAt, await program.ready(), program.process.pid!)
  } finally {
    program.process.kill()
    await program.ended
  }
}

async function startBare(folder: string): Promise<Start> {
  const startedAt = performance.now()
  const baseline = await startBaseline({
    file: join(folder, 'baseline.db'),
    answers: { 'GET /healthz': HEALTH },
  })
  try {
    return await firstAnswer(startedAt, baseline.origin, baseline.pid)
  } finally {
    baseline.stop()
  }
}

async function firstAnswer(startedAt: number, origin: string, pid: number): Promise<Start> {
  const response = await fetch(`${origin}/healthz`)
  await response.text()
  const seconds = (performance.now() - startedAt) / 1000
  if (!response.ok) throw new Error(`The first answer is ${response.status}.`)
  // Waits for work that a start leaves in the background.
  await sleep(1000)
  return { seconds, megabytes: memoryOf(pid) }
}

/** Lists, pages, articles and saves concurrently; the page of each save is fetched and read. */
async function benchMemoryUnderLoad(): Promise<void> {
  const service = await startSampleService(ITEMS)
  const site = await startWebServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(articlePage('A page to read later', '', 40))
  })
  try {
    const { baseUrl: origin, agent, pid } = service
    const api = { accept: 'application/vnd.siren+json', authorization: `Bearer ${agent.access}` }
    const page = { accept: 'text/html', ...cookieOf(service.person) }
    const json = { ...api, 'content-type': 'application/json' }
    let number = 0
    const body = () => JSON.stringify({ url: `${site.origin}/saved/${number++}` })
    const rates = await Promise.all(
      [
        { origin, path: '/queue', headers: api },
        { origin, path: '/queue', headers: page },
        { origin, path: '/queue', headers: json, body },
      ].map((call) => callsPerSecond(call, CONNECTIONS, LOAD_MS)),
    )
    const used = memoryOf(pid)
    const perSecond = rates.map((rate) => rate.toFixed(0)).join(', ')
    print(
      `Memory after ${LOAD_MS / 1000} s of lists, pages and saves (${perSecond} per second): ${megabytes(used)}`,
    )
    addResult({ work: 'Memory after load', measured: used, unit: 'MB', atMost: 320 })
  } finally {
    await service.stop()
    await site.stop()
  }
}

/** Resident memory in megabytes. */
function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

function middle(starts: Start[], what: keyof Start): number {
  return median(starts.map((start) => start[what]))
}

function seconds(time: number): string {
  return `${time.toFixed(2)} s`
}

function megabytes(size: number): string {
  return `${size.toFixed(0)} MB`
}
