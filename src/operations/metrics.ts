import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** A gauge that is read on request. `labels` are names and values. */
export type Measurement = {
  name: string
  help: string
  type?: 'gauge' | 'counter'
  labels?: Record<string, string>
  value: number
}

/** The request metrics of one process, in the Prometheus text format (0.0.4). */
export type Metrics = {
  /** `route` is the pattern, never the address, so that the number of label values is bounded. */
  countRequest(request: { method: string; route: string; status: number; seconds: number }): void
  render(measurements: Measurement[]): Promise<string>
}

const PREFIX = 'reading_queue_'
/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function createMetrics(): Metrics {
  const counted = new Registry()
  const requests = new Counter({
    name: `${PREFIX}http_requests_total`,
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [counted],
  })
  const durations = new Histogram({
    name: `${PREFIX}http_request_seconds`,
    help: 'Time until a request was answered.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers: [counted],
  })
  return {
    countRequest({ method, route, status, seconds }) {
      requests.inc({ method: METHODS.has(method) ? method : 'other', route, status })
      durations.observe({ route }, seconds)
    },
    async render(measurements) {
      const measured = new Registry()
      for (const { name, help, type, labels = {}, value } of measurements) {
        const Kind = type === 'counter' ? Counter : Gauge
        const options = { name: PREFIX + name, help, labelNames: Object.keys(labels), registers: [measured] }
        const known = measured.getSingleMetric(options.name) as Counter | Gauge | undefined
        ;(known ?? new Kind(options)).inc(labels, value)
      }
      return `${await counted.metrics()}\n${await measured.metrics()}`
    },
  }
}
