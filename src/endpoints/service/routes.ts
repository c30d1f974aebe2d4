import type { Hono } from 'hono'
import { resource } from '../../http/resource.ts'
import type { Services } from '../../services.ts'
import { showAccounts, showOwnedAccount } from './accounts.ts'
import {
  deleteManagedAccountHandler,
  disableAccountHandler,
  enableAccountHandler,
  transferOwnershipHandler,
} from './change-account.ts'
import { showHealth } from './health.ts'
import { showService } from './overview.ts'
import { ACCOUNTS_PATH, SERVICE_PATH } from './owner-page.ts'
import {
  callbacksSubmission,
  invitationSubmission,
  forgetServiceExtractionHandler,
  signUpModeSubmission,
  invitationWithdrawal,
} from './settings.ts'

/** The owner's pages and their forms. */
export function serveService(app: Hono, services: Services): void {
  resource(app, SERVICE_PATH, { GET: showService(services) })
  resource(app, `${SERVICE_PATH}/health`, { GET: showHealth(services) })
  resource(app, `${SERVICE_PATH}/sign-up`, { POST: signUpModeSubmission(services) })
  resource(app, `${SERVICE_PATH}/callbacks`, { POST: callbacksSubmission(services) })
  resource(app, `${SERVICE_PATH}/extractions/forget`, { POST: forgetServiceExtractionHandler(services) })
  resource(app, `${SERVICE_PATH}/invitations`, { POST: invitationSubmission(services) })
  resource(app, `${SERVICE_PATH}/invitations/withdraw`, { POST: invitationWithdrawal(services) })
  resource(app, ACCOUNTS_PATH, { GET: showAccounts(services) })
  const account = `${ACCOUNTS_PATH}/:id`
  resource(app, account, { GET: showOwnedAccount(services) })
  resource(app, `${account}/disable`, { POST: disableAccountHandler(services) })
  resource(app, `${account}/enable`, { POST: enableAccountHandler(services) })
  resource(app, `${account}/owner`, { POST: transferOwnershipHandler(services) })
  resource(app, `${account}/delete`, { POST: deleteManagedAccountHandler(services) })
}
