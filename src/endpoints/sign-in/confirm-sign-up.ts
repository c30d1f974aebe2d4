import type { Context, Handler } from 'hono'
import { confirmSignUp, readPendingSignUp } from '../../accounts/confirm-sign-up.ts'
import { endSession } from '../../accounts/end-sessions.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import { confirmSignUpPage } from '../../html/sign-in/confirm-sign-up-page.ts'
import { withReturn } from '../../html/sign-in/sign-in-page.ts'
import { readFlash, withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import { readQuery } from '../../http/read-input.ts'
import { requestSourceOf, setSessionCookie, identifyVisitor } from '../../http/visitor.ts'
import { createQueue } from '../../queue/items/queue-state.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'
import type { Notice } from '../../text/notice.ts'

const MISTAKES = new Set<FailureCode>(['invalid_input', 'wrong_credentials', 'expired', 'email_taken'])

/** `GET /signup/confirm`: the page of the confirmation link; does not use it up, because mail scanners open links. */
export function confirmSignUpForm(services: Services): Handler {
  return async (c) => {
    const query = readQuery(c.req.raw)
    const token = query['token'] ?? ''
    const { formToken } = await identifyVisitor(c, services)
    try {
      const { email, needsPassword } = await readPendingSignUp(services, token, formToken)
      const notice = readFlash(services, formToken, query)
      return await htmlResponse(c, confirmSignUpPage({ formToken, token, email, needsPassword, notice }))
    } catch (error) {
      return redirectWithMistake(c, services, { formToken, token, error })
    }
  }
}

/** `POST /signup/confirm`: creates the account, signs in, and redirects to the return path. */
export function confirmSignUpSubmission(services: Services): Handler {
  const context = { config: services.config, onAccountCreated: createQueue }
  return async (c) => {
    const { session, formToken } = await identifyVisitor(c, services)
    const form = await readForm(c, services, { session })
    const submitted = { token: textOf(form, 'token'), password: textOf(form, 'password'), formToken }
    try {
      const { secret, returnTo } = await confirmSignUp(services, context, {
        ...submitted,
        requestSource: requestSourceOf(c, services),
      })
      if (session) await endSession(services.db, session.hash)
      await setSessionCookie(c, services, secret)
      return c.redirect(returnTo, 303)
    } catch (error) {
      return redirectWithMistake(c, services, { formToken, token: submitted.token, error })
    }
  }
}

function redirectWithMistake(
  c: Context,
  services: Services,
  { formToken, token, error }: { formToken: string; token: string; error: unknown },
): Response {
  if (!(error instanceof Failure) || !MISTAKES.has(error.code)) throw error
  const isOver = error.code === 'expired' || error.code === 'email_taken'
  const path = isOver ? withReturn('/login', '/queue') : `/signup/confirm?token=${encodeURIComponent(token)}`
  const notice: Notice = { kind: 'mistake', text: error.detail, field: isOver ? '' : 'password' }
  return c.redirect(withFlash(services, formToken, { path, notice }), 303)
}
