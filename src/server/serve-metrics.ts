import { createServer, type Server, type ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { promisify } from 'node:util'
import type { Measurement, Metrics } from '../operations/metrics.ts'
import { SECOND } from '../ports/clock.ts'
import type { Services } from '../services.ts'

const NANOSECONDS_PER_SECOND = 1e9
const MICROSECONDS_PER_SECOND = 1e6
/** Milliseconds between samples of the event loop's delay, which contain them. */
const RESOLUTION = 10
const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** A server of its own for Prometheus, so that a proxy in front of the service never shows it. */
export function createMetricsServer(services: Services, metrics: Metrics, mainServer: Server): Server {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  async function answer(response: ServerResponse): Promise<void> {
    const delaySeconds = Math.max(0, delay.percentile(99) / NANOSECONDS_PER_SECOND - RESOLUTION / SECOND)
    delay.reset()
    const connections = await promisify(mainServer.getConnections.bind(mainServer))()
    const jobs = await jobGauges(services).catch(() => [up(0)])
    const text = await metrics.render([...processGauges(delaySeconds, connections), ...jobs])
    response.writeHead(200, { 'content-type': TYPE }).end(text)
  }
  const server = createServer({ requestTimeout: 10 * SECOND }, (request, response) => {
    if (request.url === '/metrics') void answer(response)
    else response.writeHead(404).end('Only /metrics is here.\n')
  })
  server.maxConnections = 20
  server.on('close', () => delay.disable())
  return server
}

function processGauges(delay: number, connections: number): Measurement[] {
  const { user, system } = process.cpuUsage()
  return [
    { name: 'http_connections', help: 'Connections that are open.', value: connections },
    {
      name: 'event_loop_delay_p99_seconds',
      help: '99th percentile of the delay of the event loop since the last scrape.',
      value: delay,
    },
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'Processor time used.',
      value: (user + system) / MICROSECONDS_PER_SECOND,
    },
    { name: 'process_id', help: 'The process id.', value: process.pid },
    { name: 'process_resident_memory_bytes', help: 'Memory held.', value: process.memoryUsage.rss() },
    { name: 'process_uptime_seconds', help: 'Time since the start.', value: process.uptime() },
  ]
}

async function jobGauges({ db, clock }: Services): Promise<Measurement[]> {
  const now = clock.now()
  const jobs = await db.row<{ leased: number; due: number; later: number; oldest: number | null }>(
    `SELECT COALESCE(SUM(CASE WHEN lease IS NOT NULL AND due_at > ? THEN 1 ELSE 0 END), 0) AS leased,
       COALESCE(SUM(CASE WHEN due_at <= ? THEN 1 ELSE 0 END), 0) AS due,
       COALESCE(SUM(CASE WHEN lease IS NULL AND due_at > ? THEN 1 ELSE 0 END), 0) AS later,
       MIN(due_at) AS oldest FROM jobs`,
    now,
    now,
    now,
  )
  const { leased = 0, due = 0, later = 0, oldest } = jobs ?? {}
  const help = 'Background jobs by state.'
  return [
    up(1),
    ...Object.entries({ leased, due, later }).map(([state, value]) => ({
      name: 'jobs',
      help,
      labels: { state },
      value,
    })),
    {
      name: 'jobs_oldest_due_seconds',
      help: 'How long the oldest due job has waited.',
      value: Math.max(0, now - (oldest ?? now)) / SECOND,
    },
  ]
}

function up(value: 0 | 1): Measurement {
  return { name: 'database_up', help: 'Whether the database answers.', value }
}
