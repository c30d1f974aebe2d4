import type { Context, Handler } from 'hono'
import { isRecentlyAuthenticated } from '../../accounts/sessions.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { createFormToken, type SignedIn, signedIn, setSessionCookie } from '../../http/visitor.ts'
import { hashSecret } from '../../crypto/seal.ts'
import type { Services } from '../../services.ts'

/** The result of a form: a message for the next page, and the session's new secret if it was rotated. */
export type Done = { text: string; secret?: string }

type AccountForm = {
  /** Identifies the form on the page, to show a mistake beside its field. */
  name: string
  /** Whether the person must have authenticated in the last few minutes. */
  needsRecentSignIn?: boolean
  work(form: InputMembers, visitor: SignedIn, c: Context): Promise<Done>
}

/** Failures shown in the form; others are answered with an error page. */
const SHOWN_IN_FORM = new Set<FailureCode>([
  'invalid_input',
  'wrong_credentials',
  'email_taken',
  'not_offered',
])
const MAX_EMAIL_LENGTH = 254

/** Handles a form of the account page, and redirects back with the result or the mistake. */
export function accountForm(services: Services, { name, needsRecentSignIn, work }: AccountForm): Handler {
  return signedIn(services, async (c, visitor) => {
    const form = await readForm(c, services, visitor.session)
    if (needsRecentSignIn && !isRecentlyAuthenticated(visitor.session, services.clock.now()))
      return c.redirect('/account/confirm', 303)
    try {
      const { text, secret } = await work(form, visitor, c)
      const formToken = secret === undefined ? visitor.formToken : replaceSessionCookie(c, services, secret)
      return c.redirect(withFlash(services, formToken, '/account', { kind: 'done', text }), 303)
    } catch (error) {
      const values = { form: name, email: textOf(form, 'email').slice(0, MAX_EMAIL_LENGTH) }
      return redirectWithMistake(c, services, error, {
        formToken: visitor.formToken,
        path: '/account',
        values,
      })
    }
  })
}

/** Sets the cookie of a rotated session; returns its form token. */
export function replaceSessionCookie(c: Context, services: Services, secret: string): string {
  setSessionCookie(c, services, secret)
  return createFormToken(services, hashSecret(secret))
}

/** Redirects back to show a mistake; rethrows other errors. */
export function redirectWithMistake(
  c: Context,
  services: Services,
  error: unknown,
  { formToken, path, values = {} }: { formToken: string; path: string; values?: Record<string, string> },
): Response {
  if (!(error instanceof Failure) || !SHOWN_IN_FORM.has(error.code)) throw error
  const field = error.extras.mistakes?.[0]?.pointer.slice('#/'.length) ?? ''
  return c.redirect(
    withFlash(services, formToken, path, { kind: 'mistake', text: error.detail, field, values }),
    303,
  )
}
