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

/**
 * Reads a form of the web app, by default a small one. Throws `cross_site` unless origin and CSRF token are valid.
 */
export async function readForm(
  c: Context,
  services: Services,
  session: Session | undefined,
  size: ReadOptions = { limit: MAX_SMALL_FORM_BYTES },
): Promise<InputMembers> {
  rejectCrossSite(c, services.config.baseUrl)
  const form = await readInput(c.req.raw, { ...size, types: [FORM_TYPE] })
  if (!isValidFormToken(c, services, session, form[FORM_TOKEN])) {
    throw new Failure('cross_site', 'This form is out of date. Open the page again and send it once more.')
  }
  return form
}

/** A form field as text; empty if missing. */
export function textOf(form: InputMembers, name: string): string {
  const value = form[name]
  return typeof value === 'string' ? value : ''
}
