import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** A person at the provider. */
export type Subject = {
  sub: string
  email?: string
  isVerified?: boolean
  /** Seconds ago that they proved who they are, as the provider says. */
  signedInAgo?: number
}

/** An OpenID Connect provider that others wrote, on loopback; it signs in at once whoever it was told to. */
export type TestProvider = {
  issuer: string
  env: Record<string, string>
  /** Who is at the browser from now on; null says no. */
  signInAs(subject: Subject | null): void
  /** Queries of the authorization requests that came. */
  asked: URLSearchParams[]
  stop(): Promise<void>
}

/** Starts a provider at which services at these addresses are registered. */
export async function startIdentityProvider(baseUrls: string[]): Promise<TestProvider> {
  let current: Subject | null = null
  const subjects = new Map<string, Subject>()
  const requested: URLSearchParams[] = []
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'reading-queue',
        client_secret: 'the-secret-of-the-client',
        redirect_uris: baseUrls.map((baseUrl) => `${baseUrl}/login/oidc/callback`),
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => {
        const { email, isVerified = true } = subjects.get(id) ?? {}
        return { sub: id, ...(email && { email, email_verified: isVerified }) }
      },
    }),
    cookies: { keys: ['a key of the tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    responseTypes: ['code'],
  })
  const handle = provider.callback()
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '', issuer)
    if (url.pathname === '/auth') requested.push(url.searchParams)
    if (!url.pathname.startsWith('/interaction/')) return void handle(request, response)
    return void answer().catch(() => response.writeHead(500).end())
    async function answer(): Promise<void> {
      if (!current) return provider.interactionFinished(request, response, { error: 'access_denied' })
      subjects.set(current.sub, current)
      const grant = new provider.Grant({ accountId: current.sub, clientId: 'reading-queue' })
      grant.addOIDCScope('openid email')
      return provider.interactionFinished(request, response, {
        login: {
          accountId: current.sub,
          ...(current.signedInAgo && { ts: Math.floor(Date.now() / 1000) - current.signedInAgo }),
        },
        consent: { grantId: await grant.save() },
      })
    }
  })
  return {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'reading-queue',
      OIDC_CLIENT_SECRET: 'the-secret-of-the-client',
      OIDC_NAME: 'Example ID',
    },
    signInAs: (subject) => void (current = subject),
    asked: requested,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
