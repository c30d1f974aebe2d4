import type { Handler } from 'hono'
import { changeEmail } from '../../accounts/change-email.ts'
import { changePassword, removePassword } from '../../accounts/change-password.ts'
import { Failure } from '../../failure.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { textOf } from '../../http/form.ts'
import { requestSourceOf } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { accountForm } from './submission.ts'
import { requireReauthentication } from './reauthenticate.ts'

/** `POST /account/email`. */
export function emailSubmission(services: Services): Handler {
  return accountForm(services, {
    name: 'email',
    section: 'email-heading',
    refilled: ['email'],
    async work(form, { session }, c) {
      await requireReauthentication(c, services, { session, form })
      const changed = await changeEmail(services, session, {
        email: textOf(form, 'email'),
        requestSource: requestSourceOf(c, services),
      })
      const { done, sent } = allMessages.account.email
      if (changed.secret === undefined) return { text: sent(changed.email) }
      return { text: done(changed.email), secret: changed.secret }
    },
  })
}

/** `POST /account/password`. */
export function passwordSubmission(services: Services): Handler {
  return accountForm(services, {
    name: 'password',
    section: 'password-heading',
    async work(form, { session }, c) {
      if (!services.config.passwordSignIn) throw new Failure('turned_off', 'Passwords are turned off here.')
      await requireReauthentication(c, services, { session, form })
      const secret = await changePassword(services, session, textOf(form, 'password'))
      return { text: allMessages.account.password.done, secret }
    },
  })
}

/** `POST /account/password/remove`. */
export function removePasswordHandler(services: Services): Handler {
  return accountForm(services, {
    name: 'password',
    section: 'password-heading',
    needsRecentSignIn: true,
    async work(_, { session }) {
      return { text: allMessages.account.password.removed, secret: await removePassword(services, session) }
    },
  })
}
