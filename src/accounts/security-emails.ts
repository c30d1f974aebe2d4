import type { Email } from '../ports/mail.ts'
import { emailMessages as messages } from './email-messages.ts'
import type { RemovedByReset } from './reset-credentials.ts'
import { composeEmail } from './emails.ts'
import type { RequestSource } from './request-source.ts'

/** To the old address. */
export function emailChangedEmail(to: string, newEmail: string): Email {
  return composeEmail(to, messages.emailChanged.subject, messages.emailChanged.text(newEmail))
}

export function passwordChangedEmail(to: string): Email {
  return composeEmail(to, messages.passwordChanged.subject, messages.passwordChanged.text())
}

export function passwordRemovedEmail(to: string): Email {
  return composeEmail(to, messages.passwordRemoved.subject, messages.passwordRemoved.text())
}

/** `removed`: one line for each credential that was removed. */
export function passwordResetEmail(to: string, removed: RemovedByReset): Email {
  return composeEmail(to, messages.passwordReset.subject, messages.passwordReset.text(removed))
}

export function newSignInEmail(to: string, { ipAddress, userAgent }: RequestSource, now: number): Email {
  const when = `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return composeEmail(
    to,
    messages.newSignIn.subject,
    messages.newSignIn.text(when, ipAddress, printable(userAgent)),
  )
}

export function passkeyAddedEmail(to: string, name: string): Email {
  return composeEmail(to, messages.passkeyAdded.subject, messages.passkeyAdded.text(name))
}

export function passkeyRemovedEmail(to: string, name: string): Email {
  return composeEmail(to, messages.passkeyRemoved.subject, messages.passkeyRemoved.text(name))
}

export function providerConnectedEmail(to: string, name: string): Email {
  return composeEmail(to, messages.providerConnected.subject, messages.providerConnected.text(name))
}

export function providerDisconnectedEmail(to: string, name: string): Email {
  return composeEmail(to, messages.providerDisconnected.subject, messages.providerDisconnected.text(name))
}

export function totpEnabledEmail(to: string): Email {
  return composeEmail(to, messages.totpEnabled.subject, messages.totpEnabled.text())
}

export function totpDisabledEmail(to: string): Email {
  return composeEmail(to, messages.totpDisabled.subject, messages.totpDisabled.text())
}

export function recoveryCodesReplacedEmail(to: string): Email {
  return composeEmail(to, messages.recoveryCodesReplaced.subject, messages.recoveryCodesReplaced.text())
}

export function recoveryCodeUsedEmail(to: string, left: number): Email {
  return composeEmail(to, messages.recoveryCodeUsed.subject, messages.recoveryCodeUsed.text(left))
}

const MAX_BROWSER_LENGTH = 200

/** The User-Agent header is untrusted: no line breaks, and no address that a mail client would link. */
function printable(userAgent: string): string {
  const text = userAgent
    .replaceAll(/[^\x20-\x7e]/g, ' ')
    .replaceAll('://', ':')
    .replaceAll(/\.(?=[a-z])/gi, ' ')
    .slice(0, MAX_BROWSER_LENGTH)
  return text.trim() || 'unknown'
}
