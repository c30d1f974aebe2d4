import { isLoopbackHost } from '../../config/loopback-host.ts'
import { resourceMetadata, serverMetadata } from '../../oauth/metadata.ts'
import { PATHS } from '../../config/paths.ts'
import { callTool } from './call-tool.ts'
import { request, checkStatus, parseJson, StepFailure, quoted } from './step-failure.ts'
import type { SelfTest } from './self-test.ts'

const MCP_METADATA = PATHS.resourceMetadata + PATHS.mcp

/** Metadata that clients depend on. */
const REQUIRED_MEMBERS = [
  'resource',
  'authorization_servers',
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
]

/** Checks that people open the service at BASE_URL, and that its scheme is accepted by clients. */
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

/** Checks that both metadata documents arrive unchanged. */
export async function checkDiscovery({ services }: SelfTest): Promise<void> {
  const { baseUrl } = services.config
  const documents: [path: string, expected: Record<string, unknown>][] = [
    [MCP_METADATA, resourceMetadata(baseUrl, PATHS.mcp)],
    [PATHS.serverMetadata, serverMetadata(services.config)],
  ]
  for (const [path, expected] of documents) {
    const response = await request(services, path, { headers: { Accept: 'application/json' } })
    const received = parseJson(baseUrl + path, response, 200)
    const wrong = REQUIRED_MEMBERS.find(
      (name) => JSON.stringify(received[name]) !== JSON.stringify(expected[name]),
    )
    if (wrong !== undefined)
      throw differs(baseUrl + path, wrong, { received: received[wrong], expected: expected[wrong] })
  }
}

/** Checks that a call without a token gets the challenge that leads clients to the metadata. */
export async function checkChallenge({ services }: SelfTest): Promise<void> {
  const address = services.config.baseUrl + PATHS.mcp
  const response = await callTool(services, undefined)
  checkStatus(address, response, 401)
  const header = response.headers['www-authenticate']
  if (header === undefined) {
    throw new StepFailure(
      `${address} answered 401 without WWW-Authenticate, the header that tells clients where to sign in. The proxy strips it: let it pass.`,
    )
  }
  const metadata = services.config.baseUrl + MCP_METADATA
  if (!header.includes(`resource_metadata="${metadata}"`)) {
    throw new StepFailure(
      `${address} answered with a WWW-Authenticate header that does not name ${metadata}, but is “${quoted(header)}”. The proxy rewrites it or asks for a password of its own: let the header pass as it is.`,
    )
  }
}

function differs(
  address: string,
  name: string,
  { received, expected }: { received: unknown; expected: unknown },
): StepFailure {
  const difference = received === undefined ? 'has no' : `has ${quoted(format(received))} as its`
  return new StepFailure(
    `${address} ${difference} ${name}; it must be ${format(expected)}. Either another service answers at this address, or a proxy rewrites what passes through. BASE_URL must be exactly the address that clients use.`,
  )
}

function format(value: unknown): string {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  return typeof only === 'string' ? only : JSON.stringify(only)
}
