import type { Context, Handler } from 'hono'
import { isSignUpOpen, needsSetUpCode, signUp } from '../../accounts/sign-up.ts'
import { Failure } from '../../failure.ts'
import { withReturn } from '../../html/sign-in-page.ts'
import { signUpPage } from '../../html/sign-up-page.ts'
import { allWords } from '../../html/words/words.ts'
import { textOf } from '../../http/form.ts'
import { returnPath } from '../../http/return-path.ts'
import { createQueue } from '../../queue/queue-row.ts'
import type { Services } from '../../services.ts'
import { failed } from './failed.ts'
import { showSigning, type Signing, takeSigning } from './signing.ts'

/** `GET /signup`. */
export function signUpForm(services: Services): Handler {
  const { db, config } = services
  return async (c) => {
    if (!(await isSignUpOpen(db, config.signUp))) return closed(c)
    // Where there are no passwords, the provider's button makes accounts.
    if (!config.passwordSignIn)
      return c.redirect(withReturn('/login', returnPath(c.req.query('return'))), 303)
    return showSigning(c, services, signingUp(services))
  }
}

/** `POST /signup`. */
export function signUpSubmission(services: Services): Handler {
  return async (c) => {
    try {
      return await takeSigning(c, services, signingUp(services))
    } catch (error) {
      if (error instanceof Failure && error.code === 'sign_up_closed') return closed(c)
      throw error
    }
  }
}

function signingUp(services: Services): Signing {
  const rules = { config: services.config, prepare: createQueue }
  return {
    path: '/signup',
    draw: (form) =>
      signUpPage({
        ...form,
        needsSetUpCode: needsSetUpCode(services.config),
        isConfirmed: services.mail !== undefined,
      }),
    async enter(form, origin, browser) {
      if (!services.config.passwordSignIn)
        throw new Failure('not_offered', 'Passwords are switched off here.')
      const account = { email: textOf(form, 'email'), password: textOf(form, 'password') }
      const setUpCode = textOf(form, 'set_up_code')
      const made = await signUp(services, rules, { ...account, setUpCode }, origin, browser)
      return 'secret' in made ? made : { said: allWords.signing.up.sent }
    },
  }
}

function closed(c: Context): Promise<Response> {
  const detail = 'This service takes no new accounts. Ask whoever runs it, or sign in if you have an account.'
  return failed(c, new Failure('sign_up_closed', detail))
}
