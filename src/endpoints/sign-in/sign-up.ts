import type { Handler } from 'hono'
import { isSignUpOpen, needsSetUpCode, signUpClosed } from '../../accounts/sign-up-policy.ts'
import { signUp } from '../../accounts/sign-up.ts'
import { Failure } from '../../failure.ts'
import { withReturn } from '../../html/sign-in/sign-in-page.ts'
import { signUpPage } from '../../html/sign-in/sign-up-page.ts'
import { allWords } from '../../html/words/words.ts'
import { textOf } from '../../http/form.ts'
import { returnPath } from '../../http/return-path.ts'
import { createQueue } from '../../queue/items/queue-state.ts'
import type { Services } from '../../services.ts'
import { failed } from '../pages/failed.ts'
import { showEntryForm, type EntryForm, submitEntryForm } from './entry-form.ts'

/** `GET /signup`. */
export function signUpForm(services: Services): Handler {
  const { db, config, clock } = services
  return async (c) => {
    const invitation = c.req.query('invitation')
    if (!(await isSignUpOpen(db, config, invitation, clock.now())))
      return failed(c, signUpClosed(invitation !== undefined))
    // Where there are no passwords, the provider's button makes accounts.
    if (!config.passwordSignIn && !invitation)
      return c.redirect(withReturn('/login', returnPath(c.req.query('return'))), 303)
    return showEntryForm(c, services, signingUp(services))
  }
}

/** `POST /signup`. */
export function signUpSubmission(services: Services): Handler {
  return async (c) => {
    try {
      return await submitEntryForm(c, services, signingUp(services))
    } catch (error) {
      if (error instanceof Failure && error.code === 'sign_up_closed') return failed(c, error)
      throw error
    }
  }
}

function signingUp(services: Services): EntryForm {
  const { db, config, identityProvider } = services
  const context = { config, onAccountCreated: createQueue }
  return {
    path: '/signup',
    page: { mayLeave: identityProvider !== undefined },
    render: async (form) =>
      signUpPage({
        ...form,
        needsSetUpCode: form.invitation === '' && (await needsSetUpCode(db, config)),
        isPasswordEnabled: config.passwordSignIn,
        provider: identityProvider?.name,
        needsConfirmation: services.mail !== undefined,
      }),
    async enter(form, origin, browser) {
      if (!config.passwordSignIn) throw new Failure('not_offered', 'Passwords are switched off here.')
      const account = {
        email: textOf(form, 'email'),
        password: textOf(form, 'password'),
        setUpCode: textOf(form, 'set_up_code'),
        invitation: textOf(form, 'invitation'),
      }
      const made = await signUp(services, context, account, origin, browser)
      return 'secret' in made ? made : { said: allWords.signing.up.sent }
    },
  }
}
