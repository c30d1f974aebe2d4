import type { Handler } from 'hono'
import { findOwner } from '../../accounts/owner.ts'
import { connectPage, type ConnectView } from '../../html/connect/connect-page.ts'
import type { Notice } from '../../html/parts/notice.ts'
import { personOf, sessionOf, type SignedIn, visitorOf } from '../../http/visitor.ts'
import { readServiceSettings } from '../../settings/service-settings.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'

/** GET /connect: how to connect each client, and for signed-in people the connector check. */
export function connect(services: Services): Handler {
  return async (c) => {
    const session = await sessionOf(c, services)
    const visitor = session && { session, formToken: (await visitorOf(c, services)).formToken }
    return htmlResponse(c, connectPage(await connectView(services, visitor)))
  }
}

export async function connectView(
  { config, db }: Pick<Services, 'config' | 'db'>,
  visitor: SignedIn | undefined,
  notice?: Notice,
): Promise<ConnectView> {
  const { extraRedirectUris } = await readServiceSettings(db, config)
  return {
    person: visitor && personOf(visitor),
    baseUrl: config.baseUrl,
    extraRedirectUris,
    isOwner: visitor !== undefined && (await findOwner(db)) === visitor.session.accountId,
    notice,
  }
}
