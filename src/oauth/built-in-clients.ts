import { createHash } from 'node:crypto'
import type { Client } from './client.ts'
import { redirectTarget } from './redirect-uri.ts'
import type { ClientId } from '../ids.ts'

/** The public key of the Chrome extension (DER, base64), from which browsers derive its id. */
export const CHROME_EXTENSION_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAp6rGZ3JtCDmJmwpilPKyPaZHGuNXmsa+4n8ItePQYg9XCsLJ7kg6nDskCL9ZPC8i3DP4k4ncgAhgqRY7mFjBbcqmbcm3Li+dKqmIfvON+rc5hVi9JGkx8Ui4uTnMPCQisNFYDDYsO/Qgt/VNkPOH6JGtGpSSNtg+kiQapRUNGLkQEi7BW1gNAjPWAJh5jBKfIdw1rYaPtxT5zZQP7g0BDYdcI3H8PSGRQPbjzEIhInaQ1woVcudhm5fc3yapilGmU7nijwcUbemrpNmyRTS8WoGknT+phAwAj5eNNSKrkTbpHDXXN+h85RnCrTXqYuucFP7Q5aTywPHMj5+07xjp4wIDAQAB'
export const FIREFOX_EXTENSION_ID = 'extension@reading-queue.example'

/** Chromium's id: the first 32 hex digits of the key's SHA-256, 0–f written as a–p. */
function chromeExtensionId(key: string): string {
  const digest = createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 32)
  return digest.replace(/[0-9a-f]/g, (digit) => 'abcdefghijklmnop'.charAt(parseInt(digit, 16)))
}
const firefoxHash = createHash('sha1').update(FIREFOX_EXTENSION_ID).digest('hex')

export const BUILT_IN_IDS = ['reading-queue-chrome', 'reading-queue-firefox']

const REBUILT_EXTENSION_URIS = {
  'reading-queue-chrome': /^https:\/\/[a-p]{32}\.chromiumapp\.org\//,
  'reading-queue-firefox': /^https:\/\/[0-9a-f]{40}\.extensions\.allizom\.org\//,
}

/**
 * The service's own browser extensions, which need no registration. The extra redirect URIs may include those of a
 * self-built extension, which has another id.
 */
export function builtInClient(id: string, extraRedirectUris: string[]): Client | undefined {
  if (id !== 'reading-queue-chrome' && id !== 'reading-queue-firefox') return undefined
  const isChrome = id === 'reading-queue-chrome'
  const own = isChrome
    ? [`https://${chromeExtensionId(CHROME_EXTENSION_KEY)}.chromiumapp.org/cb`]
    : [`https://${firefoxHash}.extensions.allizom.org/cb`, `http://127.0.0.1/mozoauth2/${firefoxHash}`]
  return {
    id,
    name: isChrome ? 'Reading Queue for Chrome' : 'Reading Queue for Firefox',
    redirectUris: [...own, ...extraRedirectUris.filter((uri) => REBUILT_EXTENSION_URIS[id].test(uri))],
    origin: { kind: 'built-in' },
  }
}

/**
 * Whether only our own extension can receive the code: browsers guarantee that for an extension's https redirect URI,
 * but any program can listen on a loopback address, and the client id is public.
 */
export function isOwnExtension(clientId: ClientId, redirectUri: string): boolean {
  return builtInClient(clientId, []) !== undefined && !redirectTarget(redirectUri).isThisComputer
}
