import type { Email } from '../ports/mail.ts'
import { emailTexts as words } from './email-texts.ts'
import { composeEmail } from './emails.ts'
import type { RequestOrigin } from './request-origin.ts'

/** To the old address. */
export function addressChangedEmail(to: string, newEmail: string): Email {
  return composeEmail(to, words.emailChanged.subject, words.emailChanged.text(newEmail))
}

export function passwordChangedEmail(to: string): Email {
  return composeEmail(to, words.passwordChanged.subject, words.passwordChanged.text())
}

export function passwordRemovedEmail(to: string): Email {
  return composeEmail(to, words.passwordRemoved.subject, words.passwordRemoved.text())
}

/** `removed`: one line for each credential that was removed. */
export function passwordResetEmail(to: string, removed: string[]): Email {
  return composeEmail(to, words.reset.subject, words.reset.text(removed))
}

export function newSignInEmail(to: string, { address, userAgent }: RequestOrigin, now: number): Email {
  const when = `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return composeEmail(to, words.newSignIn.subject, words.newSignIn.text(when, address, printable(userAgent)))
}

export function passkeyAddedEmail(to: string, name: string): Email {
  return composeEmail(to, words.passkeyAdded.subject, words.passkeyAdded.text(name))
}

export function passkeyRemovedEmail(to: string, name: string): Email {
  return composeEmail(to, words.passkeyRemoved.subject, words.passkeyRemoved.text(name))
}

export function providerConnectedEmail(to: string, name: string): Email {
  return composeEmail(to, words.providerConnected.subject, words.providerConnected.text(name))
}

export function providerDisconnectedEmail(to: string, name: string): Email {
  return composeEmail(to, words.providerDisconnected.subject, words.providerDisconnected.text(name))
}

export function totpEnabledEmail(to: string): Email {
  return composeEmail(to, words.totpOn.subject, words.totpOn.text())
}

export function totpDisabledEmail(to: string): Email {
  return composeEmail(to, words.totpOff.subject, words.totpOff.text())
}

export function recoveryCodesReplacedEmail(to: string): Email {
  return composeEmail(to, words.recoveryCodes.subject, words.recoveryCodes.text())
}

export function recoveryCodeUsedEmail(to: string, left: number): Email {
  return composeEmail(to, words.recoveryCodeUsed.subject, words.recoveryCodeUsed.text(left))
}

const MAX_BROWSER_LENGTH = 200

/** The User-Agent header is untrusted: no line breaks, and no URLs that a mail client would link. */
function printable(userAgent: string): string {
  const text = userAgent
    .replaceAll(/[^\x20-\x7e]/g, ' ')
    .replaceAll('://', ':')
    .slice(0, MAX_BROWSER_LENGTH)
  return text.trim() || 'unknown'
}
