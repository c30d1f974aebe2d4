import type { Context, Handler } from 'hono'
import { isRecentlyAuthenticated } from '../../accounts/sessions.ts'
import { Failure, type FailureCode } from '../../failure.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { createFormToken, type SignedIn, signedIn, setSessionCookie } from '../../http/visitor.ts'
import { hashSecret } from '../../crypto/seal.ts'
import type { Services } from '../../services.ts'

/** The result of a form. */
type Done = {
  /** A message for the next page, if it needs one. */
  text?: string
  /** The next page; by default that of the form. */
  path?: string
  /** Values that the next page shows once. */
  values?: Record<string, string>
  /** The session's new secret if it was rotated. */
  secret?: string
}

export type Submission = {
  /** Identifies the form on its page, to show a mistake beside its field. */
  name: string
  /** The page of the form; by default the account page. */
  page?: (c: Context) => string
  /** The id of the form's section, to which the next page scrolls. */
  section?: string
  /** Whether the person must have authenticated in the last few minutes. */
  needsRecentSignIn?: boolean
  /** Fields that are filled in again after a mistake; never a password. */
  refilled?: string[]
  work(form: InputMembers, visitor: SignedIn, c: Context): Promise<Done>
}

const ACCOUNT_PATH = '/account'

/** Failures shown in the form; others are answered with an error page. */
const SHOWN_IN_FORM = new Set<FailureCode>([
  'invalid_input',
  'wrong_credentials',
  'email_taken',
  'conflict',
  'limit_reached',
  'expired',
  'turned_off',
  'recent_sign_in_required',
])
/** The most UTF-16 units of a field that is filled in again. */
const MAX_REFILLED = 2000

/** Handles a form of the account page. */
export function accountForm(services: Services, submission: Submission): Handler {
  return signedIn(services, (c, visitor) => handleSubmission(c, services, { visitor, ...submission }))
}

type Submitted = Submission & { visitor: SignedIn }

/** Handles a form of a signed-in person, and redirects with the result, or back with the mistake. */
export async function handleSubmission(
  c: Context,
  services: Services,
  { visitor, name, page = () => ACCOUNT_PATH, section, needsRecentSignIn, refilled = [], work }: Submitted,
): Promise<Response> {
  const form = await readForm(c, services, { session: visitor.session })
  if (needsRecentSignIn && !isRecentlyAuthenticated(visitor.session, services.clock.now()))
    return c.redirect(reauthenticationPath(page(c)), 303)
  const path = section === undefined ? page(c) : `${page(c)}#${section}`
  try {
    const { text, path: next = path, values, secret } = await work(form, visitor, c)
    const formToken =
      secret === undefined ? visitor.formToken : await replaceSessionCookie(c, services, secret)
    if (text === undefined) return c.redirect(next, 303)
    return c.redirect(
      withFlash(services, formToken, { path: next, notice: { kind: 'done', text, values } }),
      303,
    )
  } catch (error) {
    const typed = refilled.map((field) => [field, textOf(form, field).slice(0, MAX_REFILLED)])
    return redirectWithMistake(c, services, {
      error,
      formToken: visitor.formToken,
      path,
      values: { ...(Object.fromEntries(typed) as Record<string, string>), form: name },
    })
  }
}

/** The page that asks for a recent sign-in and returns to `returnTo`. */
export function reauthenticationPath(returnTo: string): string {
  const path = `${ACCOUNT_PATH}/confirm`
  return returnTo === ACCOUNT_PATH ? path : `${path}?return=${encodeURIComponent(returnTo)}`
}

/** Sets the cookie of a rotated session; returns its form token. */
export async function replaceSessionCookie(c: Context, services: Services, secret: string): Promise<string> {
  await setSessionCookie(c, services, secret)
  return createFormToken(services, hashSecret(secret))
}

type FormError = { error: unknown; formToken: string; path: string; values?: Record<string, string> }

/** Redirects back to show a mistake; rethrows other errors. */
export function redirectWithMistake(
  c: Context,
  services: Services,
  { error, formToken, path, values = {} }: FormError,
): Response {
  if (!(error instanceof Failure) || !SHOWN_IN_FORM.has(error.code)) throw error
  const field = error.extras.errors?.[0]?.pointer.slice('#/'.length) ?? ''
  return c.redirect(
    withFlash(services, formToken, { path, notice: { kind: 'mistake', text: error.detail, field, values } }),
    303,
  )
}
