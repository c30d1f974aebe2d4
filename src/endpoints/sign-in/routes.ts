import type { Hono } from 'hono'
import { confirmSignUpForm, confirmSignUpSubmission } from './confirm-sign-up.ts'
import { forgotForm, forgotSubmission } from './forgot.ts'
import { resetForm, resetSubmission } from './reset.ts'
import { secondFactorCodeSubmission } from './second-factor.ts'
import { passkeySubmission, signInForm, signInSubmission } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUpForm, signUpSubmission } from './sign-up.ts'
import { newIdentitySubmission } from './provider-sign-up.ts'
import { CALLBACK_PATH } from '../provider/provider-redirect.ts'
import { providerCallback, providerSignIn } from './provider-sign-in.ts'
import { resource } from '../../http/resource.ts'
import type { Services } from '../../services.ts'

/** The pages where people sign up, sign in and out, and set a new password. */
export function serveSignIn(app: Hono, services: Services): void {
  resource(app, '/signup', { GET: signUpForm(services), POST: signUpSubmission(services) })
  resource(app, '/signup/confirm', {
    GET: confirmSignUpForm(services),
    POST: confirmSignUpSubmission(services),
  })
  resource(app, '/login', { GET: signInForm(services), POST: signInSubmission(services) })
  resource(app, '/login/code', { POST: secondFactorCodeSubmission(services) })
  resource(app, '/login/passkey', { POST: passkeySubmission(services) })
  resource(app, '/login/oidc', { POST: providerSignIn(services) })
  resource(app, CALLBACK_PATH, { GET: providerCallback(services) })
  resource(app, '/login/oidc/account', { POST: newIdentitySubmission(services) })
  resource(app, '/forgot', { GET: forgotForm(services), POST: forgotSubmission(services) })
  resource(app, '/reset', { GET: resetForm(services), POST: resetSubmission(services) })
  resource(app, '/logout', { POST: signOut(services) })
}
