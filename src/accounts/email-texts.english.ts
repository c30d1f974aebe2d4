import type { RemovedByReset } from './reset-credentials.ts'

const notYou =
  'If this wasn’t you, somebody else can use your account: reset your password at once, or ask whoever runs the service.'

/** What emails say, in English. */
export const englishEmailTexts = {
  greeting: 'Hello,',
  signature: 'Reading Queue',
  signUp: {
    subject: 'Confirm your email address for Reading Queue',
    text: (link: string) => [
      'somebody, most likely you, wants to create an account with this address. Open this link within 24 hours to create it:',
      link,
      'It works once. If you did not ask for it, do nothing: no account is created.',
    ],
  },
  signUpTaken: {
    subject: 'You already have a Reading Queue account',
    text: (baseUrl: string) => [
      `somebody, most likely you, wanted to create an account with this address at ${baseUrl}. You already have one.`,
      `Sign in: ${baseUrl}/login`,
      `Forgot your password? Reset it: ${baseUrl}/forgot`,
      'If this wasn’t you, do nothing: nothing was changed.',
    ],
  },
  resetLink: {
    subject: 'Reset your Reading Queue password',
    text: (link: string) => [
      'somebody, most likely you, asked to reset the password of your reading queue. Open this link within 15 minutes to do it:',
      link,
      'It works once. If you did not ask for it, do nothing: your password stays as it is.',
    ],
  },
  noAccount: {
    subject: 'Your request to Reading Queue',
    text: (baseUrl: string) => [
      `somebody, most likely you, asked for a new password at ${baseUrl}. There is no account with this address.`,
      'You may have signed up with another one. If you did not ask for this, do nothing.',
    ],
  },
  disabled: {
    subject: 'Your request to Reading Queue',
    text: (baseUrl: string) => [
      `somebody, most likely you, asked to reset the password of your account at ${baseUrl}. That account is disabled.`,
      'Ask whoever runs the service to enable it again. If you did not ask for this, do nothing.',
    ],
  },
  confirmEmail: {
    subject: 'Confirm your new address for Reading Queue',
    text: (link: string) => [
      'somebody, most likely you, wants to use this address for their reading queue. Open this link within 24 hours, in a browser that is signed in:',
      link,
      'It works once. If you did not ask for it, do nothing.',
    ],
  },
  emailTaken: {
    subject: 'Your address was entered at Reading Queue',
    text: (baseUrl: string) => [
      `somebody, most likely you, wanted to use this address for another account at ${baseUrl}. It already belongs to an account of its own, so nothing was changed.`,
    ],
  },
  emailChanged: {
    subject: 'Your Reading Queue email address was changed',
    text: (newEmail: string) => [
      `from now on you sign in to your reading queue with ${newEmail}, and no longer with this address.`,
      notYou,
    ],
  },
  passwordChanged: {
    subject: 'Your Reading Queue password was changed',
    text: () => ['your account has a new password, and every other browser was signed out.', notYou],
  },
  passwordRemoved: {
    subject: 'Your Reading Queue password was removed',
    text: () => [
      'your account no longer has a password. You sign in with a passkey or your provider.',
      notYou,
    ],
  },
  reset: {
    subject: 'Your Reading Queue password was reset',
    text: ({ passkeys, identities, agents, isTotpRemoved }: RemovedByReset) => {
      const removed = [
        ...passkeys.map((name) => `Passkey: ${name}`),
        ...identities.map((issuer) => `Sign-in through ${issuer}`),
        ...agents.map((name) => `Agent: ${name}`),
      ]
      return [
        'your account has a new password, and every browser was signed out.',
        ...(removed.length > 0 ? ['These no longer have access to your account:', removed.join('\n')] : []),
        ...(isTotpRemoved ? ['Two-step sign-in is off.'] : []),
        notYou,
      ]
    },
  },
  newSignIn: {
    subject: 'New sign-in to Reading Queue',
    text: (when: string, address: string, browser: string) => [
      'somebody, most likely you, signed in to your account with a browser and from a network that were not used together before.',
      `Time: ${when}\nAddress: ${address}\nBrowser: ${browser}`,
      notYou,
    ],
  },
  passkeyAdded: {
    subject: 'A passkey was added to Reading Queue',
    text: (name: string) => [`a passkey named “${name}” can now sign in to your reading queue.`, notYou],
  },
  passkeyRemoved: {
    subject: 'A passkey was removed from Reading Queue',
    text: (name: string) => [`the passkey “${name}” can no longer sign in to your reading queue.`, notYou],
  },
  providerConnected: {
    subject: 'A new way to sign in to Reading Queue',
    text: (name: string) => [`you can now sign in to your reading queue with ${name}.`, notYou],
  },
  providerDisconnected: {
    subject: 'A way to sign in to Reading Queue was removed',
    text: (name: string) => [`you can no longer sign in to your reading queue with ${name}.`, notYou],
  },
  totpOn: {
    subject: 'Two-step sign-in is on for Reading Queue',
    text: () => ['signing in with your password now also takes a code from your authenticator app.', notYou],
  },
  totpOff: {
    subject: 'Two-step sign-in is off for Reading Queue',
    text: () => ['signing in with your password no longer takes a code.', notYou],
  },
  recoveryCodes: {
    subject: 'New recovery codes for Reading Queue',
    text: () => ['your account has new recovery codes; the old ones no longer work.', notYou],
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used at Reading Queue',
    text: (left: number) => [
      `a recovery code of your account was used. ${left === 1 ? '1 code is' : `${left} codes are`} left.`,
      notYou,
    ],
  },
}
