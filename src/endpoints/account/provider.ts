import type { Handler } from 'hono'
import { changeCredentials } from '../../accounts/change-credentials.ts'
import { providerDisconnectedEmail } from '../../accounts/security-emails.ts'
import { unlinkIdentity } from '../../accounts/identities.ts'
import { sendEmailInBackground } from '../../accounts/emails.ts'
import { isRecentlyAuthenticated } from '../../accounts/sessions.ts'
import { requireSignInMethod } from '../../accounts/sign-in-methods.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { readForm } from '../../http/form.ts'
import { signedIn } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { redirectToProvider, requireProvider } from '../provider/provider-redirect.ts'
import { accountForm, reauthenticationPath } from './submission.ts'
import { returnAfter } from './reauthentication-page.ts'

/** `POST /account/provider/connect`: to the provider, to let it open this account. */
export function connectProviderHandler(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    await readForm(c, services, { session })
    if (!isRecentlyAuthenticated(session, services.clock.now())) return c.redirect('/account/confirm', 303)
    return redirectToProvider(c, services, {
      formToken,
      providerRequest: { purpose: 'connect', returnTo: '/account' },
    })
  })
}

/** `POST /account/confirm/provider`: to the provider, to prove again who one is. */
export function confirmByProviderHandler(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    const form = await readForm(c, services, { session })
    const returnTo = reauthenticationPath(returnAfter(form['return']))
    return redirectToProvider(c, services, { formToken, providerRequest: { purpose: 'confirm', returnTo } })
  })
}

/** `POST /account/provider/disconnect`. */
export function disconnectProviderHandler(services: Services): Handler {
  return accountForm(services, {
    name: 'provider',
    section: 'linked-identity-heading',
    needsRecentSignIn: true,
    async work(_, { session }) {
      const { name, issuer } = requireProvider(services)
      const { secret, result: isDone } = await changeCredentials(services, session, async (tx) => {
        const isDone = await unlinkIdentity(tx, session.accountId, issuer)
        if (isDone) await requireSignInMethod(tx, services.config, session.accountId)
        return isDone
      })
      if (isDone) sendEmailInBackground(services, providerDisconnectedEmail(session.email, name))
      const { disconnected, alreadyDisconnected } = allMessages.account.provider
      return { text: isDone ? disconnected(name) : alreadyDisconnected(name), secret }
    },
  })
}
