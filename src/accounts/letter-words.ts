const notYou =
  'If that was not you, somebody else can use your account: set a new password at once, or ask whoever runs the service.'

/** What letters say, in English. */
export const letterWords = {
  greeting: 'Hello,',
  signature: 'Reading Queue',
  recovery: {
    subject: 'Set a new password for Reading Queue',
    text: (link: string) => [
      'somebody, most likely you, asked for a new password for your reading queue. Open this link within 15 minutes to set one:',
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
  emailChanged: {
    subject: 'Your address at Reading Queue was changed',
    text: (newEmail: string) => [
      `from now on you sign in to your reading queue with ${newEmail}, and no longer with this address.`,
      notYou,
    ],
  },
  passwordChanged: {
    subject: 'Your password at Reading Queue was changed',
    text: () => ['your reading queue has a new password, and every other browser was signed out.', notYou],
  },
  passwordRemoved: {
    subject: 'Your password at Reading Queue was removed',
    text: () => [
      'your reading queue has no password any more. You sign in with a passkey or your provider.',
      notYou,
    ],
  },
}
