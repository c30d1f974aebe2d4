import type { Handler } from 'hono'
import { changeCredentials } from '../../accounts/change-credentials.ts'
import { passkeyRemovedEmail } from '../../accounts/security-emails.ts'
import { sendEmailInBackground } from '../../accounts/emails.ts'
import { registerPasskey, passkeyRegistrationOptions } from '../../accounts/register-passkey.ts'
import { type RelyingParty, relyingPartyOf } from '../../accounts/relying-party.ts'
import { deletePasskey, renamePasskey } from '../../accounts/passkeys.ts'
import { isRecentlyAuthenticated } from '../../accounts/sessions.ts'
import { passkeyAuthenticationOptions } from '../../accounts/authenticate-passkey.ts'
import { requireSignInMethod } from '../../accounts/sign-in-methods.ts'
import type { Config } from '../../config/config.ts'
import { Failure } from '../../failure.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { readForm, textOf } from '../../http/form.ts'
import { requestSourceOf, readSession, identifyVisitor } from '../../http/visitor.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { consume } from '../../limits/rate-limit.ts'
import { accountForm } from './submission.ts'

const messages = allMessages.account.passkeys

/** Authentication challenges for one network. */
const CHALLENGE_LIMIT = { max: 60, window: MINUTE }

/** The WebAuthn relying party. Throws `turned_off` when the base URL does not support passkeys. */
export function requireRelyingParty({ baseUrl }: Config): RelyingParty {
  const relyingParty = relyingPartyOf(baseUrl)
  if (relyingParty) return relyingParty
  throw new Failure(
    'turned_off',
    'Passkeys need a host name with https, or localhost. This service has another address.',
  )
}

/** `POST /passkeys/registration-options`: options for `navigator.credentials.create()`. */
export function registrationOptionsHandler(services: Services): Handler {
  return async (c) => {
    const relyingParty = requireRelyingParty(services.config)
    const session = await readSession(c, services)
    await readForm(c, services, { session })
    if (!session || !isRecentlyAuthenticated(session, services.clock.now())) {
      throw new Failure('recent_sign_in_required', 'Sign in again before you add a passkey.')
    }
    const { formToken } = await identifyVisitor(c, services)
    c.header('Cache-Control', 'no-store')
    return c.json(await passkeyRegistrationOptions(services, relyingParty, { ...session, formToken }))
  }
}

/** `POST /passkeys/authentication-options`: options for `navigator.credentials.get()`. */
export function authenticationOptionsHandler(services: Services): Handler {
  return async (c) => {
    const relyingParty = requireRelyingParty(services.config)
    await readForm(c, services, { session: await readSession(c, services) })
    const { rateLimitNetwork } = requestSourceOf(c, services)
    if (rateLimitNetwork) {
      const now = services.clock.now()
      await services.db.transaction((tx) =>
        consume(tx, [[`passkeys ${rateLimitNetwork}`, CHALLENGE_LIMIT]], now),
      )
    }
    const { formToken } = await identifyVisitor(c, services)
    c.header('Cache-Control', 'no-store')
    return c.json(await passkeyAuthenticationOptions(services, relyingParty, formToken))
  }
}

/** `POST /account/passkeys`: saves the passkey that the browser created. */
export function registerPasskeyHandler(services: Services): Handler {
  return accountForm(services, {
    name: 'passkey',
    section: 'passkeys-heading',
    needsRecentSignIn: true,
    async work(form, { session, formToken }) {
      const relyingParty = requireRelyingParty(services.config)
      const credential = textOf(form, 'credential')
      const owner = { session, formToken }
      return {
        text: messages.done,
        secret: await registerPasskey(services, relyingParty, {
          ...owner,
          credentialJson: credential,
          givenName: textOf(form, 'name'),
        }),
      }
    },
  })
}

/** `POST /account/passkeys/rename`. */
export function renamePasskeyHandler(services: Services): Handler {
  return accountForm(services, {
    name: 'passkey-name',
    section: 'passkeys-heading',
    needsRecentSignIn: true,
    refilled: ['passkey', 'name'],
    async work(form, { session }) {
      const id = textOf(form, 'passkey')
      const isRenamed = await renamePasskey(services.db, session.accountId, {
        id,
        name: textOf(form, 'name'),
      })
      return { text: isRenamed ? messages.renamed : messages.gone }
    },
  })
}

/** `POST /account/passkeys/remove`. */
export function removePasskeyHandler(services: Services): Handler {
  return accountForm(services, {
    name: 'passkey-removal',
    section: 'passkeys-heading',
    needsRecentSignIn: true,
    async work(form, { session }) {
      const { accountId, email } = session
      const { secret, result: removed } = await changeCredentials(services, session, async (tx) => {
        const removed = await deletePasskey(tx, accountId, textOf(form, 'passkey'))
        if (removed) await requireSignInMethod(tx, services.config, accountId)
        return removed
      })
      if (removed) sendEmailInBackground(services, passkeyRemovedEmail(email, removed.name))
      return { text: removed ? messages.removed : messages.alreadyRemoved, secret }
    },
  })
}
