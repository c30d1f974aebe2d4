import type { Log } from '../ports/log.ts'
import type { Email, Mail } from '../ports/mail.ts'
import { emailTexts as words } from './email-texts.ts'

/** The link that creates an account. */
export function signUpLinkEmail(to: string, link: string): Email {
  return composeEmail(to, words.signUp.subject, words.signUp.text(link))
}

/** For an address that has an account, so that signing up tells nothing but to who reads its mail. */
export function accountExistsEmail(to: string, baseUrl: string): Email {
  return composeEmail(to, words.signUpTaken.subject, words.signUpTaken.text(baseUrl))
}

/** The link that resets a password. */
export function recoveryLinkEmail(to: string, link: string): Email {
  return composeEmail(to, words.recovery.subject, words.recovery.text(link))
}

/** For an address that has no account, so that asking tells nothing but to who reads its mail. */
export function noAccountEmail(to: string, baseUrl: string): Email {
  return composeEmail(to, words.noAccount.subject, words.noAccount.text(baseUrl))
}

/** For the address of a disabled account, which no link opens. */
export function accountDisabledEmail(to: string, baseUrl: string): Email {
  return composeEmail(to, words.disabled.subject, words.disabled.text(baseUrl))
}

/** The link that makes the address the account's. */
export function confirmAddressEmail(to: string, link: string): Email {
  return composeEmail(to, words.confirmEmail.subject, words.confirmEmail.text(link))
}

/** For an address that is another account's. */
export function addressTakenEmail(to: string, baseUrl: string): Email {
  return composeEmail(to, words.emailTaken.subject, words.emailTaken.text(baseUrl))
}

/** Sends an email and waits for it; one that can't be sent is told to the log as well. Throws `busy`. */
export async function sendEmail({ mail, log }: { mail: Mail; log: Log }, email: Email): Promise<void> {
  try {
    await mail.send(email)
  } catch (error) {
    log.error('An email could not be sent', error)
    throw error
  }
}

/** Sends an email that nobody waits for; one that can't be sent is told to the log. */
export function sendEmailInBackground(
  { mail, log }: { mail: Mail | undefined; log: Log },
  email: Email,
): void {
  mail?.send(email).catch((error: unknown) => log.error('An email could not be sent', error))
}

export function composeEmail(to: string, subject: string, paragraphs: string[]): Email {
  return { to, subject, text: [words.greeting, ...paragraphs, words.signature].join('\n\n') }
}
