import type { Handler } from 'hono'
import { lockAccount } from '../../accounts/account.ts'
import { disconnectIdentity } from '../../accounts/identities.ts'
import { isFresh, renewSession } from '../../accounts/sessions.ts'
import { refuseNoWayIn } from '../../accounts/ways-in.ts'
import { allWords } from '../../html/words/words.ts'
import { readForm } from '../../http/form.ts'
import { signedIn } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { leaveForProvider, requireProvider } from '../provider/round-trip.ts'
import { accountForm } from './account-form.ts'

/** `POST /account/provider/connect`: to the provider, to let it open this account. */
export function connectProvider(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    await readForm(c, services, session)
    if (!isFresh(session, services.clock.now())) return c.redirect('/account/confirm', 303)
    return leaveForProvider(c, services, formToken, { purpose: 'connect', returnTo: '/account' })
  })
}

/** `POST /account/confirm/provider`: to the provider, to prove again who one is. */
export function confirmByProvider(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    await readForm(c, services, session)
    return leaveForProvider(c, services, formToken, { purpose: 'confirm', returnTo: '/account/confirm' })
  })
}

/** `POST /account/provider/disconnect`. */
export function disconnectProvider(services: Services): Handler {
  return accountForm(services, {
    name: 'provider',
    needsFresh: true,
    async work(_, { session }) {
      const { db, config, random } = services
      const { name, issuer } = requireProvider(services)
      return db.transaction(async (tx) => {
        await lockAccount(tx, session.accountId)
        const isDone = await disconnectIdentity(tx, session.accountId, issuer)
        if (!isDone) return { text: allWords.account.provider.disconnectedBefore(name) }
        await refuseNoWayIn(tx, config, session.accountId)
        const secret = await renewSession(tx, random, session, session.signedInAt)
        return { text: allWords.account.provider.disconnected(name), secret }
      })
    },
  })
}
