import type { RemovedByReset } from './reset-credentials.ts'

const notYou =
  'If this wasn’t you, someone else can use your account: reset your password now, or ask whoever runs the service.'

/** What emails say, in English. */
export const englishEmailMessages = {
  greeting: 'Hello,',
  signature: 'Reading Queue',
  signUpLink: {
    subject: 'Confirm your email address for Reading Queue',
    text: (link: string) => [
      'Someone, probably you, wants to create an account with this address. Open this link within 24 hours to create it:',
      link,
      'It works once. If you did not ask for it, do nothing: no account is created.',
    ],
  },
  accountExists: {
    subject: 'You already have a Reading Queue account',
    text: (baseUrl: string) => [
      `Someone, probably you, tried to create an account with this address at ${baseUrl}. You already have one.`,
      `Sign in: ${baseUrl}/login`,
      `Forgot your password? Reset it: ${baseUrl}/forgot`,
      'If this wasn’t you, do nothing: nothing was changed.',
    ],
  },
  passwordResetLink: {
    subject: 'Reset your Reading Queue password',
    text: (link: string) => [
      'Someone, probably you, asked to reset your password. Open this link within 15 minutes to choose a new one:',
      link,
      'It works once. If you did not ask for it, do nothing: your password stays as it is.',
    ],
  },
  noAccount: {
    subject: 'Your request to Reading Queue',
    text: (baseUrl: string) => [
      `Someone, probably you, asked to reset a password at ${baseUrl}. There is no account with this address.`,
      'You may have signed up with another one. If you did not ask for this, do nothing.',
    ],
  },
  accountDisabled: {
    subject: 'Your request to Reading Queue',
    text: (baseUrl: string) => [
      `Someone, probably you, asked to reset the password of your account at ${baseUrl}. That account is disabled.`,
      'Ask whoever runs the service to enable it again. If you did not ask for this, do nothing.',
    ],
  },
  emailConfirmation: {
    subject: 'Confirm your new address for Reading Queue',
    text: (link: string) => [
      'Someone, probably you, wants to use this address for their account. Open this link within 24 hours, in a browser where you are signed in:',
      link,
      'It works once. If you did not ask for it, do nothing.',
    ],
  },
  emailTaken: {
    subject: 'Your address was entered at Reading Queue',
    text: (baseUrl: string) => [
      `Someone, probably you, tried to use this address for another account at ${baseUrl}. An account with this address already exists, so nothing was changed.`,
    ],
  },
  emailChanged: {
    subject: 'Your Reading Queue email address was changed',
    text: (newEmail: string) => [
      `From now on you sign in with ${newEmail}, and no longer with this address.`,
      notYou,
    ],
  },
  passwordChanged: {
    subject: 'Your Reading Queue password was changed',
    text: () => ['Your password was changed, and every other browser was signed out.', notYou],
  },
  passwordRemoved: {
    subject: 'Your Reading Queue password was removed',
    text: () => [
      'Your account no longer has a password. You sign in with a passkey or your provider.',
      notYou,
    ],
  },
  passwordReset: {
    subject: 'Your Reading Queue password was reset',
    text: ({ passkeyNames, identities, agents, wasTotpRemoved }: RemovedByReset) => {
      const removed = [
        ...passkeyNames.map((name) => `Passkey: ${name}`),
        ...identities.map((issuer) => `Sign-in through ${issuer}`),
        ...agents.map((name) => `Agent: ${name}`),
      ]
      return [
        'Your password was reset, and every browser was signed out.',
        ...(removed.length > 0 ? ['These no longer have access to your account:', removed.join('\n')] : []),
        ...(wasTotpRemoved ? ['Two-step sign-in is off.'] : []),
        notYou,
      ]
    },
  },
  newSignIn: {
    subject: 'New sign-in to Reading Queue',
    text: (when: string, ipAddress: string, browser: string) => [
      'Your account was signed in to from a browser and network that we haven’t seen together before.',
      `Time: ${when}\nIP address: ${ipAddress}\nBrowser: ${browser}`,
      notYou,
    ],
  },
  passkeyAdded: {
    subject: 'A passkey was added to Reading Queue',
    text: (name: string) => [`You can now sign in with the passkey “${name}”.`, notYou],
  },
  passkeyRemoved: {
    subject: 'A passkey was removed from Reading Queue',
    text: (name: string) => [`The passkey “${name}” no longer signs you in.`, notYou],
  },
  providerConnected: {
    subject: 'A new way to sign in to Reading Queue',
    text: (name: string) => [`You can now sign in with ${name}.`, notYou],
  },
  providerDisconnected: {
    subject: 'A way to sign in to Reading Queue was removed',
    text: (name: string) => [`You can no longer sign in with ${name}.`, notYou],
  },
  totpEnabled: {
    subject: 'Two-step sign-in is on for Reading Queue',
    text: () => ['Signing in with your password now also takes a code from your authenticator app.', notYou],
  },
  totpDisabled: {
    subject: 'Two-step sign-in is off for Reading Queue',
    text: () => ['Signing in with your password no longer takes a code.', notYou],
  },
  recoveryCodesReplaced: {
    subject: 'New recovery codes for Reading Queue',
    text: () => ['Your account has new recovery codes. The old ones no longer work.', notYou],
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used at Reading Queue',
    text: (left: number) => [
      `A recovery code was used to sign in to your account. ${left === 1 ? '1 code is' : `${left} codes are`} left.`,
      notYou,
    ],
  },
}
