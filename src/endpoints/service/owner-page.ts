import type { Context, Handler } from 'hono'
import { requireOwner } from '../../accounts/owner.ts'
import { recheckAccessAfterBody } from '../../http/recheck-access.ts'
import { type SignedIn, signedIn } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { handleSubmission, type Submission } from '../account/submission.ts'

export const SERVICE_PATH = '/account/service'
export const ACCOUNTS_PATH = `${SERVICE_PATH}/accounts`

/** A page for the owner; others get 404. */
export function ownerPage(
  services: Services,
  page: (c: Context, visitor: SignedIn) => Promise<Response>,
): Handler {
  return signedIn(services, async (c, visitor) => {
    const check = () => requireOwner(services.db, visitor.session.accountId)
    await check()
    recheckAccessAfterBody(c, check)
    return page(c, visitor)
  })
}

/** Handles a form of the owner's pages, by default of the first; requires a recent sign-in. */
export function ownerForm(services: Services, submission: Submission): Handler {
  const owners: Submission = { page: () => SERVICE_PATH, ...submission, needsRecentSignIn: true }
  return ownerPage(services, (c, visitor) => handleSubmission(c, services, { visitor, ...owners }))
}
