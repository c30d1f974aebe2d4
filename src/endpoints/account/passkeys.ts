import type { Handler } from 'hono'
import { changeCredentials } from '../../accounts/change-credentials.ts'
import { passkeyRemoved } from '../../accounts/credential-letters.ts'
import { tell } from '../../accounts/letters.ts'
import { addPasskey, passkeyCreation } from '../../accounts/make-passkey.ts'
import { type PasskeySite, passkeySite } from '../../accounts/passkey-site.ts'
import { removePasskey, renamePasskey } from '../../accounts/passkeys.ts'
import { isFresh } from '../../accounts/sessions.ts'
import { passkeyRequest } from '../../accounts/use-passkey.ts'
import { requireWayIn } from '../../accounts/ways-in.ts'
import type { Config } from '../../config/config.ts'
import { Failure } from '../../failure.ts'
import { allWords } from '../../html/words/words.ts'
import { readForm, textOf } from '../../http/form.ts'
import { originOf, sessionOf, visitorOf } from '../../http/visitor.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { consume } from '../../limits/rate-limit.ts'
import { accountForm } from './account-form.ts'

const words = allWords.account.passkeys

/** Challenges asked for by one network. */
const CHALLENGE_LIMIT = { max: 60, window: MINUTE }

/** The site that passkeys belong to. Throws `not_offered` where browsers offer none for its address. */
export function requirePasskeys({ baseUrl }: Config): PasskeySite {
  const site = passkeySite(baseUrl)
  if (site) return site
  throw new Failure(
    'not_offered',
    'Passkeys need an address with a name: https, or localhost on this computer. This service has another.',
  )
}

/** `POST /passkeys/make`: what the script hands to the browser to make a passkey. */
export function makingOptions(services: Services): Handler {
  return async (c) => {
    const site = requirePasskeys(services.config)
    const session = await sessionOf(c, services)
    await readForm(c, services, session)
    if (!session || !isFresh(session, services.clock.now())) {
      throw new Failure('not_offered', 'Sign in again before you add a passkey.')
    }
    const { formToken } = await visitorOf(c, services)
    c.header('Cache-Control', 'no-store')
    return c.json(await passkeyCreation(services, site, { ...session, formToken }))
  }
}

/** `POST /passkeys/use`: what the script hands to the browser to use one. */
export function usingOptions(services: Services): Handler {
  return async (c) => {
    const site = requirePasskeys(services.config)
    await readForm(c, services, await sessionOf(c, services))
    const { limited } = originOf(c, services)
    if (limited) {
      const now = services.clock.now()
      await services.db.transaction((tx) => consume(tx, [[`passkeys ${limited}`, CHALLENGE_LIMIT]], now))
    }
    const { formToken } = await visitorOf(c, services)
    c.header('Cache-Control', 'no-store')
    return c.json(await passkeyRequest(services, site, formToken))
  }
}

/** `POST /account/passkeys`: keeps the passkey that the browser made. */
export function newPasskey(services: Services): Handler {
  return accountForm(services, {
    name: 'passkey',
    needsFresh: true,
    async work(form, { session, formToken }) {
      const site = requirePasskeys(services.config)
      const credential = textOf(form, 'credential')
      const maker = { session, formToken }
      return {
        text: words.done,
        secret: await addPasskey(services, site, maker, credential, textOf(form, 'name')),
      }
    },
  })
}

/** `POST /account/passkeys/rename`. */
export function newPasskeyName(services: Services): Handler {
  return accountForm(services, {
    name: 'passkey-name',
    needsFresh: true,
    async work(form, { session }) {
      const id = textOf(form, 'passkey')
      const isRenamed = await renamePasskey(services.db, session.accountId, id, textOf(form, 'name'))
      return { text: isRenamed ? words.renamed : words.gone }
    },
  })
}

/** `POST /account/passkeys/remove`. */
export function noPasskey(services: Services): Handler {
  return accountForm(services, {
    name: 'passkey-removal',
    needsFresh: true,
    async work(form, { session }) {
      const { accountId, email } = session
      const { secret, result: removed } = await changeCredentials(services, session, async (tx) => {
        const removed = await removePasskey(tx, accountId, textOf(form, 'passkey'))
        if (removed) await requireWayIn(tx, services.config, accountId)
        return removed
      })
      if (removed) tell(services, passkeyRemoved(email, removed.name))
      return { text: removed ? words.removed : words.removedBefore, secret }
    },
  })
}
