import type { Handler } from 'hono'
import { readAccount } from '../../accounts/account.ts'
import { findLinkedIdentity } from '../../accounts/identities.ts'
import { relyingPartyOf } from '../../accounts/relying-party.ts'
import { listPasskeys } from '../../accounts/passkeys.ts'
import { countRecoveryCodes } from '../../accounts/recovery-codes.ts'
import { isRecentlyAuthenticated, listSessions } from '../../accounts/sessions.ts'
import { listSignInAttempts } from '../../accounts/sign-in-attempts.ts'
import { totpEnabledAt } from '../../accounts/totp.ts'
import { accountPage } from '../../html/account/account-page.ts'
import type { LinkedIdentityView, TotpView } from '../../html/account/view.ts'
import { readFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn } from '../../http/visitor.ts'
import { findRunningExport } from '../../library/export/running-exports.ts'
import { listSiteExtractions } from '../../queue/content/site-extractions.ts'
import { readUsage } from '../../queue/items/quota.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { sessionId } from './sessions.ts'
import type { AccountId } from '../../ids.ts'

const SIGN_INS_SHOWN = 20

/** `GET /account`. */
export function showAccount(services: Services): Handler {
  const { db, clock, config } = services
  const arePasskeysOn = relyingPartyOf(config.baseUrl) !== undefined
  return signedIn(services, async (c, visitor) => {
    const { session, formToken } = visitor
    const now = clock.now()
    const account = await readAccount(db, session.accountId)
    const sessions = await listSessions(db, session.accountId, now)
    const usage = await readUsage(db, [session.accountId])
    const content = accountPage({
      person: personOf(visitor),
      now,
      notice: readFlash(services, formToken, readQuery(c.req.raw)),
      isRecentlyAuthenticated: isRecentlyAuthenticated(session, now),
      hasPassword: account.hasPassword,
      isPasswordEnabled: config.passwordSignIn,
      passkeys: arePasskeysOn ? await listPasskeys(db, session.accountId) : undefined,
      linkedIdentity: await linkedIdentityView(services, session.accountId),
      totp: await totpView(services, session.accountId),
      signIns: await listSignInAttempts(db, session.accountId, SIGN_INS_SHOWN),
      sessions: sessions.map(({ hash, ...shown }) => ({
        ...shown,
        id: sessionId(services, hash),
        isCurrent: hash === session.hash,
      })),
      isExporting: (await findRunningExport(services, session.accountId)) !== undefined,
      usage: usage.get(session.accountId) ?? { bytes: 0, items: 0 },
      quota: config.quota,
      extractions: await listSiteExtractions(db, session.accountId),
      isOwner: account.isOwner,
    })
    return htmlResponse(c, content, {
      hasScripts: arePasskeysOn,
      allowsExternalRedirect: services.identityProvider !== undefined,
    })
  })
}

async function totpView({ db }: Services, accountId: AccountId): Promise<TotpView> {
  return {
    since: await totpEnabledAt(db, accountId),
    recoveryCodesLeft: await countRecoveryCodes(db, accountId),
  }
}

async function linkedIdentityView(
  services: Services,
  accountId: AccountId,
): Promise<LinkedIdentityView | undefined> {
  const { db, identityProvider } = services
  if (!identityProvider) return undefined
  const identity = await findLinkedIdentity(db, accountId, identityProvider.issuer)
  return {
    name: identityProvider.name,
    linkedAt: identity?.linkedAt,
    lastUsedAt: identity?.lastUsedAt ?? null,
  }
}
