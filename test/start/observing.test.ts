import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { createMetrics } from '../../src/operations/metrics.ts'
import { freePort } from '../support/free-port.ts'
import { startService, type TestService } from '../support/service.ts'

let service: TestService
let metrics: string
before(async () => {
  const port = await freePort()
  metrics = `http://127.0.0.1:${port}/metrics`
  service = await startService('sqlite', {
    env: { METRICS_ADDRESS: `127.0.0.1:${port}`, LOG_REQUESTS: '1' },
  })
})
after(() => service.stop())

it('The health checks report that the service is alive and ready', async () => {
  for (const [path, text] of [
    ['/healthz', 'alive\n'],
    ['/readyz', 'ready\n'],
  ]) {
    const response = await fetch(service.baseUrl + path)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(await response.text(), text)
  }
})

it('The service is not ready if a migration is missing', async () => {
  const { db } = service.running.services
  const steps = await db.rows<{ number: number; name: string; checksum: string }>(
    'SELECT number, name, checksum FROM migrations ORDER BY number DESC LIMIT 1',
  )
  const { number, name, checksum } = steps[0]!
  await db.run('DELETE FROM migrations WHERE number = ?', number)
  const response = await fetch(`${service.baseUrl}/readyz`)
  assert.equal(response.status, 503)
  assert.equal(response.headers.get('retry-after'), '5')
  assert.equal(response.headers.get('content-type'), 'application/problem+json')
  await db.run('INSERT INTO migrations (number, name, checksum) VALUES (?, ?, ?)', number, name, checksum)
  assert.equal((await fetch(`${service.baseUrl}/readyz`)).status, 200)
})

it('The metrics count requests by route, on a separate address', async () => {
  await fetch(`${service.baseUrl}/queue/items/some-secret-in-the-path`)
  await fetch(`${service.baseUrl}/nothing/here`, { method: 'PROPFIND' })
  const response = await fetch(metrics)
  assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  const text = await response.text()
  assert.match(text, /^# TYPE reading_queue_http_requests_total counter$/m)
  assert.match(
    text,
    /^reading_queue_http_requests_total\{method="GET",route="\/queue\/items\/:id",status="401"\} 1$/m,
  )
  assert.match(text, /^reading_queue_http_requests_total\{method="other",route="\/\*",status="404"\} 1$/m)
  assert.match(text, /^reading_queue_http_request_seconds_bucket\{le="\+Inf",route="\/healthz"\} 1$/m)
  assert.match(text, /^reading_queue_jobs\{state="due"\} 0$/m)
  assert.match(text, /^reading_queue_database_up 1$/m)
  assert.doesNotMatch(text, /some-secret/)
  assert.equal(text.split('# TYPE reading_queue_jobs ').length, 2)
  assert.equal((await fetch(new URL('/', metrics))).status, 404)
  assert.equal((await fetch(`${service.baseUrl}/metrics`)).status, 404)
})

it('The metrics have cumulative buckets of durations and escaped labels', async () => {
  const counted = createMetrics()
  for (const seconds of [0.004, 0.02, 99])
    counted.countRequest({ method: 'GET', route: 'a"b\\c\nd', status: 200, seconds })
  const text = await counted.render([{ name: 'one', help: 'One.', value: 1 }])
  const lines = text.split('\n')
  const route = String.raw`route="a\"b\\c\nd"`
  assert.deepEqual(
    lines.filter((line) => /le="(0.005|0.01|0.025|10|\+Inf)"/.test(line)),
    [
      `reading_queue_http_request_seconds_bucket{le="0.005",${route}} 1`,
      `reading_queue_http_request_seconds_bucket{le="0.01",${route}} 1`,
      `reading_queue_http_request_seconds_bucket{le="0.025",${route}} 2`,
      `reading_queue_http_request_seconds_bucket{le="10",${route}} 2`,
      `reading_queue_http_request_seconds_bucket{le="+Inf",${route}} 3`,
    ],
  )
  assert.deepEqual(lines.slice(-4), [
    '# HELP reading_queue_one One.',
    '# TYPE reading_queue_one gauge',
    'reading_queue_one 1',
    '',
  ])
})

it('Each request has an id in its response and in the log, with its trace', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const answer = await fetch(`${service.baseUrl}/auth.md?code=secret`, {
    headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` },
  })
  const id = answer.headers.get('x-request-id') ?? ''
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.equal(answer.headers.get('traceparent'), null)
  const line =
    service
      .logged()
      .split('\n')
      .find((line) => line.includes(id)) ?? ''
  const { event, fields } = JSON.parse(line) as { event: string; fields: Record<string, unknown> }
  assert.deepEqual(
    { event, ...fields, duration: typeof fields['duration'] },
    {
      event: 'Request',
      requestId: id,
      traceId: trace,
      method: 'GET',
      route: '/auth.md',
      status: 200,
      duration: 'number',
    },
  )
  for (const wrong of [
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `ff-${trace}-00f067aa0ba902b7-01`,
    `00-${trace}`,
    'x'.repeat(5000),
  ]) {
    const ignored = await fetch(`${service.baseUrl}/healthz`, { headers: { traceparent: wrong } })
    const own = service
      .logged()
      .split('\n')
      .find((line) => line.includes(ignored.headers.get('x-request-id')!))
    assert.doesNotMatch(own ?? 'none', /traceId|none/)
  }
})
