import type { Handler } from 'hono'
import { listInvitations } from '../../accounts/invitations.ts'
import { countAccounts } from '../../accounts/list-accounts.ts'
import { isRecentlyAuthenticated } from '../../accounts/sessions.ts'
import { servicePage } from '../../html/service/service-page.ts'
import { readFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { listServiceExtractions } from '../../settings/service-extractions.ts'
import { readServiceSettings } from '../../settings/service-settings.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { ownerPage } from './owner-page.ts'

/** `GET /account/service`: what the owner decides about the service. */
export function showService(services: Services): Handler {
  const { db, clock, config } = services
  return ownerPage(services, async (c, visitor) => {
    const now = clock.now()
    const { signUp, extraRedirectUris } = await readServiceSettings(db, config)
    const content = servicePage({
      person: personOf(visitor),
      now,
      notice: readFlash(services, visitor.formToken, readQuery(c.req.raw)),
      isRecentlyAuthenticated: isRecentlyAuthenticated(visitor.session, now),
      baseUrl: config.baseUrl,
      accountCount: await countAccounts(db),
      invitations: await listInvitations(db, now),
      signUp: { value: signUp, isFixed: config.signUp !== undefined },
      callbacks: { value: extraRedirectUris, isFixed: config.extraRedirectUris !== undefined },
      extractions: await listServiceExtractions(db),
    })
    return htmlResponse(c, content)
  })
}
