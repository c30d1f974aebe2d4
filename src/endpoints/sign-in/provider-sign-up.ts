import type { Context, Handler } from 'hono'
import { isSignUpOpen, needsSetUpCode } from '../../accounts/sign-up-policy.ts'
import { signUp } from '../../accounts/sign-up.ts'
import { findAccountId } from '../../accounts/account.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import type { FormContext } from '../../accounts/pending-sign-ups.ts'
import { newIdentityPage } from '../../html/sign-in/new-identity-page.ts'
import { withReturn } from '../../html/sign-in/sign-in-page.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { returnPath } from '../../http/return-path.ts'
import { requestSourceOf, setSessionCookie, identifyVisitor } from '../../http/visitor.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { ProviderIdentity } from '../../ports/identity-provider.ts'
import { createQueue } from '../../queue/items/queue-state.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { requireProvider } from '../provider/provider-redirect.ts'
import type { Notice } from '../../text/notice.ts'

/** How long the form for the email address may stay open. */
const FORM_LIFETIME = 15 * MINUTE
const PURPOSE = 'new-identity-form'
const MAX_EMAIL_LENGTH = 254
const SHOWN_IN_FORM = new Set<FailureCode>(['invalid_input', 'email_taken'])

/** A sign-up with an identity that no account has; `invitation` is empty if there is none. */
type NewIdentity = { identity: ProviderIdentity; returnTo: string; invitation: string }

/** A new identity, encrypted in the form for the email address; the form token binds it to the browser. */
type SealedIdentity = Omit<NewIdentity, 'returnTo'> & { formToken: string }

/**
 * Creates an account for a new identity: at once when the provider has verified an unused email address, otherwise
 * through a form that asks for one. Throws `sign_up_closed`.
 */
export async function signUpWithProvider(
  c: Context,
  services: Services,
  { formToken, newIdentity }: { formToken: string; newIdentity: NewIdentity },
): Promise<Response> {
  const { db, config, clock } = services
  const { identity, returnTo, invitation } = newIdentity
  if (!(await isSignUpOpen(db, config, { invitation, now: clock.now() }))) {
    throw new Failure(
      'sign_up_closed',
      'You have no account here, and new ones need an invitation. Ask whoever runs this service for one.',
    )
  }
  const { email = '', isEmailVerified } = identity
  const isFree = (await findAccountId(db, email)) === undefined
  if (isEmailVerified && email !== '' && isFree && (invitation || !(await needsSetUpCode(db, config)))) {
    const formContext = { formToken, returnTo }
    return createAccount(c, services, { newIdentity, form: { email }, formContext })
  }
  return askForEmail(c, services, { formToken, newIdentity, email: isFree ? email : '' })
}

/** `POST /login/oidc/account`: submits the form for the email address. */
export function newIdentitySubmission(services: Services): Handler {
  return async (c) => {
    const { session, formToken } = await identifyVisitor(c, services)
    const form = await readForm(c, services, { session })
    const returnTo = returnPath(form['return'])
    if (session) return c.redirect(returnTo, 303)
    const sealed = services.seal.decrypt(PURPOSE, textOf(form, 'identity')) as SealedIdentity | undefined
    if (sealed?.formToken !== formToken) {
      throw new Failure('expired', 'This form has expired. Sign in with your provider again.')
    }
    const newIdentity: NewIdentity = { ...sealed, returnTo }
    try {
      return await createAccount(c, services, { newIdentity, form, formContext: { formToken, returnTo } })
    } catch (error) {
      if (!(error instanceof Failure) || !SHOWN_IN_FORM.has(error.code)) throw error
      const field = error.extras.errors?.[0]?.pointer.slice('#/'.length) ?? 'email'
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
    formContext,
  }: { newIdentity: NewIdentity; form: InputMembers; formContext: FormContext },
): Promise<Response> {
  const context = { config: services.config, onAccountCreated: createQueue }
  const email = textOf(form, 'email')
  // Any other address than the one that the provider verified needs a confirmation link.
  const isEmailVerified =
    identity.isEmailVerified && email.trim().toLowerCase() === identity.email?.toLowerCase()
  const account = { email, setUpCode: textOf(form, 'set_up_code'), invitation, identity, isEmailVerified }
  const result = await signUp(services, context, {
    account,
    requestSource: requestSourceOf(c, services),
    formContext,
  })
  const { formToken, returnTo } = formContext
  if ('sentTo' in result) {
    const notice = { kind: 'done', text: allMessages.signing.signUp.sent } as const
    const path = withReturn('/login', returnTo)
    return c.redirect(withFlash(services, formToken, { path, notice }), 303)
  }
  await setSessionCookie(c, services, result.secret)
  return c.redirect(returnTo, 303)
}

type EmailRequest = {
  formToken: string
  newIdentity: NewIdentity
  email: string
  notice?: Notice | undefined
}

/** Shows the form for the email address; mistakes appear on the same page, because the callback URL can't be opened again. */
async function askForEmail(
  c: Context,
  services: Services,
  { formToken, newIdentity: { identity, returnTo, invitation }, email, notice }: EmailRequest,
): Promise<Response> {
  const { db, seal, clock, config } = services
  const sealed: SealedIdentity = { identity, invitation, formToken }
  const content = newIdentityPage({
    formToken,
    returnTo,
    provider: requireProvider(services).name,
    sealed: seal.encrypt(PURPOSE, sealed, clock.now() + FORM_LIFETIME),
    needsSetUpCode: invitation === '' && (await needsSetUpCode(db, config)),
    email: email.slice(0, MAX_EMAIL_LENGTH),
    notice,
  })
  return htmlResponse(c, content)
}
