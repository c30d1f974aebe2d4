import type { Handler } from 'hono'
import { passkeySite } from '../../accounts/passkey-site.ts'
import { signIn } from '../../accounts/sign-in.ts'
import { isSignUpOpen } from '../../accounts/sign-up.ts'
import { openSession } from '../../accounts/sessions.ts'
import { provePasskey } from '../../accounts/use-passkey.ts'
import { Failure } from '../../failure.ts'
import { signInPage } from '../../html/sign-in-page.ts'
import { FORM_TOKEN, textOf } from '../../http/form.ts'
import type { Services } from '../../services.ts'
import { requirePasskeys } from '../account/passkeys.ts'
import { showSigning, type Signing, takeSigning } from './signing.ts'

/** `GET /login`. */
export function signInForm(services: Services): Handler {
  return (c) => showSigning(c, services, byPassword(services))
}

/** `POST /login`. */
export function signInSubmission(services: Services): Handler {
  return (c) => takeSigning(c, services, byPassword(services))
}

/** `POST /login/passkey`. */
export function passkeySubmission(services: Services): Handler {
  return (c) => takeSigning(c, services, byPasskey(services))
}

function signingIn({ db, config, identityProvider }: Services): Omit<Signing, 'enter'> {
  const isPasskeyOn = passkeySite(config.baseUrl) !== undefined
  return {
    path: '/login',
    page: { hasScripts: isPasskeyOn, mayLeave: identityProvider !== undefined },
    draw: async (form) =>
      signInPage({
        ...form,
        isSignUpOpen: await isSignUpOpen(db, config.signUp),
        isPasswordOn: config.passwordSignIn,
        isPasskeyOn,
        provider: identityProvider?.name,
      }),
  }
}

function byPassword(services: Services): Signing {
  return {
    ...signingIn(services),
    enter(form, origin) {
      if (!services.config.passwordSignIn)
        throw new Failure('not_offered', 'Passwords are switched off here.')
      return signIn(services, { email: textOf(form, 'email'), password: textOf(form, 'password') }, origin)
    },
  }
}

function byPasskey(services: Services): Signing {
  return {
    ...signingIn(services),
    blamed: '',
    async enter(form, origin) {
      const { config, db, random, clock } = services
      const site = requirePasskeys(config)
      const formToken = textOf(form, FORM_TOKEN)
      const accountId = await provePasskey(services, site, formToken, textOf(form, 'credential'), origin)
      return openSession(db, random, accountId, origin.browser, clock.now())
    },
  }
}
