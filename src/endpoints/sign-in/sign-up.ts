import type { Handler } from 'hono'
import { isSignUpOpen, needsSetUpCode, signUpClosed } from '../../accounts/sign-up-policy.ts'
import { signUp } from '../../accounts/sign-up.ts'
import { Failure } from '../../failure.ts'
import { withReturn } from '../../html/sign-in/sign-in-page.ts'
import { signUpPage } from '../../html/sign-in/sign-up-page.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { textOf } from '../../http/form.ts'
import { returnPath } from '../../http/return-path.ts'
import { createQueue } from '../../queue/items/queue-state.ts'
import type { Services } from '../../services.ts'
import { failureResponse } from '../shared/failure-response.ts'
import { showCredentialsForm, type CredentialsForm, submitCredentialsForm } from './credentials-form.ts'

/** `GET /signup`. */
export function signUpForm(services: Services): Handler {
  const { db, config, clock } = services
  return async (c) => {
    const invitation = c.req.query('invitation')
    if (!(await isSignUpOpen(db, config, { invitation, now: clock.now() })))
      return failureResponse(c, signUpClosed(invitation !== undefined))
    // Without passwords, accounts are created through the provider's button on the sign-in page.
    if (!config.passwordSignIn && !invitation)
      return c.redirect(withReturn('/login', returnPath(c.req.query('return'))), 303)
    return showCredentialsForm(c, services, signUpFormOf(services))
  }
}

/** `POST /signup`. */
export function signUpSubmission(services: Services): Handler {
  return async (c) => {
    try {
      return await submitCredentialsForm(c, services, signUpFormOf(services))
    } catch (error) {
      if (error instanceof Failure && error.code === 'sign_up_closed') return failureResponse(c, error)
      throw error
    }
  }
}

function signUpFormOf(services: Services): CredentialsForm {
  const { db, config, identityProvider } = services
  const context = { config, onAccountCreated: createQueue }
  return {
    path: '/signup',
    page: { allowsExternalRedirect: identityProvider !== undefined },
    render: async (form) =>
      signUpPage({
        ...form,
        needsSetUpCode: form.invitation === '' && (await needsSetUpCode(db, config)),
        isPasswordEnabled: config.passwordSignIn,
        provider: identityProvider?.name,
        needsConfirmation: services.mail !== undefined,
      }),
    async authenticate(form, requestSource, formContext) {
      if (!config.passwordSignIn) throw new Failure('turned_off', 'Passwords are turned off here.')
      const account = {
        email: textOf(form, 'email'),
        password: textOf(form, 'password'),
        setUpCode: textOf(form, 'set_up_code'),
        invitation: textOf(form, 'invitation'),
      }
      const result = await signUp(services, context, { account, requestSource, formContext })
      return 'secret' in result ? result : { message: allMessages.signing.signUp.sent }
    },
  }
}
