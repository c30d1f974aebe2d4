import { domainToASCII } from 'node:url'
import { invalidField } from '../failure.ts'

const MAX_EMAIL_LENGTH = 254
const LOCAL_PART = /^[^\s@\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}<>()[\],;:"\\]+$/u
/** Characters allowed in a typed domain: the URL parser would cut off or decode the others. */
const TYPED_DOMAIN = /^[^\s@\p{Cc}<>()[\],;:"\\%/?#]+$/u
const DOMAIN = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/

/**
 * Normalises an email address: trimmed, lower case, domain in ASCII (IDNA), so that one mailbox has one spelling.
 * Throws `invalid_input`.
 */
export function parseEmail(text: string): string {
  const email = normalise(text)
  if (email === undefined) throw invalidField('email', 'Enter an email address, like you@example.org.')
  return email
}

/**
 * The spellings under which an account may be stored for a typed address: normalised (`email`), and only trimmed and
 * lower-cased (`typed`), as earlier releases stored it. Both are the same for an invalid address.
 */
export function emailVariants(text: string): { typed: string; email: string } {
  const typed = text.trim().toLowerCase()
  return { typed, email: normalise(text) ?? typed }
}

function normalise(text: string): string | undefined {
  const typed = text.trim().toLowerCase()
  const at = typed.lastIndexOf('@')
  const [local, domain] = [typed.slice(0, Math.max(at, 0)), typed.slice(at + 1)]
  if (typed.length > MAX_EMAIL_LENGTH || !typed.isWellFormed()) return undefined
  if (!LOCAL_PART.test(local) || !TYPED_DOMAIN.test(domain)) return undefined
  const ascii = domainToASCII(domain)
  const email = `${local}@${ascii}`
  return DOMAIN.test(ascii) && email.length <= MAX_EMAIL_LENGTH ? email : undefined
}
