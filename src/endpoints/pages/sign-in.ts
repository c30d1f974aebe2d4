import type { Handler } from 'hono'
import { signIn } from '../../accounts/sign-in.ts'
import { isSignUpOpen } from '../../accounts/sign-up.ts'
import { signInPage } from '../../html/sign-in-page.ts'
import { textOf } from '../../http/form.ts'
import type { Services } from '../../services.ts'
import { showSigning, type Signing, takeSigning } from './signing.ts'

/** `GET /login`. */
export function signInForm(services: Services): Handler {
  return (c) => showSigning(c, services, signingIn(services))
}

/** `POST /login`. */
export function signInSubmission(services: Services): Handler {
  return (c) => takeSigning(c, services, signingIn(services))
}

function signingIn(services: Services): Signing {
  const { db, config } = services
  return {
    path: '/login',
    draw: async (form) => signInPage({ ...form, isSignUpOpen: await isSignUpOpen(db, config.signUp) }),
    enter: (form, origin) =>
      signIn(services, { email: textOf(form, 'email'), password: textOf(form, 'password') }, origin),
  }
}
