import type { Handler } from 'hono'
import { relyingPartyOf } from '../../accounts/relying-party.ts'
import { signIn } from '../../accounts/sign-in.ts'
import { findPasskey } from '../../accounts/passkeys.ts'
import { hasSecondFactor } from '../../accounts/second-factor.ts'
import { isPasswordUnchanged, authenticatePassword } from '../../accounts/authenticate-password.ts'
import { isSignUpOpen } from '../../accounts/sign-up-policy.ts'
import { authenticatePasskey } from '../../accounts/authenticate-passkey.ts'
import type { Connection } from '../../database/database.ts'
import { Failure } from '../../failure.ts'
import { signInPage } from '../../html/sign-in/sign-in-page.ts'
import { FORM_TOKEN, textOf } from '../../http/form.ts'
import type { Services } from '../../services.ts'
import { requireRelyingParty } from '../account/passkeys.ts'
import { showCredentialsForm, type CredentialsForm, submitCredentialsForm } from './credentials-form.ts'

/** `GET /login`. */
export function signInForm(services: Services): Handler {
  return (c) => showCredentialsForm(c, services, passwordForm(services))
}

/** `POST /login`. */
export function signInSubmission(services: Services): Handler {
  return (c) => submitCredentialsForm(c, services, passwordForm(services))
}

/** `POST /login/passkey`. */
export function passkeySubmission(services: Services): Handler {
  return (c) => submitCredentialsForm(c, services, passkeyForm(services))
}

function signInPageOf({
  db,
  config,
  clock,
  identityProvider,
}: Services): Omit<CredentialsForm, 'authenticate'> {
  const isPasskeyOn = relyingPartyOf(config.baseUrl) !== undefined
  return {
    path: '/login',
    page: { hasScripts: isPasskeyOn, allowsExternalRedirect: identityProvider !== undefined },
    render: async (form) =>
      signInPage({
        ...form,
        isSignUpOpen: await isSignUpOpen(db, config, { now: clock.now() }),
        isPasswordEnabled: config.passwordSignIn,
        isPasskeyEnabled: isPasskeyOn,
        provider: identityProvider?.name,
      }),
  }
}

function passwordForm(services: Services): CredentialsForm {
  return {
    ...signInPageOf(services),
    async authenticate(form, requestSource) {
      if (!services.config.passwordSignIn) throw new Failure('turned_off', 'Passwords are turned off here.')
      const credentials = { email: textOf(form, 'email'), password: textOf(form, 'password') }
      const verified = await authenticatePassword(services, credentials, { requestSource })
      const { accountId } = verified
      if (await hasSecondFactor(services.db, accountId)) return { verified }
      const isStillValid = async (tx: Connection) =>
        (await isPasswordUnchanged(tx, verified)) && !(await hasSecondFactor(tx, accountId))
      return {
        secret: await signIn(services, { accountId, method: 'password', isStillValid }, requestSource),
      }
    },
  }
}

function passkeyForm(services: Services): CredentialsForm {
  return {
    ...signInPageOf(services),
    wrongCredentialsField: '',
    async authenticate(form, requestSource) {
      const site = requireRelyingParty(services.config)
      const formToken = textOf(form, FORM_TOKEN)
      const { accountId, passkeyId } = await authenticatePasskey(services, site, {
        formToken,
        credentialJson: textOf(form, 'credential'),
        requestSource,
      })
      const isStillValid = async (tx: Connection) => (await findPasskey(tx, passkeyId)) !== undefined
      return { secret: await signIn(services, { accountId, method: 'passkey', isStillValid }, requestSource) }
    },
  }
}
