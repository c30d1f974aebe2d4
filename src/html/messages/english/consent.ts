import { html } from '../../html.ts'
import type { Slot } from '../format/slot.ts'

/** The texts with which a person is asked to approve an agent. */
export const consent = {
  title: 'Allow access',
  quoted: (name: Slot) => html`“${name}”`,
  heading: (name: Slot) => html`Let ${name} use your reading queue?`,
  ownExtension: 'the Reading Queue extension in this browser',
  ownWarning: 'Approve only if you started this yourself, just now.',
  builtIn: 'This is one of Reading Queue’s own browser extensions.',
  localProgram: 'a program on this computer',
  localApp: 'an app on this computer',
  localClaim:
    'A program on this computer asks for access. We can’t tell which one: any program here could send this request.',
  unverified: 'Unverified',
  named: (name: Slot, when: Slot) =>
    html`This app calls itself ${name}. It registered itself ${when}; nobody has verified this name.`,
  unnamed: (when: Slot) =>
    html`This app gave no name. It registered itself ${when}; nobody has verified who it is.`,
  published: (name: Slot, publisher: Slot) =>
    html`This app calls itself ${name}; nobody has verified this name. What it says about itself is published
    by ${publisher}.`,
  publishedUnnamed: (publisher: Slot) =>
    html`This app gave no name. What it says about itself is published by ${publisher}.`,
  /** For access that is sent to this computer. */
  anyProgram: 'Any program on this computer could have sent this request.',
  target: 'Access will be sent to this address.',
  targetHere: 'Access will be sent to an app on this computer, at',
  warning: 'Approve only if you started this yourself, just now, and recognise the address.',
  allows: 'If you approve, it can',
  permissions: {
    can: ['read everything in your queue, including tags and notes', 'save, change and remove items'],
    cannot: 'It can’t change your account or how you sign in, approve other apps, or delete items for good.',
  },
  acquaintance: {
    approvedBefore: (when: Slot) => html`You approved this app before, first ${when}.`,
    staysPaused: (link: (text: string) => Slot) =>
      html`You paused this app. It stays paused if you approve: its calls are refused until you resume it on
      the ${link('Agents page')}.`,
    staysSuggesting: 'You let this app only suggest changes. Approving doesn’t change that.',
    hostBefore: (host: string) =>
      html`New: you haven’t approved this app before, but another one at <bdi dir="ltr">${host}</bdi>.`,
    isNew: 'New: you haven’t approved this app before.',
  },
  revokeAnyTime: (link: (text: string) => Slot) =>
    html`Everything it does is recorded. On the ${link('Agents page')} you can undo it, let the app only
    suggest changes, pause it, or revoke its access, which otherwise lasts up to a year.`,
  approve: 'Approve',
  deny: 'Deny',
  signedIn: (email: Slot) => html`You are signed in as ${email}.`,
  otherAccount: 'Use another account',
  localhost: {
    title: 'Allow an app on this computer',
    heading: (name: Slot) => html`Send access for ${name} to this computer?`,
    text: (name: Slot, publisher: Slot) =>
      html`${name}, published by ${publisher}, asks to receive its access in a program on
        <strong>this computer</strong>.`,
    warning: 'Continue only if you started this yourself, just now.',
    deny: 'Don’t allow',
    allow: 'Allow on this computer',
    once: (link: (text: string) => Slot) =>
      html`You’re asked once for each app, and can change your mind on the ${link('Agents page')}.`,
  },
}
