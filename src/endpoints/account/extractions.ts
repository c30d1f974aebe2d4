import type { Handler } from 'hono'
import { requireOwner } from '../../accounts/owner.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { textOf } from '../../http/form.ts'
import { findSiteExtraction, deleteSiteExtraction } from '../../queue/content/site-extractions.ts'
import type { Services } from '../../services.ts'
import { saveServiceExtraction } from '../../settings/service-extractions.ts'
import { accountForm } from './submission.ts'

const messages = allMessages.account.extractions

/** `POST /account/extractions/forget`: reads a site as the service judges again. */
export function forgetExtractionHandler(services: Services): Handler {
  return accountForm(services, {
    name: 'extraction',
    section: 'extractions',
    async work(form, { session }) {
      const site = textOf(form, 'site')
      const isForgotten = await deleteSiteExtraction(services.db, session.accountId, site)
      return { text: isForgotten ? messages.forgotten : messages.alreadyForgotten }
    },
  })
}

/** `POST /account/extractions/share`: the owner's choice for a site becomes that of the service. */
export function shareExtractionHandler(services: Services): Handler {
  return accountForm(services, {
    name: 'extraction',
    section: 'extractions',
    needsRecentSignIn: true,
    async work(form, { session }) {
      const site = textOf(form, 'site')
      const isShared = await services.db.transaction(async (tx) => {
        await requireOwner(tx, session.accountId)
        const extraction = await findSiteExtraction(tx, session.accountId, site)
        if (extraction !== undefined) await saveServiceExtraction(tx, { site, extraction })
        return extraction !== undefined
      })
      return { text: isShared ? messages.shared : messages.alreadyForgotten }
    },
  })
}
