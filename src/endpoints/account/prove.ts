import type { Context } from 'hono'
import { provePassword } from '../../accounts/sign-in.ts'
import { isFresh, type Session } from '../../accounts/sessions.ts'
import { Failure, invalidField } from '../../failure.ts'
import { textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { originOf } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'

/**
 * Makes sure that whoever sends the form is the person: they signed in a few minutes ago, or it holds their
 * current password. Throws `invalid_input`, `too_many_requests`.
 */
export async function proveInForm(
  c: Context,
  services: Services,
  session: Session,
  form: InputMembers,
): Promise<void> {
  if (isFresh(session, services.clock.now())) return
  await proveByPassword(c, services, session, textOf(form, 'current_password'))
}

/** Throws `invalid_input` where it is not the person's password, `too_many_requests`. */
export async function proveByPassword(
  c: Context,
  services: Services,
  { email }: Session,
  password: string,
): Promise<void> {
  if (!services.config.passwordSignIn) throw new Failure('not_offered', 'Passwords are switched off here.')
  if (password === '') throw invalidField('current_password', 'Enter your current password.')
  try {
    await provePassword(services, { email, password }, originOf(c, services))
  } catch (error) {
    const isWrong = error instanceof Failure && error.code === 'wrong_credentials'
    throw isWrong ? invalidField('current_password', 'That is not your current password. Try again.') : error
  }
}
