import type { Log } from '../ports/log.ts'
import type { Email, Mail } from '../ports/mail.ts'
import { emailMessages as messages } from './email-messages.ts'

/** The link that creates an account. */
export function signUpLinkEmail(to: string, link: string): Email {
  return composeEmail(to, messages.signUpLink.subject, messages.signUpLink.text(link))
}

/** Sent on sign-up with an address that has an account, so that only its reader learns of the account. */
export function accountExistsEmail(to: string, baseUrl: string): Email {
  return composeEmail(to, messages.accountExists.subject, messages.accountExists.text(baseUrl))
}

/** The link that resets a password. */
export function passwordResetLinkEmail(to: string, link: string): Email {
  return composeEmail(to, messages.passwordResetLink.subject, messages.passwordResetLink.text(link))
}

/** Sent when a reset is asked for an address without an account, so that only its reader learns that there is none. */
export function noAccountEmail(to: string, baseUrl: string): Email {
  return composeEmail(to, messages.noAccount.subject, messages.noAccount.text(baseUrl))
}

/** Sent when a reset is asked for a disabled account, instead of a link. */
export function accountDisabledEmail(to: string, baseUrl: string): Email {
  return composeEmail(to, messages.accountDisabled.subject, messages.accountDisabled.text(baseUrl))
}

/** The link that confirms a new address. */
export function emailConfirmationEmail(to: string, link: string): Email {
  return composeEmail(to, messages.emailConfirmation.subject, messages.emailConfirmation.text(link))
}

/** Sent when somebody tries to change to an address that belongs to another account. */
export function emailTakenEmail(to: string, baseUrl: string): Email {
  return composeEmail(to, messages.emailTaken.subject, messages.emailTaken.text(baseUrl))
}

/** Sends an email and waits for it; logs a failure. Throws `busy`. */
export async function sendEmail({ mail, log }: { mail: Mail; log: Log }, email: Email): Promise<void> {
  try {
    await mail.send(email)
  } catch (error) {
    log.error('An email could not be sent', error)
    throw error
  }
}

/** Sends an email of which nothing depends, if mail is configured, and waits for it; only logs a failure. */
export async function sendNotification(
  { mail, log }: { mail: Mail | undefined; log: Log },
  email: Email,
): Promise<void> {
  if (mail) await sendEmail({ mail, log }, email).catch(() => undefined)
}

/** As `sendNotification`, without waiting. */
export function sendEmailInBackground(services: { mail: Mail | undefined; log: Log }, email: Email): void {
  void sendNotification(services, email)
}

export function composeEmail(to: string, subject: string, paragraphs: string[]): Email {
  return { to, subject, text: [messages.greeting, ...paragraphs, messages.signature].join('\n\n') }
}
