import type { Context, Handler } from 'hono'
import { isRecentlyAuthenticated } from '../../accounts/sessions.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { createFormToken, type SignedIn, signedIn, setSessionCookie } from '../../http/visitor.ts'
import { hashSecret } from '../../crypto/seal.ts'
import type { Services } from '../../services.ts'

/** What a form did: words for the page that comes next, and the session's secret where that is new. */
export type Done = { text: string; secret?: string }

type AccountForm = {
  /** By which the page finds the form whose field was wrong. */
  name: string
  /** Whether the person must have proved who they are a few minutes ago. */
  needsRecentSignIn?: boolean
  work(form: InputMembers, visitor: SignedIn, c: Context): Promise<Done>
}

/** What a person can set right, or has to be told, on the page of the form. */
const SHOWN_IN_FORM = new Set<FailureCode>([
  'invalid_input',
  'wrong_credentials',
  'email_taken',
  'not_offered',
])
const MAX_EMAIL_LENGTH = 254

/** `POST` of a form of the account page: does its work and says so there, or what was wrong. */
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
      return redirectWithMistake(c, services, visitor, '/account', error, values)
    }
  })
}

/** Gives the browser the session's new secret; gives the form token that goes with it. */
export function replaceSessionCookie(c: Context, services: Services, secret: string): string {
  setSessionCookie(c, services, secret)
  return createFormToken(services, hashSecret(secret))
}

/** Goes back to a page that tells a mistake; rethrows what is none. */
export function redirectWithMistake(
  c: Context,
  services: Services,
  { formToken }: { formToken: string },
  path: string,
  error: unknown,
  values: Record<string, string> = {},
): Response {
  if (!(error instanceof Failure) || !SHOWN_IN_FORM.has(error.code)) throw error
  const field = error.extras.mistakes?.[0]?.pointer.slice('#/'.length) ?? ''
  return c.redirect(
    withFlash(services, formToken, path, { kind: 'mistake', text: error.detail, field, values }),
    303,
  )
}
