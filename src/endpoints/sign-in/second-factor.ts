import type { Context, Handler } from 'hono'
import { signIn } from '../../accounts/sign-in.ts'
import { verifySecondFactor } from '../../accounts/second-factor.ts'
import { isPasswordUnchanged, type VerifiedPassword } from '../../accounts/authenticate-password.ts'
import { endSession } from '../../accounts/end-sessions.ts'
import type { Connection } from '../../database/database.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import { secondFactorPage } from '../../html/sign-in/second-factor-page.ts'
import { withReturn } from '../../html/sign-in/sign-in-page.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import { returnPath } from '../../http/return-path.ts'
import { requestOriginOf, setSessionCookie, visitorOf } from '../../http/visitor.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { failureResponse } from '../shared/failure-response.ts'
import { htmlResponse } from '../shared/html-response.ts'
import type { Notice } from '../../text/notice.ts'

const FORM_LIFETIME = 10 * MINUTE
const PURPOSE = 'second-factor-form'

type Sealed = { verified: VerifiedPassword; formToken: string }

/** The page that asks for the code; the verified password is encrypted in the form, for this browser. */
export function askCode(
  c: Context,
  services: Services,
  form: { formToken: string; returnTo: string; verified: VerifiedPassword },
): Promise<Response> {
  const { seal, clock } = services
  const { formToken, returnTo, verified } = form
  const sealed = seal.encrypt(PURPOSE, { verified, formToken } satisfies Sealed, clock.now() + FORM_LIFETIME)
  return htmlResponse(c, secondFactorPage({ formToken, returnTo, sealed }))
}

const SHOWN_IN_FORM = new Set<FailureCode>([
  'invalid_input',
  'wrong_credentials',
  'too_many_requests',
  'busy',
])

/** `POST /login/code`: the second step of signing in with a password. */
export function codeSubmission(services: Services): Handler {
  return async (c) => {
    const { session, formToken } = await visitorOf(c, services)
    const form = await readForm(c, services, { session })
    const returnTo = returnPath(form['return'])
    const sealed = textOf(form, 'proved')
    const opened = services.seal.decrypt(PURPOSE, sealed) as Sealed | undefined
    if (opened?.formToken !== formToken) {
      const flash = { kind: 'mistake', text: allMessages.signing.code.tookTooLong } as const
      return c.redirect(
        withFlash(services, formToken, { path: withReturn('/login', returnTo), notice: flash }),
        303,
      )
    }
    const { verified } = opened
    const origin = requestOriginOf(c, services)
    try {
      const method = await verifySecondFactor(services, verified.accountId, {
        code: textOf(form, 'code'),
        origin,
      })
      const isStillValid = (tx: Connection) => isPasswordUnchanged(tx, verified)
      const secret = await signIn(services, { accountId: verified.accountId, method, isStillValid }, origin)
      if (session) await endSession(services.db, session.hash)
      await setSessionCookie(c, services, secret)
      return c.redirect(returnTo, 303)
    } catch (error) {
      if (error instanceof Failure && error.code === 'account_disabled') {
        const flash = { kind: 'mistake', text: error.detail } as const
        return c.redirect(
          withFlash(services, formToken, { path: withReturn('/login', returnTo), notice: flash }),
          303,
        )
      }
      if (!(error instanceof Failure) || !SHOWN_IN_FORM.has(error.code)) throw error
      const notice: Notice = { kind: 'mistake', text: error.detail, field: 'code' }
      const content = secondFactorPage({ formToken, returnTo, sealed, notice })
      const isLate = error.code === 'too_many_requests' || error.code === 'busy'
      return isLate ? failureResponse(c, error, { content }) : htmlResponse(c, content)
    }
  }
}
