import type { IncomingMessage, ServerResponse } from 'node:http'
import { startWebServer, type WebServer } from './web-server.ts'

/** What is wrong with the answer to a sign-in. */
export type Lie = 'state' | 'iss' | 'no iss' | 'issuer' | 'endpoint' | 'redirect' | 'no cors' | 'none of ours'

/** Something that looks like the service and lies in one way, which can be changed. */
export async function startLyingService(): Promise<WebServer & { lie: Lie }> {
  const server = await startWebServer((request, response) => answer(service, request, response))
  const service = { ...server, lie: 'state' as Lie }
  return service
}

function answer(
  { origin, lie }: { origin: string; lie: Lie },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const url = new URL(request.url ?? '/', origin)
  if (lie !== 'no cors') response.setHeader('access-control-allow-origin', '*')
  if (url.pathname === '/.well-known/oauth-authorization-server') return tellAbout(origin, lie, response)
  if (url.pathname === '/authorize') {
    const parameters = url.searchParams
    const target = new URL(parameters.get('redirect_uri') ?? '')
    target.searchParams.set('code', 'a-code')
    target.searchParams.set('state', lie === 'state' ? 'another' : (parameters.get('state') ?? ''))
    if (lie !== 'no iss') target.searchParams.set('iss', lie === 'iss' ? 'https://evil.example' : origin)
    response.writeHead(303, { location: target.href })
  }
  response.end('{}')
}

function tellAbout(origin: string, lie: Lie, response: ServerResponse): void {
  if (lie === 'redirect') {
    response.writeHead(302, { location: '/elsewhere' }).end()
    return
  }
  if (lie === 'none of ours') {
    response.writeHead(404).end('<h1>Welcome to nginx</h1>')
    return
  }
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({
      issuer: lie === 'issuer' ? 'https://queue.example' : origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: lie === 'endpoint' ? 'https://evil.example/token' : `${origin}/token`,
      authorization_response_iss_parameter_supported: true,
    }),
  )
}
