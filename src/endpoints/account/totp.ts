import type { Context, Handler } from 'hono'
import { changeCredentials } from '../../accounts/change-credentials.ts'
import {
  recoveryCodesReplacedEmail,
  totpDisabledEmail,
  totpEnabledEmail,
} from '../../accounts/security-emails.ts'
import { sendEmailInBackground } from '../../accounts/emails.ts'
import { replaceRecoveryCodes } from '../../accounts/recovery-codes.ts'
import { isRecentlyAuthenticated } from '../../accounts/sessions.ts'
import {
  generateTotpSecret,
  disableTotp,
  enableTotp,
  totpUri,
  totpEnabledAt,
  totpStep,
} from '../../accounts/totp.ts'
import { recoveryCodesPage, totpSetUpPage } from '../../html/account/totp-page.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { readForm, textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { personOf, type SignedIn, signedIn } from '../../http/visitor.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { accountForm, reauthenticationPath, replaceSessionCookie } from './submission.ts'
import { qrCode } from './qr-code.ts'
import type { Notice } from '../../text/notice.ts'
import type { AccountId } from '../../ids.ts'

const messages = allMessages.account.totp
/** How long setting it up may take. */
const FORM_LIFETIME = 30 * MINUTE
const PURPOSE = 'totp-set-up'

type Sealed = { accountId: AccountId; secret: string }

/** `GET /account/totp`: a new key for an authenticator app; nothing is kept of it but in the page itself. */
export function totpForm(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    if (!isRecentlyAuthenticated(visitor.session, services.clock.now()))
      return c.redirect(reauthenticationPath('/account/totp'), 303)
    if ((await totpEnabledAt(services.db, visitor.session.accountId)) !== undefined)
      return c.redirect('/account', 303)
    return showKey(c, services, { visitor, secret: await generateTotpSecret(services.random) })
  })
}

/** `POST /account/totp`: asks for codes from now on, once the app has shown a right one. */
export function totpSubmission(services: Services): Handler {
  return recentSignInForm(services, async (c, visitor, form) => {
    const { db, clock, random, seal } = services
    const { accountId, email } = visitor.session
    const now = clock.now()
    const sealed = seal.decrypt(PURPOSE, textOf(form, 'secret')) as Sealed | undefined
    const isOn = (await totpEnabledAt(db, accountId)) !== undefined
    if (sealed?.accountId !== accountId || isOn) return c.redirect('/account/totp', 303)
    const { secret: key } = sealed
    const step = await totpStep(key, textOf(form, 'code').replaceAll(/\s/g, ''), now)
    if (step === undefined) {
      return showKey(c, services, {
        visitor,
        secret: key,
        notice: { kind: 'mistake', text: messages.wrongCode, field: 'code' },
      })
    }
    const { secret, result: codes } = await changeCredentials(services, visitor.session, async (tx) => {
      await enableTotp(tx, seal, { accountId, secret: key, step, now })
      return replaceRecoveryCodes(tx, random, accountId)
    })
    sendEmailInBackground(services, totpEnabledEmail(email))
    return showCodes(c, services, { visitor, secret, codes })
  })
}

/** `POST /account/totp/codes`: new recovery codes in place of those before. */
export function recoveryCodesSubmission(services: Services): Handler {
  return recentSignInForm(services, async (c, visitor) => {
    const { accountId, email } = visitor.session
    if ((await totpEnabledAt(services.db, accountId)) === undefined) return c.redirect('/account', 303)
    const { secret, result: codes } = await changeCredentials(services, visitor.session, (tx) =>
      replaceRecoveryCodes(tx, services.random, accountId),
    )
    sendEmailInBackground(services, recoveryCodesReplacedEmail(email))
    return showCodes(c, services, { visitor, secret, codes })
  })
}

/** `POST /account/totp/remove`. */
export function removeTotpHandler(services: Services): Handler {
  return accountForm(services, {
    name: 'totp',
    section: 'totp-heading',
    needsRecentSignIn: true,
    async work(_, { session }) {
      const { secret, result: wasOn } = await changeCredentials(services, session, (tx) =>
        disableTotp(tx, session.accountId),
      )
      if (wasOn) sendEmailInBackground(services, totpDisabledEmail(session.email))
      return { text: wasOn ? messages.turnedOff : messages.alreadyOff, secret }
    },
  })
}

type Work = (c: Context, visitor: SignedIn, form: InputMembers) => Promise<Response>

/** A form that answers with a page of its own, from a person who proved a few minutes ago who they are. */
function recentSignInForm(services: Services, work: Work): Handler {
  return signedIn(services, async (c, visitor) => {
    const form = await readForm(c, services, { session: visitor.session })
    if (!isRecentlyAuthenticated(visitor.session, services.clock.now()))
      return c.redirect('/account/confirm', 303)
    return work(c, visitor, form)
  })
}

type ShownKey = { visitor: SignedIn; secret: string; notice?: Notice | undefined }

async function showKey(
  c: Context,
  services: Services,
  { visitor, secret, notice }: ShownKey,
): Promise<Response> {
  const { seal, clock, config } = services
  const { accountId, email } = visitor.session
  const uri = await totpUri(secret, email, new URL(config.baseUrl).host)
  const sealed = seal.encrypt(PURPOSE, { accountId, secret } satisfies Sealed, clock.now() + FORM_LIFETIME)
  const modules = await qrCode(uri)
  return htmlResponse(
    c,
    totpSetUpPage({ person: personOf(visitor), secret, sealedSecret: sealed, modules, notice }),
  )
}

type ShownCodes = { visitor: SignedIn; secret: string; codes: string[] }

/** In the response itself and nowhere else, so that nothing shows them again. */
async function showCodes(
  c: Context,
  services: Services,
  { visitor, secret, codes }: ShownCodes,
): Promise<Response> {
  const formToken = await replaceSessionCookie(c, services, secret)
  return htmlResponse(c, recoveryCodesPage({ person: { ...personOf(visitor), formToken }, codes }))
}
