import type { Context, Handler } from 'hono'
import { changeCredentials } from '../../accounts/change-credentials.ts'
import { providerConnectedEmail } from '../../accounts/security-emails.ts'
import { signIn } from '../../accounts/sign-in.ts'
import { linkIdentity, findByIdentity, recordIdentityUse } from '../../accounts/identities.ts'
import { sendEmailInBackground } from '../../accounts/emails.ts'
import type { Connection } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import { readQuery } from '../../http/read-input.ts'
import { returnPath } from '../../http/return-path.ts'
import { pathOf } from '../../http/request-path.ts'
import { requestSourceOf, setSessionCookie, type Visitor, identifyVisitor } from '../../http/visitor.ts'
import type { ProviderIdentity } from '../../ports/identity-provider.ts'
import { allMessages } from '../../html/messages/messages.ts'
import type { Services } from '../../services.ts'
import type { Session } from '../../accounts/sessions.ts'
import { replaceSessionCookie } from '../account/submission.ts'
import { finishReauthentication, returnAfter } from '../account/reauthentication-page.ts'
import { signUpWithProvider } from './provider-sign-up.ts'
import {
  redirectWithProviderError,
  type ProviderRequest,
  redirectToProvider,
  requireProvider,
  consumeProviderRequest,
} from '../provider/provider-redirect.ts'
import type { AccountId } from '../../ids.ts'

/** Invitation secrets are shorter. */
const MAX_INVITATION_LENGTH = 100

/** `POST /login/oidc`: redirects to the provider. */
export function providerSignIn(services: Services): Handler {
  return async (c) => {
    const { session, formToken } = await identifyVisitor(c, services)
    const form = await readForm(c, services, { session })
    const returnTo = returnPath(form['return'])
    if (session) return c.redirect(returnTo, 303)
    const invitation = textOf(form, 'invitation').slice(0, MAX_INVITATION_LENGTH)
    return redirectToProvider(c, services, {
      formToken,
      providerRequest: { purpose: 'sign-in', returnTo, invitation },
    })
  }
}

/** `GET /login/oidc/callback`: the OpenID Connect redirect URI. */
export function providerCallback(services: Services): Handler {
  return async (c) => {
    const provider = requireProvider(services)
    const visitor = await identifyVisitor(c, services)
    const { state } = readQuery(c.req.raw)
    const pending = await consumeProviderRequest(services, visitor.formToken, state ?? '')
    if (!pending) {
      const providerRequest: ProviderRequest = { purpose: 'sign-in', returnTo: '/queue' }
      return redirectWithProviderError(c, services, {
        formToken: visitor.formToken,
        providerRequest,
        error: requestExpired(),
      })
    }
    try {
      const url = new URL(services.config.baseUrl + pathOf(c))
      const identity = await provider.finish(pending.trip, url)
      return await completeRequest(c, services, {
        visitor,
        providerRequest: pending.providerRequest,
        identity,
      })
    } catch (error) {
      return redirectWithProviderError(c, services, {
        formToken: visitor.formToken,
        providerRequest: pending.providerRequest,
        error,
      })
    }
  }
}

function requestExpired(): Failure {
  return new Failure('expired', 'That sign-in took too long, or began in another browser. Start again.')
}

type CompletedRequest = { visitor: Visitor; providerRequest: ProviderRequest; identity: ProviderIdentity }

async function completeRequest(
  c: Context,
  services: Services,
  { visitor: { session, formToken }, providerRequest, identity }: CompletedRequest,
): Promise<Response> {
  const accountId = await findByIdentity(services.db, identity)
  if (session) {
    if (providerRequest.purpose === 'connect') return connect(c, services, { session, identity })
    if (accountId !== session.accountId) {
      throw new Failure(
        'wrong_credentials',
        'That is not the account that is connected here. Sign in with the connected one.',
      )
    }
    // Only a `confirm` request made the provider authenticate the person again.
    if (providerRequest.purpose !== 'confirm') return c.redirect(providerRequest.returnTo, 303)
    const { searchParams } = new URL(providerRequest.returnTo, services.config.baseUrl)
    return finishReauthentication(c, services, {
      session,
      returnTo: returnAfter(searchParams.get('return')),
    })
  }
  const { returnTo, invitation = '' } = providerRequest
  if (accountId === undefined)
    return signUpWithProvider(c, services, { formToken, newIdentity: { identity, returnTo, invitation } })
  return signInWithProvider(c, services, { accountId, returnTo, identity })
}

async function signInWithProvider(
  c: Context,
  services: Services,
  { accountId, returnTo, identity }: { accountId: AccountId; returnTo: string; identity: ProviderIdentity },
): Promise<Response> {
  const { db, clock } = services
  await recordIdentityUse(db, identity, clock.now())
  const isStillValid = async (tx: Connection) => (await findByIdentity(tx, identity)) === accountId
  const person = { accountId, method: 'provider', isStillValid } as const
  await setSessionCookie(c, services, await signIn(services, person, requestSourceOf(c, services)))
  return c.redirect(returnTo, 303)
}

async function connect(
  c: Context,
  services: Services,
  { session, identity }: { session: Session; identity: ProviderIdentity },
): Promise<Response> {
  const { name } = requireProvider(services)
  const { secret } = await changeCredentials(services, session, (tx) =>
    linkIdentity(tx, session.accountId, { identity, now: services.clock.now() }),
  )
  sendEmailInBackground(services, providerConnectedEmail(session.email, name))
  const formToken = await replaceSessionCookie(c, services, secret)
  const text = allMessages.account.provider.nowConnected(name)
  return c.redirect(withFlash(services, formToken, { path: '/account', notice: { kind: 'done', text } }), 303)
}
