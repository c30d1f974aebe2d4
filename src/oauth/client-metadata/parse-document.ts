import { isExtraRedirectUri } from '../../config/redirect-uri-shape.ts'
import { visibleName } from '../../text/invisible-characters.ts'
import type { ClientId } from '../../ids.ts'

/** What a client says about itself; nobody has verified the name. */
export type ClientMetadata = { name: string | null; redirectUris: string[] }

/** A response that is no acceptable metadata document; the message says why, for the log. */
export class InvalidDocument extends Error {}

type Members = Record<string, unknown>

const MAX_NAME_LENGTH = 100
/** The authentication method of public clients (RFC 7591 §2). */
const NO_AUTHENTICATION = 'none'
const JSON_TYPES = /^application\/(json|[\w.+-]+\+json)$/
/** Members of a private or symmetric key (RFC 7518 §6). */
const PRIVATE_KEY_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/**
 * Reads the metadata document of a client id (draft-ietf-oauth-client-id-metadata-document §4). Members that this service
 * does not use are ignored, and redirect URIs that nobody may use are dropped. Throws InvalidDocument.
 */
export function parseDocument(clientId: ClientId, mediaType: string, body: Buffer): ClientMetadata {
  if (!JSON_TYPES.test(mediaType)) throw new InvalidDocument('The type is not JSON.')
  const members = parseObject(decode(body))
  if (members['client_id'] !== clientId) throw new InvalidDocument('client_id is not this URL.')
  rejectSecrets(members)
  if (!canBePublic(members)) throw new InvalidDocument('The client cannot do without authentication.')
  return { name: readName(members['client_name']), redirectUris: readRedirectUris(members['redirect_uris']) }
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw new InvalidDocument('The text is not UTF-8.')
  }
}

function parseObject(text: string): Members {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new InvalidDocument('The text is not JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidDocument('The document is not an object.')
  }
  // Parsers differ in which one they take, so the publisher could tell us something else than others.
  const names = namesIn(text)
  if (new Set(names).size < names.length) throw new InvalidDocument('A member is repeated.')
  return value as Members
}

/** The names of the outermost object's members, in a valid JSON text. */
function namesIn(text: string): string[] {
  const names: string[] = []
  let depth = 0
  let previous = ''
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/gs)) {
    if (token === '{' || token === '[') depth += 1
    if (token === '}' || token === ']') depth -= 1
    if (token === ':' && depth === 1) names.push(JSON.parse(previous) as string)
    previous = token
  }
  return names
}

/** §4.1: a document is public, so nothing in it is a secret. */
function rejectSecrets(members: Members): void {
  const { jwks, token_endpoint_auth_method: method } = members
  const hasSecret = 'client_secret' in members || 'client_secret_expires_at' in members
  if (hasSecret || (typeof method === 'string' && method.startsWith('client_secret_'))) {
    throw new InvalidDocument('The client has a shared secret.')
  }
  const keys: unknown = isObject(jwks) ? jwks['keys'] : undefined
  const hasPrivateKey = [keys]
    .flat()
    .some((key) => isObject(key) && PRIVATE_KEY_MEMBERS.some((name) => name in key))
  if (hasPrivateKey) throw new InvalidDocument('A key is private.')
}

/** Whether the client accepts to be a public one; without any method it is (OpenID Connect RP Metadata Choices). */
function canBePublic(members: Members): boolean {
  const { token_endpoint_auth_method: method, token_endpoint_auth_methods_supported: methods } = members
  if (method === undefined && methods === undefined) return true
  return method === NO_AUTHENTICATION || (Array.isArray(methods) && methods.includes(NO_AUTHENTICATION))
}

function readName(name: unknown): string | null {
  if (typeof name !== 'string' || name === '' || [...name].length > MAX_NAME_LENGTH) {
    throw new InvalidDocument('client_name is missing, too long or not a text.')
  }
  return visibleName(name) || null
}

/** Those of a form that is safe to redirect to. Which of them may be used here depends on settings. */
function readRedirectUris(uris: unknown): string[] {
  if (!Array.isArray(uris) || !uris.every((uri) => typeof uri === 'string')) {
    throw new InvalidDocument('redirect_uris is missing or not a list of texts.')
  }
  const usable = uris.filter(isExtraRedirectUri)
  if (usable.length === 0) throw new InvalidDocument('No redirect URI can be used.')
  return usable
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
