import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** Aborts when the client has disconnected, or the response is complete. */
export function disconnectSignal(c: Context): AbortSignal {
  const controller = new AbortController()
  const { outgoing } = c.env as HttpBindings
  outgoing.once('close', () => controller.abort())
  // The client may have disconnected before the listener was added.
  if (outgoing.destroyed) controller.abort()
  return controller.signal
}
