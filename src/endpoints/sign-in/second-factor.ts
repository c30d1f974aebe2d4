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
import { requestSourceOf, setSessionCookie, identifyVisitor } from '../../http/visitor.ts'
import { MINUTE } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { failureResponse } from '../shared/failure-response.ts'
import { htmlResponse } from '../shared/html-response.ts'
import type { Notice } from '../../text/notice.ts'

const FORM_LIFETIME = 10 * MINUTE
const PURPOSE = 'second-factor-form'

/** The form token binds the verified password to the browser that entered it. */
type SealedPassword = { verified: VerifiedPassword; formToken: string }

/** Shows the form for the second-factor code, which has the verified password in it, encrypted. */
export function askSecondFactorCode(
  c: Context,
  services: Services,
  form: { formToken: string; returnTo: string; verified: VerifiedPassword },
): Promise<Response> {
  const { seal, clock } = services
  const { formToken, returnTo, verified } = form
  const content: SealedPassword = { verified, formToken }
  const sealed = seal.encrypt(PURPOSE, content, clock.now() + FORM_LIFETIME)
  return htmlResponse(c, secondFactorPage({ formToken, returnTo, sealed }))
}

const SHOWN_IN_FORM = new Set<FailureCode>([
  'invalid_input',
  'wrong_credentials',
  'too_many_requests',
  'busy',
])

/** `POST /login/code`: the second step of signing in with a password. */
export function secondFactorCodeSubmission(services: Services): Handler {
  return async (c) => {
    const { session, formToken } = await identifyVisitor(c, services)
    const form = await readForm(c, services, { session })
    const returnTo = returnPath(form['return'])
    const sealed = textOf(form, 'first_factor')
    const redirectToLogin = (text: string) => {
      const path = withReturn('/login', returnTo)
      return c.redirect(withFlash(services, formToken, { path, notice: { kind: 'mistake', text } }), 303)
    }
    const opened = services.seal.decrypt(PURPOSE, sealed) as SealedPassword | undefined
    if (opened?.formToken !== formToken) return redirectToLogin(allMessages.signing.code.tookTooLong)
    const { verified } = opened
    const requestSource = requestSourceOf(c, services)
    try {
      const method = await verifySecondFactor(services, verified.accountId, {
        code: textOf(form, 'code'),
        requestSource,
      })
      const isStillValid = (tx: Connection) => isPasswordUnchanged(tx, verified)
      const secret = await signIn(
        services,
        { accountId: verified.accountId, method, isStillValid },
        requestSource,
      )
      if (session) await endSession(services.db, session.hash)
      await setSessionCookie(c, services, secret)
      return c.redirect(returnTo, 303)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.code === 'account_disabled') return redirectToLogin(error.detail)
      if (!SHOWN_IN_FORM.has(error.code)) throw error
      const notice: Notice = { kind: 'mistake', text: error.detail, field: 'code' }
      const content = secondFactorPage({ formToken, returnTo, sealed, notice })
      const isThrottled = error.code === 'too_many_requests' || error.code === 'busy'
      return isThrottled ? failureResponse(c, error, { content }) : htmlResponse(c, content)
    }
  }
}
