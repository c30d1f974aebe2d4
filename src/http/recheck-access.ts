import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** Throws when access has ended. */
type AccessCheck = () => Promise<unknown>

const checks = new WeakMap<Request, AccessCheck[]>()

/**
 * Registers a check to run again after the body has been read, unless the body arrived with the headers. Otherwise a
 * client could hold back the end of a request and act after its access has ended.
 */
export function recheckAccessAfterBody(c: Context, check: AccessCheck): void {
  if (c.req.method === 'GET' || (c.env as HttpBindings).incoming.complete) return
  const request = c.req.raw
  checks.set(request, [...(checks.get(request) ?? []), check])
}

/** Runs the registered checks; call it when a body has been read. */
export async function recheckAccess(request: Request): Promise<void> {
  for (const check of checks.get(request) ?? []) await check()
}
