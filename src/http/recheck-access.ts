import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** Throws where there is no access any more. */
type AccessCheck = () => Promise<unknown>

const checks = new WeakMap<Request, AccessCheck[]>()

/**
 * Has access checked once more when the body is there, unless all of it came with the headers: who holds back the end of a
 * request must not act with it after the access has ended.
 */
export function recheckAccessAfterBody(c: Context, check: AccessCheck): void {
  if (c.req.method === 'GET' || (c.env as HttpBindings).incoming.complete) return
  const request = c.req.raw
  checks.set(request, [...(checks.get(request) ?? []), check])
}

/** To be called when a body has been read. */
export async function recheckAccess(request: Request): Promise<void> {
  for (const check of checks.get(request) ?? []) await check()
}
