import { html } from 'hono/html'
import type { Slot } from '../format/slot.ts'

const neverUsed = 'Not used yet.'
const lastUsed = (when: Slot) => html`Last used ${when}.`

/** The texts of the account page and of proving again who you are. */
export const account = {
  title: 'Account',
  back: 'Back to your account',
  owner: 'Owner',
  own: (link: (text: string) => Slot) =>
    html`You own this service. Accounts, invitations and settings are under ${link('This service')}.`,
  confirmFirstNote: (link: (text: string) => Slot) =>
    html`To change how you sign in, or to delete your account, first ${link('confirm it’s you')}.`,
  confirm: {
    title: 'Confirm',
    heading: 'Confirm it’s you',
    back: 'Back',
    text: 'You signed in a while ago. Before you change how you sign in, confirm it’s you.',
    button: 'Confirm',
    passkey: 'Use a passkey',
    provider: (name: string) => `Confirm with ${name}`,
    code: 'Code from your authenticator app, or a recovery code',
    done: 'Confirmed. For the next ten minutes you can change how you sign in.',
  },
  email: {
    heading: 'Email address',
    field: 'New address',
    hint: 'You sign in with this address.',
    button: 'Change address',
    done: (email: string) => `Email address changed. From now on, sign in with ${email}.`,
    sent: (email: string) =>
      `Check your mail: we sent a link to ${email}. Open it to use that address from now on.`,
    confirm: {
      title: 'Confirm your new address',
      text: (email: Slot) => html`From now on, sign in with ${email}.`,
      button: 'Use this address',
    },
  },
  password: {
    heading: 'Password',
    none: 'Your account has no password.',
    current: 'Current password',
    field: 'New password',
    hint: (length: number) =>
      `At least ${length} characters; 15 or more is better. You’ll be signed out in every other browser.`,
    change: 'Change password',
    set: 'Set password',
    remove: 'Remove password',
    done: 'Password saved. You’ve been signed out in every other browser.',
    removed: 'Password removed.',
  },
  passkeys: {
    heading: 'Passkeys',
    text: 'Sign in with your fingerprint, face or PIN. There is nothing to remember, and nothing to steal from this service.',
    added: (when: Slot) => html`Added ${when}.`,
    lastUsed,
    neverUsed,
    rename: 'Rename',
    remove: {
      open: 'Remove',
      text: 'You won’t be able to sign in with this passkey any more.',
      button: 'Remove passkey',
    },
    name: 'Name',
    needsScript: 'Adding a passkey needs JavaScript.',
    add: 'Add a passkey',
    newName: 'Name of the new passkey',
    newNameHint: 'For example, the device it’s on.',
    done: 'Passkey added. You can now sign in with it.',
    renamed: 'Renamed.',
    gone: 'That passkey no longer exists.',
    removed: 'Passkey removed. Delete it on your device as well.',
    removedBefore: 'That passkey was already removed.',
  },
  provider: {
    heading: (name: string) => `Sign in with ${name}`,
    connected: (when: Slot) => html`Connected ${when}.`,
    lastUsed,
    none: 'Not connected.',
    connect: (name: string) => `Connect ${name}`,
    disconnect: (name: string) => `Disconnect ${name}`,
    connectedNow: (name: string) => `Connected. You can now sign in with ${name}.`,
    disconnected: (name: string) => `Disconnected ${name}.`,
    disconnectedBefore: (name: string) => `${name} was already disconnected.`,
  },
  totp: {
    heading: 'Two-step sign-in',
    off: 'Ask for a code from an authenticator app as well when you sign in with your password.',
    on: (when: Slot) => html`On since ${when}. Signing in with your password also takes a code.`,
    left: (count: number) => `${count === 1 ? '1 recovery code' : `${count} recovery codes`} left.`,
    setUp: 'Set up two-step sign-in',
    title: 'Set up two-step sign-in',
    scan: 'Scan this code with your authenticator app. It then shows a 6-digit code that changes every 30 seconds.',
    qrCode: 'QR code for your authenticator app',
    manual: 'Can’t scan it? Enter this key in the app:',
    field: 'Code from the app',
    turnOn: 'Turn on',
    turnOff: {
      open: 'Turn off two-step sign-in',
      text: 'Your password alone will sign you in, and your recovery codes will stop working.',
      button: 'Turn off',
    },
    renewCodes: {
      open: 'Get new recovery codes',
      text: 'Your current recovery codes will stop working.',
      button: 'Create new codes',
    },
    turnedOff: 'Two-step sign-in turned off.',
    offBefore: 'Two-step sign-in was already off.',
    wrong: 'Wrong code. Check that your phone’s clock is right, then enter the code the app shows now.',
    codesTitle: 'Your recovery codes',
    codesText:
      'Two-step sign-in is on. Save these codes somewhere safe, such as in a password manager or on paper. Each one signs you in once when you don’t have your phone. You won’t see them again.',
  },
  signIns: {
    heading: 'Recent sign-ins',
    empty: 'No sign-ins yet.',
    failed: 'Failed',
    show: (count: number) => (count === 1 ? 'Show the last one' : `Show the last ${count}`),
    from: (address: Slot) => html`from ${address}`,
    ways: {
      '': '',
      password: 'with a password',
      passkey: 'with a passkey',
      provider: 'with the provider',
      code: 'with a password and a code',
      'recovery-code': 'with a recovery code',
      'sign-up': 'account created',
    },
  },
  sessions: {
    heading: 'Where you are signed in',
    current: 'This browser',
    since: (when: Slot) => html`Signed in ${when}.`,
    lastUsed,
    end: 'Sign out',
    endOthers: 'Sign out everywhere else',
    done: 'Signed out of that browser.',
    doneBefore: 'That browser was already signed out.',
    othersDone: (count: number) =>
      count === 1 ? 'Signed out of one other browser.' : `Signed out of ${count} other browsers.`,
  },
  storage: {
    heading: 'Storage',
    bytes: (used: string, max: string) => `${used} of ${max} used by saved pages, articles and images.`,
    items: (used: string, max: string) => `${used} of ${max} items, including the trash.`,
    full: (link: (text: string) => Slot) =>
      html`Your account is full. You can still read and download what you have. To make room, remove items and
      ${link('empty the trash')}; it empties itself after 30 days.`,
  },
  export: {
    heading: 'Your data',
    text: 'Your whole queue in one JSON file: links, tags, notes, articles as Markdown, and the history of changes.',
    link: 'Download everything',
  },
  deletion: {
    heading: 'Delete account',
    text: 'This permanently deletes your queue with everything saved in it, your agents’ access and your ways to sign in.',
    open: 'Delete my account',
    field: 'Your email address, to confirm',
    button: 'Delete everything',
  },
}
