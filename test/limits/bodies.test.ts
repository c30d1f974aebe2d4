import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type Agent, connectAgent, signUp } from '../support/agent.ts'
import {
  type ServiceProcess,
  assertLowLatency,
  type LatencyProbe,
  openLatencyProbe,
  startServiceProcess,
} from '../support/latency-probe.ts'
import { deadLink } from '../support/links.ts'
import { checkProblem } from '../support/problem-check.ts'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const MEGABYTE = 1024 * 1024
const SIZE = 28 * MEGABYTE

/** The resident memory that a refusal may cost, in megabytes: some pieces of it, and what is collected late. */
const REFUSAL_COSTS = 120

describe('Bodies of any size and structure', () => {
  let service: ServiceProcess
  let probe: LatencyProbe
  let agent: Agent
  before(async () => {
    service = await startServiceProcess('sqlite')
    probe = await openLatencyProbe(service)
    agent = await connectAgent(service.baseUrl, await signUp(service.baseUrl))
  })
  after(() => service.stop())

  const send = (path: string, body: Uint8Array, type = JSON_TYPE) =>
    agent.call(path, { method: 'POST', headers: { 'content-type': type }, body })

  /** Text over and over, up to SIZE, after `before`. */
  const filled = (before: string, text: string, size = SIZE) =>
    Buffer.concat([Buffer.from(before), Buffer.alloc(size, text)])

  const refused: [name: string, path: string, body: Buffer, type?: string][] = [
    ['small values', '/queue', filled(`{"url":"${deadLink('x')}","x":[`, '{},')],
    ['nested lists', '/queue', filled('{"x":', '[')],
    ['members', '/queue', filled('{', '"a":1,')],
    ['one long text', '/queue', filled('{"title":"', 'x')],
    ['commas in tags', '/queue', filled('{"tags":"', ',')],
    ['lines of links', '/queue/save-links', filled('{"links":"', '\\n')],
    ['a page beside others', '/queue', filled(`{"html":"x","x":[`, '1,')],
    ['small values in a message', '/mcp', filled('{"jsonrpc":"2.0","id":1,"params":[', '{},', 15 * MEGABYTE)],
    ['nested lists in a message', '/mcp', filled('{"params":', '[', 15 * MEGABYTE)],
    ['spaces of a form', '/queue', filled(`url=${deadLink('x')}&title=`, '+'), FORM_TYPE],
    ['parameters of a form', '/queue', filled('', '&a=b'), FORM_TYPE],
  ]

  it('delay nobody, are refused with 413, and take no memory', async () => {
    const before = service.memory()
    const latency = await probe.measureDuring(async () => {
      for (const [name, path, body, type] of refused) {
        const response = await send(path, body, type)
        if (path === '/mcp') assert.equal(response.status, 413, name)
        else await checkProblem(response, 413, service.baseUrl)
      }
    })
    assertLowLatency(latency)
    const cost = service.memory() - before
    assert.ok(cost < REFUSAL_COSTS, `${cost.toFixed(0)} MB`)
  })

  it('are refused while they arrive, not afterwards', async () => {
    const { hostname, port, host } = new URL(service.baseUrl)
    const begun: [path: string, begin: string][] = [
      ['/queue', `{"x":[${'{},'.repeat(11_000)}`],
      ['/queue', '['.repeat(40_000)],
      ['/mcp', `{"params":[${'{},'.repeat(11_000)}`],
    ]
    for (const [path, begin] of begun) {
      const socket = connect(Number(port), hostname)
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${agent.access}\r\n` +
          `Content-Type: ${JSON_TYPE}\r\nContent-Length: ${SIZE / 2}\r\n\r\n${begin}`,
      )
      const [answer] = (await once(socket, 'data')) as [Buffer]
      socket.destroy()
      assert.match(answer.toString(), /^HTTP\/1\.1 413 /, path)
    }
  })

  it('delay nobody even if they are accepted, as captured pages are', async () => {
    const page = '<p>1 + 1 = "2"</p>\n'
    const json = (html: string) => Buffer.from(JSON.stringify({ url: deadLink('page'), html }))
    const escaped = Buffer.from(`{"url":"${deadLink('page')}","html":"${'\\u0041'.repeat(4_900_000)}"}`)
    const bodies: [Buffer, string?][] = [
      [json(page.repeat(9_900_000 / page.length))],
      [escaped],
      [filled(`url=${deadLink('page')}&html=`, '+', 9_900_000), FORM_TYPE],
      [filled(`url=${deadLink('page')}&html=`, '%2B', 29_700_000), FORM_TYPE],
    ]
    const latency = await probe.measureDuring(async () => {
      for (const [body, type] of bodies) {
        const response = await send('/queue', body, type)
        assert.ok(response.ok, await response.text())
      }
      // Within what a page may be escaped to, but larger than a page.
      const tooLarge = filled(`url=${deadLink('page')}&html=`, 'a+')
      await checkProblem(await send('/queue', tooLarge, FORM_TYPE), 422, service.baseUrl)
    })
    assertLowLatency(latency)
  })
})
