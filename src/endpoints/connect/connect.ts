import type { Handler } from 'hono'
import { findOwner } from '../../accounts/owner.ts'
import { findApp } from '../../html/connect/apps.ts'
import { connectPage } from '../../html/connect/connect-page.ts'
import type { ConnectView } from '../../html/connect/connect-view.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, type SignedIn, findSignedInVisitor } from '../../http/visitor.ts'
import { readServiceSettings } from '../../settings/service-settings.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'
import type { Notice } from '../../text/notice.ts'
import { findConnected, parseSince } from './status.ts'

/** GET /connect: the apps and what they need, or with `app` how to connect one; the check for signed-in people. */
export function connect(services: Services): Handler {
  return async (c) => {
    const visitor = await findSignedInVisitor(c, services)
    const view = await connectView(services, visitor, { query: readQuery(c.req.raw) })
    return htmlResponse(c, connectPage(view), { hasScripts: true })
  }
}

export async function connectView(
  { config, db, clock }: Pick<Services, 'config' | 'db' | 'clock'>,
  visitor: SignedIn | undefined,
  { query = {}, notice }: { query?: Record<string, string>; notice?: Notice } = {},
): Promise<ConnectView> {
  const { extraRedirectUris } = await readServiceSettings(db, config)
  const accountId = visitor?.session.accountId
  const waitingSince = parseSince(query['since'], clock.now())
  return {
    person: visitor && personOf(visitor),
    baseUrl: config.baseUrl,
    clientMetadataDocuments: config.clientMetadataDocuments,
    port: config.port,
    extraRedirectUris,
    isOwner: accountId !== undefined && (await findOwner(db)) === accountId,
    notice,
    app: findApp(query['app']),
    waitingSince,
    connected: accountId === undefined ? undefined : await findConnected(db, accountId, waitingSince),
  }
}
