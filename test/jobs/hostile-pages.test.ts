import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { after, before, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type Agent, connectAgent, type Entity, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { onBothEngines } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

const MB = 1024 * 1024

/** What a page with a mind to do harm answers, by its path. */
const ANSWERS: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/bomb': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
    response.end(gzipSync(Buffer.alloc(200 * MB)))
  },
  '/endless': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const chunk = '<i>'.repeat(20_000)
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    more()
  },
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/inward': (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:22/' }).end(),
  '/nested': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<div>'.repeat(1_000_000))
  },
  '/catastrophic': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(`<body class="${'a-'.repeat(MB)}"><p>${'<b <b '.repeat(MB / 4)}${' '.repeat(MB)}`)
  },
}

onBothEngines('A hostile page', (service) => {
  let site: WebServer
  let agent: Agent
  /** Settles once somebody else was answered while the page was under way. */
  let answered: PromiseWithResolvers<void>
  before(async () => {
    site = await startWebServer((request, response) => {
      void answered.promise.then(() => ANSWERS[request.url ?? '']?.(request, response))
    })
    agent = await connectAgent(service().baseUrl, await signUp(service().baseUrl))
  })
  after(() => site.stop())

  for (const path of Object.keys(ANSWERS)) {
    it(`like ${path} ends with a readable reason, and all other requests are served meanwhile`, async () => {
      answered = Promise.withResolvers()
      const item = await agent.save({ url: `${site.origin}${path}` })
      const current = () => agent.entity(linkOf(item, 'self')!)
      assert.equal((await current()).properties.content.status, 'pending')
      answered.resolve()
      const done = await eventually<Entity>(
        current,
        ({ properties }) => properties.content.status !== 'pending',
      )
      assert.equal(done.properties.content.status, 'failed')
      assert.match(done.properties.content.reason, /^[A-Z].+\.$/)
    })
  }
})
