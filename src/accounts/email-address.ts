import { domainToASCII } from 'node:url'
import { invalidField } from '../failure.ts'

const MAX_EMAIL_LENGTH = 254
const LOCAL_PART = /^[^\s@\p{Cc}\p{Cf}<>()[\],;:"\\]+$/u
/** What of a host name may be read at all: the URL parser would cut or decode the rest. */
const TYPED_DOMAIN = /^[^\s@\p{Cc}<>()[\],;:"\\%/?#]+$/u
const DOMAIN = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/

/**
 * An address in the form in which addresses compare: trimmed, lower case, its domain as the network spells it, so that
 * one mailbox has one spelling. Throws `invalid_input`.
 */
export function parseEmail(text: string): string {
  const email = normalize(text)
  if (email === undefined) throw invalidField('email', 'Enter an e-mail address, such as you@example.org.')
  return email
}

/**
 * The forms in which an account may hold an address that is typed: as new ones do, and as older ones took it. Both
 * are the same where it is no address.
 */
export function emailVariants(text: string): { typed: string; email: string } {
  const typed = text.trim().toLowerCase()
  return { typed, email: normalize(text) ?? typed }
}

function normalize(text: string): string | undefined {
  const typed = text.trim().toLowerCase()
  const at = typed.lastIndexOf('@')
  const [local, domain] = [typed.slice(0, Math.max(at, 0)), typed.slice(at + 1)]
  if (typed.length > MAX_EMAIL_LENGTH || !typed.isWellFormed()) return undefined
  if (!LOCAL_PART.test(local) || !TYPED_DOMAIN.test(domain)) return undefined
  const ascii = domainToASCII(domain)
  const email = `${local}@${ascii}`
  return DOMAIN.test(ascii) && email.length <= MAX_EMAIL_LENGTH ? email : undefined
}
