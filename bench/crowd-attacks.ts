import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sleep } from '../src/ports/clock.ts'
import {
  type Agent,
  connectAgent,
  type Entity,
  type Person,
  signUp,
  submitAction,
} from '../test/support/agent.ts'
import type { ServiceProcess } from '../test/support/latency-probe.ts'
import { openStream } from '../test/support/event-stream.ts'
import { eventually } from '../test/support/eventually.ts'
import { deadLink } from '../test/support/links.ts'
import { postJson } from '../test/support/oauth.ts'

type Attacker = { service: ServiceProcess; person: Person; agent: Agent }

/** The worst that one caller can do: the preparation, and then the attack itself. */
export type Attack = { name: string; prepare: (attacker: Attacker) => Promise<() => Promise<unknown>> }

const MEGABYTE = 1024 * 1024
const ITEMS = 10_000
/** The duration in milliseconds of an attack that does not end by itself. */
const ATTACK_DURATION = 4000

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }

export const attacks: Attack[] = [
  { name: 'nothing', prepare: async () => () => sleep(ATTACK_DURATION) },
  {
    name: 'a body of small values, 30 MB',
    prepare: async ({ agent }) =>
      sending(agent, '/queue', { headers: json, body: filled('{"url":"http://x/","x":[', '{},') }),
  },
  {
    name: 'a message of small values to /mcp, 15 MB',
    prepare: async ({ agent }) =>
      sending(agent, '/mcp', { headers: json, body: filled('{"params":[', '{},', 15) }),
  },
  {
    name: 'a page of 29 MB in a form',
    prepare: async ({ agent }) =>
      sending(agent, '/queue', { headers: form, body: filled('url=http://x/&html=', 'a+', 28) }),
  },
  {
    name: `export of ${ITEMS} items, five at once`,
    async prepare({ person, agent }) {
      await fill(agent)
      return () => Promise.all(Array.from({ length: 5 }, () => person.browser.open('/account/export')))
    },
  },
  {
    name: 'article of 1 MB of <i>, opened again and again',
    async prepare({ person, agent }) {
      const html = `<article><h1>Letters</h1>${`<p>${'<i>x</i> word '.repeat(20)}</p>`.repeat(3500)}</article>`
      const { properties }: Entity = await agent.save({ url: deadLink('italic'), html })
      const path = `/queue/items/${properties.id}`
      await eventually(
        () => agent.entity(path),
        (item) => item.properties.content.status !== 'pending',
        120,
      )
      return () =>
        repeatWhileAttacking(async (time) => {
          const body = JSON.stringify({ progress: (time % 100) / 100 })
          await agent.call(`${path}/set-progress`, { method: 'PUT', headers: json, body })
          await person.browser.open(path)
        })
    },
  },
  {
    name: `deletion of an account of ${ITEMS} items`,
    async prepare({ person, agent }) {
      await fill(agent)
      const page = await person.browser.open('/account')
      return async () => {
        await person.browser.submit(page, { email: person.email }, { action: '/account/delete' })
        await sleep(ATTACK_DURATION)
      }
    },
  },
  {
    name: 'searches for w* and rare words, ten at once',
    async prepare({ agent }) {
      await fill(agent)
      const queries = ['w*', 'a*', 'w* -word', 'w* under:1m is:favourite', 'word* site:none.example']
      return () =>
        limit(10, (time) => get(agent, `/queue?q=${encodeURIComponent(queries[time % queries.length]!)}`))
    },
  },
  {
    name: 'jobs: 80 links to hosts that never answer',
    async prepare({ agent }) {
      const hosts = await Promise.all(Array.from({ length: 8 }, (_, n) => silentHost(n)))
      return async () => {
        const links = Array.from({ length: 80 }, (_, n) => `${hosts[n % hosts.length]!}/${n}`)
        await submitAction(agent, await agent.entity('/queue'), { name: 'save-links', fields: { links } })
        await sleep(ATTACK_DURATION)
      }
    },
  },
  {
    name: 'ten accounts with 100 streams each',
    async prepare({ service }) {
      const agents = await Promise.all(
        Array.from({ length: 10 }, async () => connectAgent(service.baseUrl, await signUp(service.baseUrl))),
      )
      return async () => {
        const opened = agents.map((agent) =>
          Promise.all(Array.from({ length: 100 }, () => openStream(service.baseUrl, agent))),
        )
        const streams = (await Promise.all(opened)).flat()
        await sleep(ATTACK_DURATION)
        for (const stream of streams) stream.disconnect()
      }
    },
  },
  {
    name: '260 bodies of 1 MB, all but their ends',
    prepare: async ({ service, agent }) => {
      const head =
        `POST /queue HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${agent.access}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${MEGABYTE}\r\n\r\n`
      return holdConnections(service, 260, `${head}{"html":"${'x'.repeat(MEGABYTE - 100)}`)
    },
  },
  {
    name: 'requests sent ahead, on 20 connections',
    prepare: async ({ service }) =>
      floodConnections(service, 20, 'GET /login HTTP/1.1\r\nHost: l\r\n\r\n'.repeat(2000)),
  },
  {
    name: 'chunks of one byte, on 20 connections',
    prepare: async ({ service, agent }) =>
      floodConnections(service, 20, CHUNKED(agent) + '1\r\nx\r\n'.repeat(20_000)),
  },
  {
    name: 'chunks of 20 bytes, on 20 connections',
    prepare: async ({ service, agent }) =>
      floodConnections(service, 20, CHUNKED(agent) + `14\r\n${'x'.repeat(20)}\r\n`.repeat(20_000)),
  },
  {
    name: 'a body that is refused, 25 MB, ten at once',
    prepare: async ({ agent }) => {
      const send = sending(agent, '/queue', {
        headers: json,
        body: filled('{"url":"http://x/","x":[', '{},', 25),
      })
      return () => Promise.all(Array.from({ length: 10 }, send))
    },
  },
  {
    name: 'a page of 10 MB in JSON',
    prepare: async ({ agent }) => {
      const page = '<p>1 + 1 = "2"</p>\n'
      const body = JSON.stringify({ url: deadLink('page'), html: page.repeat(9_900_000 / page.length) })
      return sending(agent, '/queue', { headers: json, body: Buffer.from(body) })
    },
  },
  {
    name: 'a page of 10 MB in JSON, escaped',
    prepare: async ({ agent }) => {
      const body = `{"url":"${deadLink('escaped')}","html":"${'\\u0041'.repeat(4_900_000)}"}`
      return sending(agent, '/queue', { headers: json, body: Buffer.from(body) })
    },
  },
  {
    name: 'a page of 15 MB to /mcp',
    prepare: async ({ agent }) => {
      const headers = { ...json, accept: 'application/json, text/event-stream' }
      // The first message loads the SDK.
      await agent.call('/mcp', { method: 'POST', headers, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' })
      const html = '\\u0041'.repeat(2_500_000)
      const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"save_link","arguments":`
      return sending(agent, '/mcp', {
        headers,
        body: Buffer.from(`${call}{"url":"${deadLink('mcp')}","html":"${html}"}}}`),
      })
    },
  },
  {
    name: '9,000 bodies of 32 KB, all but their ends',
    prepare: async ({ service, agent }) => {
      const head = `POST /queue HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${agent.access}\r\n`
      const rest = `Content-Type: application/json\r\nContent-Length: ${32 * 1024}\r\n\r\n`
      return holdConnections(service, 9000, `${head}${rest}{"x":"${'x'.repeat(32 * 1024 - 100)}`)
    },
  },
  {
    name: '10,100 half requests',
    prepare: async ({ service }) =>
      holdConnections(service, 10_100, 'GET / HTTP/1.1\r\nHost: localhost\r\nX: '),
  },
  {
    name: 'registrations, as many as pass',
    prepare: async ({ service }) => {
      const client = { redirect_uris: ['http://127.0.0.1:1/callback'] }
      return () =>
        limit(10, async () => {
          await (await postJson(service.baseUrl, '/oauth/register', { body: client })).arrayBuffer()
        })
    },
  },
]

/** `before`, followed by repeated text of so many megabytes. */
function filled(before: string, text: string, megabytes = 30): Buffer {
  return Buffer.concat([Buffer.from(before), Buffer.alloc(megabytes * MEGABYTE, text)])
}

function sending(
  agent: Agent,
  path: string,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
) {
  return () =>
    repeatWhileAttacking(async () => {
      const response = await agent.call(path, { method: 'POST', headers, body: new Uint8Array(body) })
      await response.arrayBuffer()
    })
}

async function repeatWhileAttacking(work: (time: number) => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  for (let time = 0; performance.now() - startedAt < ATTACK_DURATION; time++) await work(time)
}

async function limit(count: number, work: (time: number) => Promise<unknown>): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, (_, n) => repeatWhileAttacking((time) => work(time * count + n))),
  )
}

async function get(agent: Agent, path: string): Promise<void> {
  await (await agent.call(path)).arrayBuffer()
}

/** Saves many links with unique words. */
async function fill(agent: Agent): Promise<void> {
  const queue = await agent.entity('/queue')
  for (let start = 0; start < ITEMS; start += 100) {
    const links = Array.from({ length: 100 }, (_, n) => {
      const number = start + n
      return {
        url: deadLink(`crowd/${number}`),
        title: `word w${number} a${number % 977}`,
        note: 'a note of words',
      }
    })
    const response = await submitAction(agent, queue, { name: 'save-links', fields: { links } })
    if (!response.ok) throw new Error(await response.text())
    await response.arrayBuffer()
  }
}

/** Opens `count` connections, a hundred at a time, sends `text` on each, and keeps them open. */
function holdConnections({ baseUrl }: ServiceProcess, count: number, text: string): () => Promise<void> {
  return async () => {
    const sockets: Socket[] = []
    try {
      while (sockets.length < count) {
        const some = Array.from({ length: Math.min(100, count - sockets.length) }, async () => {
          const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
          sockets.push(socket.on('error', () => undefined))
          await once(socket, 'connect').catch(() => undefined)
          socket.write(text)
        })
        await Promise.all(some)
      }
      await sleep(ATTACK_DURATION)
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  }
}

/** Sends `text` repeatedly over `count` concurrent connections, replacing each one that ends. */
function floodConnections({ baseUrl }: ServiceProcess, count: number, text: string): () => Promise<void> {
  const send = async () => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1')
      .on('error', () => undefined)
      .resume()
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(text)
    await Promise.race([closed, sleep(ATTACK_DURATION)])
    socket.destroy()
  }
  return () => limit(count, send)
}

/** The beginning of a request with a chunked body. */
const CHUNKED = ({ access }: Agent) =>
  `POST /queue HTTP/1.1\r\nHost: l\r\nAuthorization: Bearer ${access}\r\nContent-Type: application/json\r\n` +
  'Transfer-Encoding: chunked\r\n\r\n6\r\n{"a":"\r\n'

/** A server that accepts connections and never responds, each on its own address, like separate hosts. */
async function silentHost(number: number): Promise<string> {
  const server = createServer(() => undefined).listen(0, `127.0.0.${number + 2}`)
  server.unref()
  await once(server, 'listening')
  const { address, port } = server.address() as AddressInfo
  return `http://${address}:${port}`
}
