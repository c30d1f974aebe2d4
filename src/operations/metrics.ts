/** A number as it is when it is asked for. `labels` are name and value. */
export type Gauge = { name: string; help: string; type?: 'gauge' | 'counter'; labels?: Labels; value: number }

type Labels = Record<string, string | number>

/** What one process counts of its requests, in the text format of Prometheus (0.0.4). */
export type Metrics = {
  /** `route` is the pattern, never the address: the number of its values is bounded. */
  countRequest(request: { method: string; route: string; status: number; seconds: number }): void
  render(gauges: Gauge[]): string
}

const PREFIX = 'reading_queue_'
/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

type Histogram = { counts: number[]; sum: number; count: number }

export function createMetrics(): Metrics {
  const requests = new Map<string, { labels: Labels; count: number }>()
  const durations = new Map<string, Histogram>()
  return {
    countRequest({ method, route, status, seconds }) {
      const labels = { method: METHODS.has(method) ? method : 'other', route, status }
      const key = `${labels.method} ${status} ${route}`
      const counted = requests.get(key) ?? { labels, count: 0 }
      counted.count += 1
      requests.set(key, counted)
      const histogram = durations.get(route) ?? { counts: BUCKETS.map(() => 0), sum: 0, count: 0 }
      durations.set(route, histogram)
      const bucket = BUCKETS.findIndex((bound) => seconds <= bound)
      if (bucket >= 0) histogram.counts[bucket]! += 1
      histogram.sum += seconds
      histogram.count += 1
    },
    render(gauges) {
      return [
        ...family('http_requests_total', 'counter', 'Requests answered.'),
        ...[...requests.values()].map(
          ({ labels, count }) => `${PREFIX}http_requests_total${spell(labels)} ${count}`,
        ),
        ...family('http_request_seconds', 'histogram', 'Time until a request was answered.'),
        ...[...durations].flatMap(([route, histogram]) => histogramLines(route, histogram)),
        ...gauges.flatMap((gauge, index) => [
          ...(gauges[index - 1]?.name === gauge.name
            ? []
            : family(gauge.name, gauge.type ?? 'gauge', gauge.help)),
          `${PREFIX}${gauge.name}${spell(gauge.labels ?? {})} ${gauge.value}`,
        ]),
        '',
      ].join('\n')
    },
  }
}

function family(name: string, type: string, help: string): string[] {
  return [`# HELP ${PREFIX}${name} ${help}`, `# TYPE ${PREFIX}${name} ${type}`]
}

/** Buckets are cumulative, and the last one has no bound. */
function histogramLines(route: string, { counts, sum, count }: Histogram): string[] {
  const name = `${PREFIX}http_request_seconds`
  let below = 0
  const buckets = BUCKETS.map(
    (le, index) => `${name}_bucket${spell({ route, le })} ${(below += counts[index]!)}`,
  )
  const labels = spell({ route })
  return [
    ...buckets,
    `${name}_bucket${spell({ route, le: '+Inf' })} ${count}`,
    `${name}_sum${labels} ${sum}`,
    `${name}_count${labels} ${count}`,
  ]
}

function spell(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(String(value))}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escape(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
