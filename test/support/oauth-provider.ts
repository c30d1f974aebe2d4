import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/client'
import { approve, CALLBACK, type Person } from './agent.ts'

/** What an MCP client of an SDK keeps for one server, with a person who approves when it asks. */
export type PersonsProvider = OAuthClientProvider & {
  /** The authorization requests that the person was sent to. */
  asked: URL[]
  /** What came back with the redirect. */
  answer: URLSearchParams
}

export function providerOf(person: Person): PersonsProvider {
  let client: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>
  let tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>
  let discovered: OAuthDiscoveryState | undefined
  let verifier = ''
  const provider: PersonsProvider = {
    asked: [],
    answer: new URLSearchParams(),
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'SDK Client', redirect_uris: [CALLBACK] },
    state: () => 'kept by the client',
    clientInformation: () => client,
    saveClientInformation: (given) => void (client = given),
    tokens: () => tokens,
    saveTokens: (given) => void (tokens = given),
    discoveryState: () => discovered,
    saveDiscoveryState: (found) => void (discovered = found),
    codeVerifier: () => verifier,
    saveCodeVerifier: (given) => void (verifier = given),
    async redirectToAuthorization(address) {
      provider.asked.push(address)
      provider.answer = (await approve(person, address.href)).searchParams
    },
  }
  return provider
}
