import type { Handler } from 'hono'
import { sendPasswordResetEmail } from '../../accounts/send-password-reset-email.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import { type ForgotView, forgotPage } from '../../html/sign-in/forgot-page.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { readFlash, withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import { readQuery } from '../../http/read-input.ts'
import { requestSourceOf, readSession, identifyVisitor } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { failureResponse } from '../shared/failure-response.ts'
import { htmlResponse } from '../shared/html-response.ts'
import type { Notice } from '../../text/notice.ts'

const sent = (): Notice => ({ kind: 'done', text: allMessages.signing.forgot.sent })
const SHOWN_IN_FORM = new Set<FailureCode>(['busy', 'too_many_requests', 'cross_site'])
const MAX_EMAIL_LENGTH = 254

/** `GET /forgot`. */
export function forgotForm(services: Services): Handler {
  return async (c) => {
    const { formToken } = await identifyVisitor(c, services)
    const notice = readFlash(services, formToken, readQuery(c.req.raw))
    return htmlResponse(c, forgotPage({ formToken, by: resetChannelOf(services), notice }))
  }
}

/** `POST /forgot`: the same response for every address. */
export function forgotSubmission(services: Services): Handler {
  return async (c) => {
    let email = ''
    try {
      const form = await readForm(c, services, { session: await readSession(c, services) })
      email = textOf(form, 'email').slice(0, MAX_EMAIL_LENGTH)
      const { mail } = services
      if (!mail || resetChannelOf(services) !== 'mail')
        throw new Failure('turned_off', 'This service sends no email. Ask whoever runs it for a link.')
      await sendPasswordResetEmail(services, mail, { email, requestSource: requestSourceOf(c, services) })
      const { formToken } = await identifyVisitor(c, services)
      return c.redirect(withFlash(services, formToken, { path: '/forgot', notice: sent() }), 303)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const { formToken } = await identifyVisitor(c, services)
      const notice: Notice = { kind: 'mistake', text: error.detail, values: { email } }
      if (error.code === 'invalid_input') {
        return c.redirect(
          withFlash(services, formToken, { path: '/forgot', notice: { ...notice, field: 'email' } }),
          303,
        )
      }
      if (!SHOWN_IN_FORM.has(error.code)) throw error
      return failureResponse(c, error, {
        content: forgotPage({ formToken, by: resetChannelOf(services), notice }),
      })
    }
  }
}

function resetChannelOf({ config, mail }: Services): ForgotView['by'] {
  if (!config.passwordSignIn) return 'provider'
  return mail ? 'mail' : 'operator'
}
