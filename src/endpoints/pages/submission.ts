import type { Context, Handler } from 'hono'
import { signedIn, type SignedIn, sessionOf } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'

/** A form of the queue's pages; whoever's session has ended is told so on the way to sign in. */
export function submission(
  services: Services,
  take: (c: Context, visitor: SignedIn) => Promise<Response>,
): Handler {
  const taken = signedIn(services, take)
  return async (c, next) => {
    return (await sessionOf(c, services)) ? taken(c, next) : c.redirect('/login?ended', 303)
  }
}
