import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { HTTP_LIMITS } from '../../src/server/http-server.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import { createBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf } from '../support/history.ts'
import { deadLink } from '../support/links.ts'
import { callTool } from '../support/mcp.ts'
import { onBothEngines, startService, type TestService } from '../support/service.ts'

const json = { 'content-type': 'application/json' }

/** What a refusal says to a program, and in the header that proxies and libraries read. */
async function refusalOf(
  answer: Response,
): Promise<[status: number, retryAfter: string | null, detail: string]> {
  const type = answer.headers.get('content-type')
  assert.equal(type, 'application/problem+json')
  const { detail, status } = (await answer.json()) as Entity
  assert.equal(status, answer.status)
  return [answer.status, answer.headers.get('retry-after'), detail]
}

onBothEngines('A full queue', (service) => {
  let person: Person
  let agent: Agent
  let accountId: string
  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person)
    accountId = await accountIdOf(service(), person.email)
    await agent.save({ url: deadLink('first'), title: 'First' })
  })

  /** Occupies the running permit of the account and all places of its queue, until it is released. */
  async function occupy(
    permit: 'withChange' | 'withSearch' | 'withPage',
    waiting: number,
  ): Promise<() => Promise<void>> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const withPermit = service().running.services.permits[permit]
    const running = Array.from({ length: 1 + waiting }, () => withPermit(accountId, () => promise))
    return async () => {
      resolve()
      await Promise.all(running)
    }
  }
  const save = (body: unknown) =>
    agent.call('/queue', { method: 'POST', headers: json, body: JSON.stringify(body) })

  it('refuses changes when 200 wait, in each interface', async () => {
    const page = await person.browser.open('/queue')
    const release = await occupy('withChange', 200)
    const detail = 'Too many changes to this queue are waiting right now. Try again in a few seconds.'
    try {
      assert.deepEqual(await refusalOf(await save({ url: deadLink('full') })), [503, '5', detail])
      const { isError, content } = await callTool(service().baseUrl, agent, {
        name: 'save_link',
        args: { url: deadLink('full') },
      })
      assert.deepEqual([isError, content[0]!.text], [true, `${detail} Call again in 5 seconds.`])
      const shown = await person.browser.submit(
        page,
        { url: deadLink('full') },
        { action: '/queue/save-link' },
      )
      assert.deepEqual([shown.status, shown.headers.get('retry-after')], [503, '5'])
      assert.ok(shown.text.includes(detail))
      // Reading goes on, and so does everybody else.
      assert.equal((await agent.call('/queue')).status, 200)
      const other = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
      await other.save({ url: deadLink('other') })
    } finally {
      await release()
    }
    assert.equal((await save({ url: deadLink('full') })).status, 201)
  })

  it('refuses searches when 20 wait, and still shows its lists', async () => {
    const release = await occupy('withSearch', 20)
    const detail = 'Too many searches of this queue wait right now. Try again in a few seconds.'
    try {
      assert.deepEqual(await refusalOf(await agent.call('/queue?q=first')), [503, '5', detail])
      const { content } = await callTool(service().baseUrl, agent, {
        name: 'search',
        args: { query: 'first' },
      })
      assert.equal(content[0]!.text, `${detail} Call again in 5 seconds.`)
      const shown = await person.browser.open('/queue?q=first')
      assert.deepEqual([shown.status, shown.headers.get('retry-after')], [503, '5'])
      assert.equal((await agent.call('/queue')).status, 200)
    } finally {
      await release()
    }
    assert.equal((await agent.entity('/queue?q=first')).entities.length, 1)
  })

  it('refuses captured pages when 20 wait, and still accepts links', async () => {
    const release = await occupy('withPage', 20)
    const detail = 'Too many pages of this queue are being saved right now. Try again in a few seconds.'
    const html = `<p>${'x'.repeat(1024 * 1024)}</p>`
    try {
      assert.deepEqual(await refusalOf(await save({ url: deadLink('page'), html })), [503, '5', detail])
      const message = { jsonrpc: '2.0', id: 1, method: 'ping', params: { html } }
      const response = await agent.call('/mcp', {
        method: 'POST',
        headers: json,
        body: JSON.stringify(message),
      })
      assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '5'])
      assert.equal((await save({ url: deadLink('link') })).status, 201)
    } finally {
      await release()
    }
    assert.equal((await save({ url: deadLink('page'), html })).status, 201)
  })

  it('makes room for a new subscriber from the account with the most, when there are 1,000', async () => {
    const feed = service().running.services.changeFeed
    const subscriptions = Array.from({ length: 1000 }, (_, index) => feed.subscribe(`account ${index % 10}`))
    const never = new AbortController().signal
    // A wait may end early, when the instance has begun to listen: then whoever follows waits again.
    const eviction = assert.rejects(
      async () => {
        for (;;) await subscriptions[0]!.wait(Number.MAX_SAFE_INTEGER, 60_000, never)
      },
      { code: 'busy' },
    )
    try {
      assert.equal((await agent.call('/queue/changes?after=latest&wait=1')).status, 200)
      await eviction
      // The tenth account has the hundred that one may have.
      assert.throws(() => feed.subscribe('account 9'), { code: 'too_many_requests' })
    } finally {
      for (const subscription of subscriptions) subscription.stop()
    }
  })

  it('refuses a new subscriber when there are 1,000, each of another account', async () => {
    const feed = service().running.services.changeFeed
    const subscriptions = Array.from({ length: 1000 }, (_, index) => feed.subscribe(`account ${index}`))
    const detail = 'Too many requests are waiting for changes right now.'
    const stream = { headers: { accept: 'text/event-stream' } }
    try {
      assert.deepEqual(await refusalOf(await agent.call('/queue/changes', stream)), [503, '30', detail])
      const waiting = await agent.call('/queue/changes?after=latest&wait=30')
      assert.deepEqual(await refusalOf(waiting), [503, '30', detail])
      assert.equal((await agent.call('/queue/changes')).status, 200)
    } finally {
      for (const subscription of subscriptions) subscription.stop()
    }
    const response = await agent.call('/queue/changes', stream)
    assert.equal(response.status, 200)
    await response.body?.cancel()
  })
})

describe('The memory for bodies', () => {
  const MAX = 1024 * 1024
  let service: TestService
  const agents: Agent[] = []
  before(async () => {
    service = await startService('sqlite', { limits: { ...HTTP_LIMITS, maxBodyBytes: MAX } })
    for (let n = 0; n < 6; n++)
      agents.push(await connectAgent(service.baseUrl, await signUp(service.baseUrl)))
  })
  after(() => service.stop())

  /** Sends all of a body but its last byte. */
  async function sendAllButLastByte(
    agent: Agent,
    size: number,
  ): Promise<{ socket: Socket; answer: () => string }> {
    const { hostname, port } = new URL(service.baseUrl)
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString())).on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(
      `POST /queue HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${agent.access}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`,
    )
    socket.write('x'.repeat(size - 1))
    return { socket, answer: () => answer }
  }

  const links = Array.from({ length: 20 }, (_, n) => `${deadLink(`held/${n}`)}?${'x'.repeat(2000)}`)
  const large = (agent: Agent) =>
    agent.call('/queue/save-links', { method: 'POST', headers: json, body: JSON.stringify({ links }) })

  /** Waits until the service has read what was sent; otherwise it could refuse one of the slow requests. */
  async function waitUntilRead(): Promise<void> {
    for (let n = 0; n < 20; n++) await agents[5]!.entity('/queue')
  }

  it('is available to one account up to a quarter, beyond which only its bodies are refused', async () => {
    const [agent, other] = [agents[0]!, agents[1]!]
    service.clock.hold()
    assert.equal((await large(agent)).status, 200)
    const slow = await Promise.all([1, 2, 3].map(() => sendAllButLastByte(agent, 80 * 1024)))
    await waitUntilRead()
    const detail = 'You are sending too much right now. Try again in a few seconds.'
    const refused = await eventually(
      () => large(agent),
      ({ status }) => status === 429,
    )
    assert.deepEqual(await refusalOf(refused), [429, '5', detail])
    assert.equal((await large(other)).status, 200)
    // A link is small, and is always taken.
    await agent.save({ url: deadLink('small') })
    // One ends its body.
    slow[0]!.socket.write('x')
    assert.match(String((await once(slow[0]!.socket, 'data'))[0]), /^HTTP\/1\.1 400 /)
    // Another has stalled, and makes room.
    service.clock.advance(3000)
    await sendAllButLastByte(agent, 80 * 1024).then(({ socket }) => slow.push({ socket, answer: () => '' }))
    assert.equal((await large(agent)).status, 200)
    for (const { socket } of slow) socket.destroy()
    await eventually(
      () => large(agent),
      ({ status }) => status === 200,
    )
  })

  it('includes bodies of 20 KB', async () => {
    const slow = await Promise.all(
      Array.from({ length: 12 }, () => sendAllButLastByte(agents[2]!, 20 * 1024)),
    )
    await waitUntilRead()
    await eventually(
      () => large(agents[2]!),
      ({ status }) => status === 429,
    )
    for (const { socket } of slow) socket.destroy()
    await eventually(
      () => large(agents[2]!),
      ({ status }) => status === 200,
    )
  })

  it('is freed from the account that uses most of it when it is full', async () => {
    const slow = await Promise.all(
      agents.slice(0, 5).flatMap((agent) => [1, 2, 3].map(() => sendAllButLastByte(agent, 70 * 1024))),
    )
    await waitUntilRead()
    assert.equal((await large(agents[5]!)).status, 200)
    await eventually(
      async () => slow.filter(({ answer }) => /^HTTP\/1\.1 503 [^]*Retry-After: 5/i.test(answer())).length,
      (displaced) => displaced > 0,
    )
    for (const { socket } of slow) socket.destroy()
  })
})

it('Emails wait for a mail server that does not answer; past 30 more are refused', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'queue@example.org' }
  const service = await startService('sqlite', { env })
  try {
    const { mail } = service.running.services
    const sent = Array.from({ length: 30 }, (_, n) =>
      mail!.send({ to: `${n}@example.org`, subject: 'x', text: 'x' }).catch((error: unknown) => error),
    )
    await eventually(
      async () => sockets.length,
      (count) => count === 10,
    )
    // Nobody could sign up here: that takes an email too.
    const browser = createBrowser(service.baseUrl)
    const page = await browser.open('/forgot')
    const shown = await browser.submit(page, { email: 'ada@example.org' }, { action: '/forgot' })
    assert.deepEqual([shown.status, shown.headers.get('retry-after')], [503, '5'])
    for (const socket of sockets) socket.destroy()
    server.on('connection', (socket) => socket.destroy())
    await Promise.all(sent)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
    await service.stop()
  }
})
