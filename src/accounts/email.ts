import { invalidField } from '../failure.ts'

const MAX_EMAIL_LENGTH = 254

/** An address in the form in which addresses compare: trimmed, lower case. Throws `invalid_input`. */
export function parseEmail(text: string): string {
  const email = text.trim().toLowerCase()
  const isAddress = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) && email.isWellFormed()
  if (!isAddress || email.length > MAX_EMAIL_LENGTH) {
    throw invalidField('email', 'Enter an e-mail address, such as you@example.org.')
  }
  return email
}
