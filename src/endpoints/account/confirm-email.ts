import type { Handler } from 'hono'
import { confirmEmail, pendingEmail } from '../../accounts/change-email.ts'
import { confirmEmailPage } from '../../html/account/confirm-email-page.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { textOf } from '../../http/form.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { accountForm, redirectWithMistake } from './submission.ts'

/** `GET /account/email/confirm`: the page of the confirmation link; changes nothing. */
export function confirmEmailForm(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const token = readQuery(c.req.raw)['token'] ?? ''
    try {
      const email = await pendingEmail(services, visitor.session, token)
      return await htmlResponse(c, confirmEmailPage({ person: personOf(visitor), token, email }))
    } catch (error) {
      return redirectWithMistake(c, services, { error, formToken: visitor.formToken, path: '/account' })
    }
  })
}

/** `POST /account/email/confirm`. */
export function confirmEmailSubmission(services: Services): Handler {
  return accountForm(services, {
    name: 'email-confirmation',
    async work(form, { session }) {
      const { email, secret } = await confirmEmail(services, session, textOf(form, 'token'))
      return { text: allMessages.account.email.done(email), secret }
    },
  })
}
