import type { Context } from 'hono'
import type { Session } from '../accounts/sessions.ts'
import { Failure } from '../failure.ts'
import type { Services } from '../services.ts'
import type { InputMembers } from './parameters.ts'
import { FORM_TYPE, readInput, type ReadOptions } from './read-input.ts'
import { rejectCrossSite } from './same-origin.ts'
import { isValidFormToken } from './visitor.ts'

/** The hidden field that every form of ours carries. */
export const FORM_TOKEN = 'form_token'

/** Bytes of a form of few short fields and a return path, which may be an authorization request. */
const MAX_SMALL_FORM_BYTES = 64 * 1024

/**
 * Reads a form of one of our pages, by default a small one; throws `cross_site` unless the page was ours
 * and this browser's.
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

/** A field of a form as text; empty where it is missing. */
export function textOf(form: InputMembers, name: string): string {
  const value = form[name]
  return typeof value === 'string' ? value : ''
}
