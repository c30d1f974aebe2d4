import { isLoopbackHost } from '../../config/sign-up-mode.ts'
import { resourceMetadata, serverMetadata } from '../../oauth/metadata.ts'
import { PATHS } from '../../config/paths.ts'
import { callTool } from './probe-call.ts'
import { ask, checkStatus, jsonOf, StepFailure, shorten } from './obstacle.ts'
import type { SelfTest } from './trial.ts'

const MCP_METADATA = PATHS.resourceMetadata + PATHS.mcp

/** The members by which a client finds its way; a wrong one leads it elsewhere or makes it give up. */
const LEADING = [
  'resource',
  'authorization_servers',
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
]

/** The public address is the one that people open, and its scheme one that clients accept. */
export async function checkAddress({ services, openedAt }: SelfTest): Promise<void> {
  const { baseUrl } = services.config
  if (openedAt !== undefined && openedAt !== baseUrl) {
    throw new StepFailure(
      `You opened this page at ${openedAt}, but BASE_URL is ${baseUrl}. Clients and people must use one address: set BASE_URL to the one that the world reaches, and open this page there.`,
    )
  }
  const { protocol, hostname } = new URL(baseUrl)
  if (protocol === 'http:' && !isLoopbackHost(hostname)) {
    throw new StepFailure(
      `${baseUrl} is plain http, which clients refuse beyond their own computer. Put a proxy with TLS in front and set BASE_URL to its https address.`,
    )
  }
}

/** Both metadata documents arrive, and say what this service wrote into them. */
export async function checkDiscovery({ services }: SelfTest): Promise<void> {
  const { baseUrl } = services.config
  const documents: [path: string, expected: Record<string, unknown>][] = [
    [MCP_METADATA, resourceMetadata(baseUrl, PATHS.mcp)],
    [PATHS.serverMetadata, serverMetadata(baseUrl)],
  ]
  for (const [path, expected] of documents) {
    const answer = await ask(services, path, { headers: { Accept: 'application/json' } })
    const told = jsonOf(baseUrl + path, answer, 200)
    const wrong = LEADING.find((name) => JSON.stringify(told[name]) !== JSON.stringify(expected[name]))
    if (wrong !== undefined) throw different(baseUrl + path, wrong, told[wrong], expected[wrong])
  }
}

/** A call without a token is refused with the challenge that leads a client to the documents. */
export async function checkChallenge({ services }: SelfTest): Promise<void> {
  const address = services.config.baseUrl + PATHS.mcp
  const answer = await callTool(services, undefined)
  checkStatus(address, answer, 401)
  const header = answer.headers['www-authenticate']
  if (header === undefined) {
    throw new StepFailure(
      `${address} answered 401 without WWW-Authenticate, the header that tells clients where to sign in. The proxy strips it: let it pass.`,
    )
  }
  const metadata = services.config.baseUrl + MCP_METADATA
  if (!header.includes(`resource_metadata="${metadata}"`)) {
    throw new StepFailure(
      `${address} answered with a WWW-Authenticate header that does not name ${metadata}, but is “${shorten(header)}”. The proxy rewrites it or asks for a password of its own: let the header pass as it is.`,
    )
  }
}

function different(address: string, name: string, told: unknown, expected: unknown): StepFailure {
  const said = told === undefined ? 'has no' : `has ${shorten(inWords(told))} as its`
  return new StepFailure(
    `${address} ${said} ${name}; it must be ${inWords(expected)}. Either another service answers at this address, or a proxy rewrites what passes through. BASE_URL must be exactly the address that clients use.`,
  )
}

function inWords(value: unknown): string {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  return typeof only === 'string' ? only : JSON.stringify(only)
}
