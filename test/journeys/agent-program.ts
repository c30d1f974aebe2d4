import * as oauth from 'oauth4webapi'
import { startWebServer } from '../support/web-server.ts'

const insecure = { [oauth.allowInsecureRequests]: true }

/** What an agent gets out of an authorization: tokens, or the error it was answered with. */
export type Authorization =
  | { accessToken: string; refreshToken: string }
  | { error: string; state: string | null; issuer: string | null; referer: string | undefined }

/**
 * A small agent as anyone would write it: discovers the service from its queue's address, registers,
 * listens on a loopback callback, opens the person's browser and waits for the answer there.
 */
export async function authorizeAgent(
  baseUrl: string,
  openBrowser: (address: string) => void,
): Promise<Authorization> {
  const resource = new URL(`${baseUrl}/queue`)
  const metadata = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, insecure),
  )
  const issuer = new URL(metadata.authorization_servers?.[0] ?? '')
  const discovery = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  const server = await oauth.processDiscoveryResponse(issuer, discovery)

  let answered: (answer: { url: URL; referer: string | undefined }) => void
  const answer = new Promise<{ url: URL; referer: string | undefined }>((resolve) => (answered = resolve))
  const callback = await startWebServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<title>Back in the agent</title>You can close this page.')
    if (request.url?.startsWith('/callback')) {
      answered({ url: new URL(request.url, callback.origin), referer: request.headers.referer })
    }
  })
  try {
    const redirectUri = `${callback.origin}/callback`
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        server,
        { redirect_uris: [redirectUri], client_name: 'Claude', token_endpoint_auth_method: 'none' },
        insecure,
      ),
    )
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const address = new URL(server.authorization_endpoint ?? '')
    address.search = new URLSearchParams({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: redirectUri,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    }).toString()
    openBrowser(address.href)

    const { url, referer } = await answer
    const error = url.searchParams.get('error')
    if (error) {
      return { error, state: url.searchParams.get('state'), issuer: url.searchParams.get('iss'), referer }
    }
    const parameters = oauth.validateAuthResponse(server, client, url, state)
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        parameters,
        redirectUri,
        verifier,
        insecure,
      ),
    )
    return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token ?? '' }
  } finally {
    await callback.stop()
  }
}
