import type { Log } from '../ports/log.ts'
import type { Letter, Mail } from '../ports/mail.ts'

const NOT_YOU =
  'If that was not you, somebody else can use your account: set a new password at once, or ask whoever runs the service.'
const GREETING = 'Hello,'

/** The link that sets a new password. */
export function recoveryLink(to: string, link: string): Letter {
  return letter(to, 'Set a new password for Reading Queue', [
    'somebody, most likely you, asked for a new password for your reading queue. Open this link within 15 minutes to set one:',
    link,
    'It works once. If you did not ask for it, do nothing: your password stays as it is.',
  ])
}

/** For an address that has no account, so that asking tells nothing but to who reads its mail. */
export function noAccountHere(to: string, baseUrl: string): Letter {
  return letter(to, 'Your request to Reading Queue', [
    `somebody, most likely you, asked for a new password at ${baseUrl}. There is no account with this address.`,
    'You may have signed up with another one. If you did not ask for this, do nothing.',
  ])
}

/** To the old address. */
export function emailChanged(to: string, newEmail: string): Letter {
  return letter(to, 'Your address at Reading Queue was changed', [
    `from now on you sign in to your reading queue with ${newEmail}, and no longer with this address.`,
    NOT_YOU,
  ])
}

export function passwordChanged(to: string): Letter {
  return letter(to, 'Your password at Reading Queue was changed', [
    'your reading queue has a new password, and every other browser was signed out.',
    NOT_YOU,
  ])
}

export function passwordRemoved(to: string): Letter {
  return letter(to, 'Your password at Reading Queue was removed', [
    'your reading queue has no password any more. You sign in with a passkey or your provider.',
    NOT_YOU,
  ])
}

/** Sends a letter that nobody waits for; one that can't be sent is told to the log. */
export function tell({ mail, log }: { mail: Mail | undefined; log: Log }, written: Letter): void {
  mail?.send(written).catch((error: unknown) => log.error('A letter could not be sent', error))
}

function letter(to: string, subject: string, paragraphs: string[]): Letter {
  return { to, subject, text: [GREETING, ...paragraphs, 'Reading Queue'].join('\n\n') }
}
