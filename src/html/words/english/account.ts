import { html } from 'hono/html'
import type { Slot } from '../format/slot.ts'

const neverUsed = 'Not used yet.'
const lastUsed = (when: Slot) => html`Last used ${when}.`

/** The texts of the account page and of confirming who one is. */
export const account = {
  title: 'Account',
  back: 'Back to your account',
  owner: 'Owner',
  own: (link: (text: string) => Slot) =>
    html`You own this service. Accounts, invitations and settings are under ${link('This service')}.`,
  confirmFirst: (link: (text: string) => Slot) =>
    html`To change how you sign in, or to delete your account, first ${link('confirm that it is you')}.`,
  confirm: {
    title: 'Confirm',
    heading: 'Confirm that it is you',
    back: 'Back',
    text: 'You signed in a while ago. Before you change how you sign in, prove once more who you are.',
    button: 'Confirm',
    passkey: 'Use a passkey',
    provider: (name: string) => `Confirm with ${name}`,
    code: 'Code from your authenticator app, or a recovery code',
    done: 'Confirmed. For the next ten minutes you can change how you sign in.',
  },
  email: {
    heading: 'E-mail address',
    field: 'New address',
    hint: 'You sign in with it.',
    button: 'Change address',
    done: (email: string) => `Changed. From now on you sign in with ${email}.`,
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
      `At least ${length} characters, better 15 or more. Every other browser is signed out.`,
    change: 'Change password',
    set: 'Set password',
    remove: 'Remove password',
    done: 'The new password is set. Every other browser was signed out.',
    removed: 'The password is removed.',
  },
  passkeys: {
    heading: 'Passkeys',
    text: 'Sign in with your fingerprint, face or PIN. Nothing to remember, and nothing that can be stolen here.',
    added: (when: Slot) => html`Added ${when}.`,
    lastUsed,
    neverUsed,
    rename: 'Rename',
    remove: {
      open: 'Remove',
      text: 'You can’t sign in with this passkey any more.',
      button: 'Remove passkey',
    },
    name: 'Name',
    needsScript: 'Adding a passkey needs JavaScript.',
    add: 'Add a passkey',
    newName: 'Name of the new passkey',
    newNameHint: 'Such as the device it is on.',
    done: 'The passkey is added. You can sign in with it.',
    renamed: 'Renamed.',
    gone: 'There is no such passkey any more.',
    removed: 'The passkey is removed. Delete it on your device as well.',
    removedBefore: 'There was no such passkey any more.',
  },
  provider: {
    heading: (name: string) => `Sign in with ${name}`,
    connected: (when: Slot) => html`Connected ${when}.`,
    lastUsed,
    none: 'Not connected.',
    connect: (name: string) => `Connect ${name}`,
    disconnect: (name: string) => `Disconnect ${name}`,
    connectedNow: (name: string) => `Connected. You can sign in with ${name}.`,
    disconnected: (name: string) => `${name} is disconnected.`,
    disconnectedBefore: (name: string) => `${name} was not connected.`,
  },
  totp: {
    heading: 'Two-step sign-in',
    off: 'Ask for a code from an authenticator app as well when you sign in with your password.',
    on: (when: Slot) => html`On since ${when}. Signing in with your password also takes a code.`,
    left: (count: number) => `${count === 1 ? '1 recovery code' : `${count} recovery codes`} left.`,
    setUp: 'Set up two-step sign-in',
    title: 'Set up two-step sign-in',
    scan: 'Scan this code with your authenticator app. It then shows a 6-digit code that changes every 30 seconds.',
    drawing: 'QR code for your authenticator app',
    manual: 'Can’t scan it? Enter this key in the app:',
    field: 'The code that the app shows now',
    turnOn: 'Turn on',
    turnOff: {
      open: 'Turn off two-step sign-in',
      text: 'Your password alone then signs you in, and your recovery codes stop working.',
      button: 'Turn off',
    },
    renewCodes: {
      open: 'Get new recovery codes',
      text: 'The recovery codes that you have now stop working.',
      button: 'Create new codes',
    },
    turnedOff: 'Two-step sign-in is off.',
    offBefore: 'Two-step sign-in was off already.',
    wrong: 'Wrong code. Check that your phone’s clock is right, and enter the code that the app shows now.',
    codesTitle: 'Your recovery codes',
    codesText:
      'Two-step sign-in is on. Save these codes somewhere safe, such as in a password manager or on paper. Each one signs you in once when you don’t have your phone. They are shown only now.',
  },
  signIns: {
    heading: 'Recent sign-ins',
    empty: 'None yet.',
    failed: 'Failed',
    show: (count: number) => (count === 1 ? 'Show the last one' : `Show the last ${count}`),
    from: (address: Slot) => html`from ${address}`,
    ways: {
      '': '',
      password: 'with the password',
      passkey: 'with a passkey',
      provider: 'through the provider',
      code: 'with password and code',
      'recovery-code': 'with a recovery code',
      'sign-up': 'account created',
    },
  },
  sessions: {
    heading: 'Where you are signed in',
    current: 'This one',
    since: (when: Slot) => html`Signed in ${when}.`,
    lastUsed,
    end: 'Sign out',
    endOthers: 'Sign out everywhere else',
    done: 'Signed out there.',
    doneBefore: 'That browser was signed out already.',
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
    text: 'Everything that is kept of your queue in one JSON file: links, tags, notes, articles as Markdown, and who changed what.',
    link: 'Download everything',
  },
  deletion: {
    heading: 'Delete account',
    text: 'Everything goes at once and for good: your queue with all texts, your agents’ access, your ways to sign in.',
    open: 'Delete my account',
    field: 'Your e-mail address, to confirm',
    button: 'Delete everything',
  },
}
