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
import { requirePasskeys } from '../account/passkeys.ts'
import { showEntryForm, type EntryForm, submitEntryForm } from './entry-form.ts'

/** `GET /login`. */
export function signInForm(services: Services): Handler {
  return (c) => showEntryForm(c, services, byPassword(services))
}

/** `POST /login`. */
export function signInSubmission(services: Services): Handler {
  return (c) => submitEntryForm(c, services, byPassword(services))
}

/** `POST /login/passkey`. */
export function passkeySubmission(services: Services): Handler {
  return (c) => submitEntryForm(c, services, byPasskey(services))
}

function signingIn({ db, config, clock, identityProvider }: Services): Omit<EntryForm, 'enter'> {
  const isPasskeyOn = relyingPartyOf(config.baseUrl) !== undefined
  return {
    path: '/login',
    page: { hasScripts: isPasskeyOn, mayLeave: identityProvider !== undefined },
    render: async (form) =>
      signInPage({
        ...form,
        isSignUpOpen: await isSignUpOpen(db, config, undefined, clock.now()),
        isPasswordEnabled: config.passwordSignIn,
        isPasskeyEnabled: isPasskeyOn,
        provider: identityProvider?.name,
      }),
  }
}

function byPassword(services: Services): EntryForm {
  return {
    ...signingIn(services),
    async enter(form, origin) {
      if (!services.config.passwordSignIn)
        throw new Failure('not_offered', 'Passwords are switched off here.')
      const credentials = { email: textOf(form, 'email'), password: textOf(form, 'password') }
      const proved = await authenticatePassword(services, credentials, origin)
      const { accountId } = proved
      if (await hasSecondFactor(services.db, accountId)) return { proved }
      const holds = async (tx: Connection) =>
        (await isPasswordUnchanged(tx, proved)) && !(await hasSecondFactor(tx, accountId))
      return {
        secret: await signIn(services, { accountId, method: 'password', isStillValid: holds }, origin),
      }
    },
  }
}

function byPasskey(services: Services): EntryForm {
  return {
    ...signingIn(services),
    blamed: '',
    async enter(form, origin) {
      const site = requirePasskeys(services.config)
      const formToken = textOf(form, FORM_TOKEN)
      const { accountId, passkeyId } = await authenticatePasskey(
        services,
        site,
        formToken,
        textOf(form, 'credential'),
        origin,
      )
      const holds = async (tx: Connection) => (await findPasskey(tx, passkeyId)) !== undefined
      return { secret: await signIn(services, { accountId, method: 'passkey', isStillValid: holds }, origin) }
    },
  }
}
