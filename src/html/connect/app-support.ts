import { isLoopbackHost } from '../../config/loopback-host.ts'
import { isPrivateAddress, isPrivateName } from '../../ports/private-address.ts'
import { isIP } from 'node:net'
import type { App } from './apps.ts'

/** What of the service decides which apps can connect. */
export type Reachability = {
  baseUrl: string
  /** Redirect URIs that the owner allows beside https and loopback addresses. */
  extraRedirectUris: string[]
  /** Whether clients may name themselves by a metadata document. */
  clientMetadataDocuments: boolean
}

/** Whether an app can connect, or what stands in its way. */
export type AppSupport =
  | { kind: 'works' }
  | { kind: 'setting'; callbacks: string[] }
  | { kind: 'url'; reason: 'local' | 'plain' | 'private' | 'port' }

export function appSupport(app: App, service: Reachability): AppSupport {
  const reason = urlProblem(app, new URL(service.baseUrl))
  if (reason) return { kind: 'url', reason }
  const callbacks = neededCallbacks(app, service)
  const isAllowed = callbacks.every((uri) => service.extraRedirectUris.includes(uri))
  return isAllowed ? { kind: 'works' } : { kind: 'setting', callbacks }
}

/** The callbacks that have to be allowed, whether they are or not. */
export function neededCallbacks({ hasDocument, callbacks = [] }: App, service: Reachability): string[] {
  return hasDocument && service.clientMetadataDocuments ? [] : callbacks
}

function urlProblem(app: App, { protocol, hostname, port }: URL) {
  const isFromOutside = app.runsOn === 'servers'
  if (isLoopbackHost(hostname)) return isFromOutside ? 'local' : undefined
  if (protocol !== 'https:') return 'plain'
  if (isFromOutside && isPrivate(hostname)) return 'private'
  return app.needsDefaultPort && port !== '' ? 'port' : undefined
}

function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? isPrivateAddress(host) : isPrivateName(host) || !host.includes('.')
}
