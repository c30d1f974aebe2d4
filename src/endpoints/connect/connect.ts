import type { Handler } from 'hono'
import { connectPage, type ConnectView } from '../../html/connect-page.ts'
import type { Notice } from '../../html/parts/notice.ts'
import { personOf, sessionOf, type SignedIn, visitorOf } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { page } from '../pages/respond.ts'

/** GET /connect: how each client is connected; whoever is signed in can have the connector checked. */
export function connect(services: Services): Handler {
  return async (c) => {
    const session = await sessionOf(c, services)
    const visitor = session && { session, formToken: (await visitorOf(c, services)).formToken }
    return page(c, connectPage(connectView(services, visitor)))
  }
}

/** What the page shows to this visitor, or to one who is not signed in. */
export function connectView(
  { config }: Pick<Services, 'config'>,
  visitor: SignedIn | undefined,
  notice?: Notice,
): ConnectView {
  return {
    person: visitor && personOf(visitor),
    baseUrl: config.baseUrl,
    extraRedirectUris: config.extraRedirectUris,
    notice,
  }
}
