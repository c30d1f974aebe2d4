import type { Email } from '../ports/mail.ts'
import { emailTexts as words } from './letter-words.ts'
import { message } from './letters.ts'
import type { Origin } from './origin.ts'

/** To the old address. */
export function emailChanged(to: string, newEmail: string): Email {
  return message(to, words.emailChanged.subject, words.emailChanged.text(newEmail))
}

export function passwordChanged(to: string): Email {
  return message(to, words.passwordChanged.subject, words.passwordChanged.text())
}

export function passwordRemoved(to: string): Email {
  return message(to, words.passwordRemoved.subject, words.passwordRemoved.text())
}

/** `removed` names what opens the account no more, a line each. */
export function passwordReset(to: string, removed: string[]): Email {
  return message(to, words.reset.subject, words.reset.text(removed))
}

export function newSignIn(to: string, { address, browser }: Origin, now: number): Email {
  const when = `${new Date(now).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return message(to, words.newSignIn.subject, words.newSignIn.text(when, address, printable(browser)))
}

export function passkeyAdded(to: string, name: string): Email {
  return message(to, words.passkeyAdded.subject, words.passkeyAdded.text(name))
}

export function passkeyRemoved(to: string, name: string): Email {
  return message(to, words.passkeyRemoved.subject, words.passkeyRemoved.text(name))
}

export function providerConnected(to: string, name: string): Email {
  return message(to, words.providerConnected.subject, words.providerConnected.text(name))
}

export function providerDisconnected(to: string, name: string): Email {
  return message(to, words.providerDisconnected.subject, words.providerDisconnected.text(name))
}

export function totpTurnedOn(to: string): Email {
  return message(to, words.totpOn.subject, words.totpOn.text())
}

export function totpTurnedOff(to: string): Email {
  return message(to, words.totpOff.subject, words.totpOff.text())
}

export function recoveryCodesReplaced(to: string): Email {
  return message(to, words.recoveryCodes.subject, words.recoveryCodes.text())
}

export function recoveryCodeUsed(to: string, left: number): Email {
  return message(to, words.recoveryCodeUsed.subject, words.recoveryCodeUsed.text(left))
}

const MAX_BROWSER_LENGTH = 200

/** A browser names itself as it likes; in an email it gets no line of its own and no address to click. */
function printable(browser: string): string {
  const text = browser
    .replaceAll(/[^\x20-\x7e]/g, ' ')
    .replaceAll('://', ':')
    .slice(0, MAX_BROWSER_LENGTH)
  return text.trim() || 'unknown'
}
