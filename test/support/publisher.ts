import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { AddressPolicy } from '../../src/ports/address-guard.ts'
import { createDocumentFetcher, type FetchDocument } from '../../src/ports/fetch-document.ts'
import { makeCertificate } from '../ports/certificate.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** An https server that publishes metadata documents of clients, under host names that only its own fetcher resolves. */
export type Publisher = {
  port: number
  /** A URL on this server; the host is app.example by default. */
  url(path: string, host?: string): string
  /** Sets the response of a URL: a handler, or the members in which a document differs from a valid one. */
  publish(url: string, document?: Record<string, unknown> | Answer, headers?: Record<string, string>): void
  /** The URLs of all requests. */
  requests: string[]
  /** Fetches documents, with all host names resolved to this server as if it were public. */
  fetchDocument: FetchDocument
  stop(): Promise<void>
}

const NAMES = ['app.example', 'other.example', 'xn--bcher-kva.example', 'claude.ai', 'chatgpt.com']
/** Resolves every host name to this computer. */
export const RESOLVE_TO_THIS_COMPUTER: AddressPolicy = {
  allowPrivate: false,
  isAllowed: (address) => address === '127.0.0.1',
  resolve: (_name, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
}

export async function startPublisher(): Promise<Publisher> {
  const { key, cert } = makeCertificate(NAMES)
  setDefaultCACertificates([...getCACertificates('default'), cert])
  const answers = new Map<string, Answer>()
  const requests: string[] = []
  const server = createServer({ key, cert }, (request, response) => {
    const url = `https://${request.headers.host}${request.url}`
    requests.push(url)
    const answer = answers.get(url)
    if (answer) answer(response, request)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  // The server must not keep the process alive if the setup of a test fails.
  server.unref()
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: (path, host = 'app.example') => `https://${host}:${port}${path}`,
    publish(url, document = {}, headers = {}) {
      answers.set(
        url,
        typeof document === 'function'
          ? document
          : (response) =>
              response
                .writeHead(200, { 'content-type': 'application/json', ...headers })
                .end(JSON.stringify(metadataDocument(url, document))),
      )
    },
    requests,
    fetchDocument: createDocumentFetcher(RESOLVE_TO_THIS_COMPUTER),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A valid document with some members changed; undefined removes a member. */
export function metadataDocument(
  url: string,
  members: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    client_id: url,
    client_name: 'Example App',
    redirect_uris: ['https://app.example/callback', 'http://127.0.0.1/callback', 'http://localhost/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    ...members,
  }
}
