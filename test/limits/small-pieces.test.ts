import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import {
  type ServiceProcess,
  assertLowLatency,
  type LatencyProbe,
  openLatencyProbe,
  startServiceProcess,
} from '../support/latency-probe.ts'

/** Megabytes that the service may take for them. */
const COSTS = 150

describe('Requests in many small pieces', () => {
  let service: ServiceProcess
  let probe: LatencyProbe
  before(async () => {
    service = await startServiceProcess('sqlite')
    probe = await openLatencyProbe(service)
  })
  after(() => service.stop())

  /** Sends some text and gives what comes back until the connection is closed. */
  async function answerTo(text: string): Promise<string> {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1')
    // What is sent on after the end of the answer may be answered by a reset.
    socket.on('error', () => undefined)
    let answer = ''
    socket.on('data', (data: Buffer) => (answer += data.toString('latin1')))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(text)
    await closed
    return answer
  }

  const HEAD = 'POST /oauth/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
  const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n6\r\n{"a":"\r\n`

  it('are refused with 413 if the chunks of a body are tiny, and cost nobody anything', async () => {
    const before = service.memory()
    const answers: string[] = []
    const attack = async () => {
      const all = Array.from({ length: 20 }, () => answerTo(CHUNKED + '1\r\nx\r\n'.repeat(15_000)))
      answers.push(...(await Promise.all(all)))
    }
    assertLowLatency(await probe.measureDuring(attack))
    for (const answer of answers) assert.match(answer, /^HTTP\/1\.1 413 /)
    assert.match(answers[0]!, /chunks that are too small/)
    assert.ok(service.memory() - before < COSTS, `${service.memory() - before} MB`)
  })

  it('are read if their chunks are small and few', async () => {
    const body = JSON.stringify({ redirect_uris: ['https://example.org/callback'], client_name: 'Slow' })
    const chunks = [...body].map((character) => `1\r\n${character}\r\n`).join('')
    const answer = await answerTo(
      `${HEAD}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunks}0\r\n\r\n`,
    )
    assert.match(answer, /^HTTP\/1\.1 201 /)
  })

  it('end a connection that sends many before it gets the responses', async () => {
    const one = 'GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const answers: string[] = []
    const attack = async () => {
      const all = Array.from({ length: 20 }, () => answerTo(one.repeat(1400)))
      answers.push(...(await Promise.all(all)))
    }
    assertLowLatency(await probe.measureDuring(attack))
    const count = answers.reduce((sum, answer) => sum + (answer.match(/HTTP\/1\.1 200 /g)?.length ?? 0), 0)
    assert.ok(count <= 20 * 8, `${count} were answered`)
  })
})
