import type { Context, Handler } from 'hono'
import { readAccount } from '../../accounts/account.ts'
import { findLinkedIdentity } from '../../accounts/identities.ts'
import { relyingPartyOf } from '../../accounts/relying-party.ts'
import { listPasskeys } from '../../accounts/passkeys.ts'
import { hasSecondFactor } from '../../accounts/second-factor.ts'
import { rotateSession, type Session } from '../../accounts/sessions.ts'
import { authenticatePasskey } from '../../accounts/authenticate-passkey.ts'
import { Failure } from '../../failure.ts'
import { reauthenticationPage } from '../../html/account/reauthentication-page.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { readFlash, withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { readQuery } from '../../http/read-input.ts'
import { returnPath } from '../../http/return-path.ts'
import { requestSourceOf, personOf, type SignedIn, signedIn } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { reauthenticationPath, replaceSessionCookie, redirectWithMistake } from './submission.ts'
import { requireRelyingParty } from './passkeys.ts'
import { reauthenticateWithPassword } from './reauthenticate.ts'

/** A return path among the account pages, or to a section of the settings. */
export function returnAfter(value: unknown): string {
  const path = returnPath(value)
  return /^\/account[/#]/.test(path) ? path : '/account'
}

/** `GET /account/confirm`: asks a signed-in person to authenticate again. */
export function reauthenticationForm(services: Services): Handler {
  const { db, config, identityProvider } = services
  return signedIn(services, async (c, visitor) => {
    const { session, formToken } = visitor
    const account = await readAccount(db, session.accountId)
    const passkeys = relyingPartyOf(config.baseUrl) ? await listPasskeys(db, session.accountId) : []
    const isConnected =
      identityProvider &&
      (await findLinkedIdentity(db, session.accountId, identityProvider.issuer)) !== undefined
    const content = reauthenticationPage({
      person: personOf(visitor),
      hasPassword: config.passwordSignIn && account.hasPassword,
      needsCode: await hasSecondFactor(db, session.accountId),
      hasPasskey: passkeys.length > 0,
      provider: isConnected ? identityProvider.name : undefined,
      returnTo: returnAfter(readQuery(c.req.raw)['return']),
      notice: readFlash(services, formToken, readQuery(c.req.raw)),
    })
    return htmlResponse(c, content, {
      hasScripts: passkeys.length > 0,
      allowsExternalRedirect: isConnected === true,
    })
  })
}

/** `POST /account/confirm`: by the password. */
export function reauthenticateByPasswordHandler(services: Services): Handler {
  return reauthenticationSubmission(services, (c, { session }, form) =>
    reauthenticateWithPassword(c, services, { session, form }),
  )
}

/** `POST /account/confirm/passkey`. */
export function reauthenticateByPasskeyHandler(services: Services): Handler {
  return reauthenticationSubmission(services, async (c, { session, formToken }, form) => {
    const relyingParty = requireRelyingParty(services.config)
    const { accountId } = await authenticatePasskey(services, relyingParty, {
      formToken,
      credentialJson: textOf(form, 'credential'),
      requestSource: requestSourceOf(c, services),
    })
    if (accountId === session.accountId) return
    throw new Failure(
      'wrong_credentials',
      'That passkey belongs to another account. Use one of this account.',
    )
  })
}

function reauthenticationSubmission(
  services: Services,
  authenticate: (c: Context, visitor: SignedIn, form: InputMembers) => Promise<void>,
): Handler {
  return signedIn(services, async (c, visitor) => {
    const form = await readForm(c, services, { session: visitor.session })
    try {
      await authenticate(c, visitor, form)
      return await finishReauthentication(c, services, {
        session: visitor.session,
        returnTo: returnAfter(form['return']),
      })
    } catch (error) {
      return redirectWithMistake(c, services, {
        error,
        formToken: visitor.formToken,
        path: reauthenticationPath(returnAfter(form['return'])),
      })
    }
  })
}

/** Rotates the session with a new sign-in time, and redirects. */
export async function finishReauthentication(
  c: Context,
  services: Services,
  { session, returnTo }: { session: Session; returnTo: string },
): Promise<Response> {
  const { db, random, clock } = services
  const formToken = await replaceSessionCookie(
    c,
    services,
    await rotateSession(db, random, { hash: session.hash, signedInAt: clock.now() }),
  )
  const text = allMessages.account.confirm.done
  return c.redirect(withFlash(services, formToken, { path: returnTo, notice: { kind: 'done', text } }), 303)
}
