import type { Context } from 'hono'
import type { Session } from '../accounts/sessions.ts'
import { Failure } from '../failure.ts'
import type { Services } from '../services.ts'
import type { InputMembers } from './parameters.ts'
import { FORM_TYPE, readInput, type ReadOptions } from './read-input.ts'
import { rejectCrossSite } from './same-origin.ts'
import { isValidFormToken } from './visitor.ts'

/** The hidden field with the CSRF token. */
export const FORM_TOKEN = 'form_token'

/** For a few short fields and a return path, which may be an authorization request. */
const MAX_SMALL_FORM_BYTES = 64 * 1024

/** Why a form is refused that was made for an earlier session. */
export const STALE_FORM = 'This form is out of date. Open the page again and send it once more.'

/**
 * Reads a form of the web app, by default a small one. Throws `cross_site` unless origin and CSRF token are valid.
 */
export async function readForm(
  c: Context,
  services: Services,
  { session, size = { limit: MAX_SMALL_FORM_BYTES } }: { session: Session | undefined; size?: ReadOptions },
): Promise<InputMembers> {
  const { form, isStale } = await readFormOrStale(c, services, { session, size })
  if (isStale) throw new Failure('cross_site', STALE_FORM)
  return form
}

/** The same for a caller that shows the form again where its CSRF token is not valid; nothing of it may be done then. */
export async function readFormOrStale(
  c: Context,
  services: Services,
  { session, size }: { session: Session | undefined; size: ReadOptions },
): Promise<{ form: InputMembers; isStale: boolean }> {
  rejectCrossSite(c, services.config.baseUrl)
  const form = await readInput(c.req.raw, { ...size, types: [FORM_TYPE] })
  return { form, isStale: !isValidFormToken(c, services, { session, token: form[FORM_TOKEN] }) }
}

/** A form field as text; empty if missing. */
export function textOf(form: InputMembers, name: string): string {
  const value = form[name]
  return typeof value === 'string' ? value : ''
}
