import type { Context, Handler } from 'hono'
import { isSignUpOpen, needsSetUpCode } from '../../accounts/sign-up-policy.ts'
import { signUp } from '../../accounts/sign-up.ts'
import { findAccountId } from '../../accounts/account.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import type { SignUpBrowser } from '../../accounts/pending-sign-ups.ts'
import { newIdentityPage } from '../../html/sign-in/new-identity-page.ts'
import { withReturn } from '../../html/sign-in/sign-in-page.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { returnPath } from '../../http/return-path.ts'
import { requestOriginOf, setSessionCookie, visitorOf } from '../../http/visitor.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { ProvidedIdentity } from '../../ports/identity-provider.ts'
import { createQueue } from '../../queue/items/queue-state.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { type ProviderRequest, requireProvider } from '../provider/provider-redirect.ts'
import type { Notice } from '../../text/notice.ts'

/** How long the form for the address may stay open. */
const FORM_LIFETIME = 15 * MINUTE
const MAX_EMAIL_LENGTH = 254
const SHOWN_IN_FORM = new Set<FailureCode>(['invalid_input', 'email_taken'])

type NewIdentity = { identity: ProvidedIdentity; returnTo: string; invitation: string }

type Sealed = { identity: ProvidedIdentity; invitation: string; formToken: string }

type ProvidedSignUp = { formToken: string; providerRequest: ProviderRequest; identity: ProvidedIdentity }

/**
 * Creates an account for a new identity: at once when the provider has verified an unused email address, otherwise
 * through a form that asks for one. Throws `sign_up_closed`.
 */
export async function signUpWithProvider(
  c: Context,
  services: Services,
  { formToken, providerRequest: { returnTo, invitation = '' }, identity }: ProvidedSignUp,
): Promise<Response> {
  const { db, config, clock } = services
  if (!(await isSignUpOpen(db, config, { invitation, now: clock.now() }))) {
    throw new Failure(
      'sign_up_closed',
      'You have no account here, and new ones need an invitation. Ask whoever runs this service for one.',
    )
  }
  const newIdentity: NewIdentity = { identity, returnTo, invitation }
  const { email = '', isEmailVerified } = identity
  const isFree = (await findAccountId(db, email)) === undefined
  if (isEmailVerified && email !== '' && isFree && (invitation || !(await needsSetUpCode(db, config)))) {
    return createAccount(c, services, { newIdentity, form: { email }, browser: { formToken, returnTo } })
  }
  return askForEmail(c, services, { formToken, newIdentity, email: isFree ? email : '' })
}

/** `POST /login/oidc/account`: the form for the address. */
export function newIdentitySubmission(services: Services): Handler {
  return async (c) => {
    const { session, formToken } = await visitorOf(c, services)
    const form = await readForm(c, services, { session })
    const returnTo = returnPath(form['return'])
    if (session) return c.redirect(returnTo, 303)
    const sealed = services.seal.decrypt('newcomer', textOf(form, 'identity')) as Sealed | undefined
    if (sealed?.formToken !== formToken) {
      throw new Failure('expired', 'This form has expired. Sign in with your provider again.')
    }
    const newIdentity: NewIdentity = { ...sealed, returnTo }
    try {
      return await createAccount(c, services, { newIdentity, form, browser: { formToken, returnTo } })
    } catch (error) {
      if (!(error instanceof Failure) || !SHOWN_IN_FORM.has(error.code)) throw error
      const field = error.extras.mistakes?.[0]?.pointer.slice('#/'.length) ?? 'email'
      const notice: Notice = { kind: 'mistake', text: error.detail, field }
      return askForEmail(c, services, { formToken, newIdentity, email: textOf(form, 'email'), notice })
    }
  }
}

async function createAccount(
  c: Context,
  services: Services,
  {
    newIdentity: { identity, invitation },
    form,
    browser,
  }: { newIdentity: NewIdentity; form: InputMembers; browser: SignUpBrowser },
): Promise<Response> {
  const context = { config: services.config, onAccountCreated: createQueue }
  const email = textOf(form, 'email')
  // Only the address that the provider verified needs no confirmation link.
  const isEmailVerified =
    identity.isEmailVerified && email.trim().toLowerCase() === identity.email?.toLowerCase()
  const account = { email, setUpCode: textOf(form, 'set_up_code'), invitation, identity, isEmailVerified }
  const result = await signUp(services, context, { account, origin: requestOriginOf(c, services), browser })
  if ('sentTo' in result) {
    const flash = { kind: 'done', text: allMessages.signing.signUp.sent } as const
    const path = withReturn('/login', browser.returnTo)
    return c.redirect(withFlash(services, browser.formToken, { path, notice: flash }), 303)
  }
  await setSessionCookie(c, services, result.secret)
  return c.redirect(browser.returnTo, 303)
}

type EmailRequest = {
  formToken: string
  newIdentity: NewIdentity
  email: string
  notice?: Notice | undefined
}

/** Mistakes are shown on this page itself, because the callback URL can't be opened again. */
async function askForEmail(
  c: Context,
  services: Services,
  { formToken, newIdentity: { identity, returnTo, invitation }, email, notice }: EmailRequest,
): Promise<Response> {
  const { db, seal, clock, config } = services
  const sealed: Sealed = { identity, invitation, formToken }
  const content = newIdentityPage({
    formToken,
    returnTo,
    provider: requireProvider(services).name,
    sealed: seal.encrypt('newcomer', sealed, clock.now() + FORM_LIFETIME),
    needsSetUpCode: invitation === '' && (await needsSetUpCode(db, config)),
    email: email.slice(0, MAX_EMAIL_LENGTH),
    notice,
  })
  return htmlResponse(c, content)
}
