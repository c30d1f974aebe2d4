import type { ClientId } from '../../ids.ts'

/** "https://" in base64url; no other client id begins with it. */
const ENCODED_URL = 'aHR0cHM6Ly'

/** The path of an agent's page. A URL is encoded as a whole, because proxies decode or refuse a slash in a segment. */
export function agentPath(clientId: ClientId): string {
  const isUrl = clientId.startsWith('https://')
  return `/agents/${isUrl ? Buffer.from(clientId).toString('base64url') : encodeURIComponent(clientId)}`
}

/** The client id in the path of an agent's page. */
export function clientIdOfPath(segment: string): string {
  return segment.startsWith(ENCODED_URL) ? Buffer.from(segment, 'base64url').toString() : segment
}
