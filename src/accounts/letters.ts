import type { Log } from '../ports/log.ts'
import type { Letter, Mail } from '../ports/mail.ts'
import { letterWords as words } from './letter-words.ts'

/** The link that sets a new password. */
export function recoveryLink(to: string, link: string): Letter {
  return letter(to, words.recovery.subject, words.recovery.text(link))
}

/** For an address that has no account, so that asking tells nothing but to who reads its mail. */
export function noAccountHere(to: string, baseUrl: string): Letter {
  return letter(to, words.noAccount.subject, words.noAccount.text(baseUrl))
}

/** To the old address. */
export function emailChanged(to: string, newEmail: string): Letter {
  return letter(to, words.emailChanged.subject, words.emailChanged.text(newEmail))
}

export function passwordChanged(to: string): Letter {
  return letter(to, words.passwordChanged.subject, words.passwordChanged.text())
}

export function passwordRemoved(to: string): Letter {
  return letter(to, words.passwordRemoved.subject, words.passwordRemoved.text())
}

/** Sends a letter that nobody waits for; one that can't be sent is told to the log. */
export function tell({ mail, log }: { mail: Mail | undefined; log: Log }, written: Letter): void {
  mail?.send(written).catch((error: unknown) => log.error('A letter could not be sent', error))
}

function letter(to: string, subject: string, paragraphs: string[]): Letter {
  return { to, subject, text: [words.greeting, ...paragraphs, words.signature].join('\n\n') }
}
