import type { Context, Handler } from 'hono'
import { isRecentlyAuthenticated } from '../../accounts/sessions.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { formTokenFor, type SignedIn, signedIn, startSession } from '../../http/visitor.ts'
import { hashSecret } from '../../crypto/seal.ts'
import type { Services } from '../../services.ts'

/** What a form did: words for the page that comes next, and the session's secret where that is new. */
export type Done = { text: string; secret?: string }

type AccountForm = {
  /** By which the page finds the form whose field was wrong. */
  name: string
  /** Whether the person must have proved who they are a few minutes ago. */
  needsFresh?: boolean
  work(form: InputMembers, visitor: SignedIn, c: Context): Promise<Done>
}

/** What a person can set right, or has to be told, on the page of the form. */
const MISTAKES = new Set<FailureCode>(['invalid_input', 'wrong_credentials', 'email_taken', 'not_offered'])
const KEPT_LENGTH = 254

/** `POST` of a form of the account page: does its work and says so there, or what was wrong. */
export function accountForm(services: Services, { name, needsFresh, work }: AccountForm): Handler {
  return signedIn(services, async (c, visitor) => {
    const form = await readForm(c, services, visitor.session)
    if (needsFresh && !isRecentlyAuthenticated(visitor.session, services.clock.now()))
      return c.redirect('/account/confirm', 303)
    try {
      const { text, secret } = await work(form, visitor, c)
      const formToken = secret === undefined ? visitor.formToken : renewed(c, services, secret)
      return c.redirect(withFlash(services, formToken, '/account', { kind: 'done', text }), 303)
    } catch (error) {
      const values = { form: name, email: textOf(form, 'email').slice(0, KEPT_LENGTH) }
      return toldOn(c, services, visitor, '/account', error, values)
    }
  })
}

/** Gives the browser the session's new secret; gives the form token that goes with it. */
export function renewed(c: Context, services: Services, secret: string): string {
  startSession(c, services, secret)
  return formTokenFor(services, hashSecret(secret))
}

/** Goes back to a page that tells a mistake; rethrows what is none. */
export function toldOn(
  c: Context,
  services: Services,
  { formToken }: { formToken: string },
  path: string,
  error: unknown,
  values: Record<string, string> = {},
): Response {
  if (!(error instanceof Failure) || !MISTAKES.has(error.code)) throw error
  const field = error.extras.mistakes?.[0]?.pointer.slice('#/'.length) ?? ''
  return c.redirect(
    withFlash(services, formToken, path, { kind: 'mistake', text: error.detail, field, values }),
    303,
  )
}
