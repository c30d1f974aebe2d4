import type { Context } from 'hono'
import { accountSchedulingKey } from '../../accounts/scheduling-key.ts'
import { hasSecondFactor, verifySecondFactor } from '../../accounts/second-factor.ts'
import { authenticatePassword } from '../../accounts/authenticate-password.ts'
import { isRecentlyAuthenticated, type Session } from '../../accounts/sessions.ts'
import { Failure, invalidField } from '../../failure.ts'
import { textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { requestSourceOf } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'

/**
 * Requires a recent sign-in or the current password in the form. Throws `invalid_input`, `too_many_requests`, and
 * `recent_sign_in_required` when two-step sign-in makes the password alone insufficient.
 */
export async function requireReauthentication(
  c: Context,
  services: Services,
  { session, form }: { session: Session; form: InputMembers },
): Promise<void> {
  if (isRecentlyAuthenticated(session, services.clock.now())) return
  if (await hasSecondFactor(services.db, session.accountId))
    throw new Failure('recent_sign_in_required', 'First confirm that it is you.')
  await reauthenticateWithPassword(c, services, { session, form })
}

/** Checks the password, and the second factor if it is on. Throws `invalid_input`, `too_many_requests`. */
export async function reauthenticateWithPassword(
  c: Context,
  services: Services,
  { session: { email, accountId }, form }: { session: Session; form: InputMembers },
): Promise<void> {
  if (!services.config.passwordSignIn) throw new Failure('turned_off', 'Passwords are turned off here.')
  const password = textOf(form, 'current_password')
  if (password === '') throw invalidField('current_password', 'Enter your current password.')
  const requestSource = requestSourceOf(c, services)
  const checkField = async (field: string, message: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      const isWrong = error instanceof Failure && error.code === 'wrong_credentials'
      throw isWrong ? invalidField(field, message || error.detail) : error
    }
  }
  await checkField('current_password', 'That is not your current password. Try again.', () =>
    authenticatePassword(
      services,
      { email, password },
      { requestSource, schedulingKey: accountSchedulingKey(accountId) },
    ),
  )
  if (!(await hasSecondFactor(services.db, accountId))) return
  await checkField('code', '', () =>
    verifySecondFactor(services, accountId, { code: textOf(form, 'code'), requestSource }),
  )
}
