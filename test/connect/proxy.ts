import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { socketOf } from '../support/oauth.ts'
import { type Engine, startService, type TestService } from '../support/service.ts'
import { startWebServer, type WebServer } from '../support/web-server.ts'

/** How a proxy is set up wrongly; what is left out passes as it is. */
export type Bend = {
  /** Answers by itself where it returns true. */
  instead?(asked: IncomingMessage, response: ServerResponse): boolean
  /** Changes the headers that are passed on. */
  request?(headers: IncomingHttpHeaders): void
  /** Changes the headers that come back. */
  answer?(headers: IncomingHttpHeaders): void
  /** Changes the body that comes back. */
  body?(text: string): string
}

export type Proxied = {
  service: TestService
  /** Where the service itself listens, past the proxy. */
  socket: string
  proxy: WebServer
  stop(): Promise<void>
}

/** A service whose public address is that of a proxy with this bend. */
export async function startBehindProxy(
  engine: Engine,
  bend: Bend,
  env: Record<string, string> = {},
): Promise<Proxied> {
  let service: TestService | undefined
  const proxy = await startWebServer((asked, response) => {
    if (service && !bend.instead?.(asked, response)) passOn(socketOf(service), { asked, response }, bend)
  })
  service = await startService(engine, { env: { BASE_URL: proxy.origin, ...env } })
  const started = service
  return {
    service: started,
    socket: socketOf(started),
    proxy,
    async stop() {
      await started.stop()
      await proxy.stop()
    },
  }
}

/** Passes a request on to where a service listens, and its answer back. */
export function passOn(
  socket: string,
  { asked, response }: { asked: IncomingMessage; response: ServerResponse },
  bend: Bend = {},
): void {
  const headers = { ...asked.headers }
  bend.request?.(headers)
  const sent = request(socket + asked.url, { method: asked.method, headers, agent: false }, (answer) => {
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    answer.on('end', () => {
      const back = { ...answer.headers }
      delete back['content-length']
      delete back['transfer-encoding']
      bend.answer?.(back)
      const body = Buffer.concat(chunks)
      response.writeHead(answer.statusCode ?? 502, back)
      response.end(bend.body ? bend.body(body.toString()) : body)
    })
  })
  sent.on('error', () => response.writeHead(502).end())
  asked.pipe(sent)
}

/** Answers by itself below a path, as a proxy does that does not pass it on. */
export function onPath(
  path: string,
  status: number,
  { headers = {}, body = '' }: { headers?: Record<string, string>; body?: string } = {},
): NonNullable<Bend['instead']> {
  return (asked, response) => {
    if (!asked.url?.startsWith(path)) return false
    response.writeHead(status, headers).end(body)
    return true
  }
}
