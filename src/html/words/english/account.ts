import { html } from 'hono/html'
import type { Slot } from '../slot.ts'

const neverUsed = 'Not used yet.'
const lastUsed = (when: Slot) => html`Last used ${when}.`

/** The texts of the account page and of confirming who one is. */
export const account = {
  title: 'Account',
  back: 'Back to your account',
  owner: 'Owner',
  first: 'This is the first account of this service.',
  signUp: {
    open: 'Anyone who reaches it may make an account.',
    first: 'It takes no further accounts.',
    closed: 'It takes no new accounts.',
  },
  setting: (setting: Slot) => html`The setting is ${setting}.`,
  confirmFirst: (link: (text: string) => Slot) =>
    html`To change how you sign in, or to delete your account, first ${link('confirm that it is you')}.`,
  confirm: {
    title: 'Confirm',
    heading: 'Confirm that it is you',
    text: 'You signed in a while ago. Before you change how you sign in, prove once more who you are.',
    button: 'Confirm',
    passkey: 'Use a passkey',
    provider: (name: string) => `Confirm with ${name}`,
    done: 'Confirmed. For the next ten minutes you can change how you sign in.',
  },
  email: {
    heading: 'E-mail address',
    field: 'New address',
    hint: 'You sign in with it.',
    button: 'Change the address',
    done: (email: string) => `Changed. From now on you sign in with ${email}.`,
  },
  password: {
    heading: 'Password',
    none: 'Your account has no password.',
    current: 'Current password',
    field: 'New password',
    hint: (length: number) =>
      `At least ${length} characters, better 15 or more. Every other browser is signed out.`,
    change: 'Change the password',
    set: 'Set the password',
    remove: 'Remove the password',
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
    remove: 'Remove',
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
  export: {
    heading: 'Your data',
    text: 'Everything that is kept of your queue in one JSON file: links, tags, notes, articles as Markdown, and who changed what.',
    link: 'Download everything',
  },
  deletion: {
    heading: 'Delete the account',
    text: 'Everything goes at once and for good: your queue with all texts, your agents’ access, your ways to sign in.',
    open: 'Delete my account',
    field: 'Your e-mail address, to confirm',
    button: 'Delete everything',
  },
}
