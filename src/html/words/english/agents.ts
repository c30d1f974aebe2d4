import { html } from 'hono/html'
import type { EndReason } from '../../../oauth/grants.ts'
import type { Slot } from '../format/slot.ts'

/** The texts about agents: letting them in, seeing what they did, ending it. */
export const agents = {
  title: 'Agents',
  lead: 'These apps may read your queue, save to it, change it and remove from it. Revoking one ends its access at once; pausing only makes it wait. What it saved stays.',
  none: 'No agent has access.',
  ours: 'our own extension',
  origin: (host: string, when: Slot) => html`Connected by ${host}, approved ${when}`,
  lastUsed: (when: Slot) => html`Last used ${when}`,
  neverUsed: 'Not used yet',
  ownName: 'Registered itself; nobody has checked its name.',
  origins: (host: string, when: Slot) => html`Access goes to ${host}, first approved ${when}`,
  forgotten: 'Its access ended long ago; what it did is still written down.',
  noAccess: (when: Slot) => html`It has no access any more since ${when}.`,
  whatItSaved: 'What it saved',
  whatItDid: 'What it did',
  stopped: {
    changes: (when: Slot, max: string) =>
      html`Stopped ${when}: it tried to change more than ${max} items in a minute. What was too much was
      refused and changed nothing.`,
    removals: (when: Slot, max: string) =>
      html`Stopped ${when}: it tried to remove more than ${max} items in an hour. What was too much was
      refused and changed nothing.`,
    bytes: (when: Slot, max: string) =>
      html`Stopped ${when}: it tried to write more than ${max} in an hour. What was too much was refused and
      changed nothing.`,
    next: 'Look at what it did before; you can pause it, revoke it and undo what it did.',
  },
  paused: (when: Slot) => html`Paused ${when}: its calls are refused.`,
  pause: 'Pause',
  resume: 'Resume',
  revoke: 'Revoke',
  ended: {
    heading: 'Ended',
    when: (name: Slot, when: Slot, because: string) => html`${name}: ended ${when} because ${because}`,
    because: {
      person: 'you revoked it.',
      agent: 'it signed itself out.',
      'code-reuse': 'its sign-in code was used twice, which may mean that it was stolen. Connect it again.',
      'refresh-reuse':
        'an old token of it was used again, which may mean that it was stolen. Connect it again.',
      'too-many': 'you have more agents than are kept; it had been idle longest.',
    } satisfies Record<EndReason, string>,
  },
  connect: 'Connect an agent',
  asked: 'You are asked here before an agent gets access.',
  done: {
    paused: (name: string) => `Paused “${name}”. Its calls are refused until you resume it.`,
    resumed: (name: string) => `“${name}” may go on.`,
    revoked: (name: string) => `Revoked “${name}”. Its next call is refused.`,
    gone: 'This agent had no access any more.',
  },
  consent: {
    title: 'Allow access',
    quoted: (name: Slot) => html`“${name}”`,
    heading: (name: Slot) => html`Let ${name} use your reading queue?`,
    ours: 'This is one of Reading Queue’s own browser extensions.',
    localProgram: 'a program on this computer',
    localClaim:
      'A program on this computer asks for access. We can’t tell which one: any program here could send this request.',
    unverified: 'Unverified',
    named: (name: Slot, when: Slot) =>
      html`This app calls itself ${name}. It registered itself ${when}; nobody has checked this name.`,
    unnamed: (when: Slot) =>
      html`This app gave no name. It registered itself ${when}; nobody has checked who it is.`,
    target: 'Access goes to',
    targetHere: 'Access goes to an app on this computer',
    care: 'Approve only if you started this yourself, just now, and know this address.',
    can: 'If you approve, it can',
    powers: ['read everything in your queue, with tags and notes,', 'save, change and remove items.'],
    end: (link: (text: string) => Slot) =>
      html`Everything it does is recorded with its name. On the ${link('Agents page')} you see it, can undo it
      and revoke the access, which otherwise lasts up to a year.`,
    approve: 'Approve',
    deny: 'Deny',
    signedIn: (email: Slot) => html`You are signed in as ${email}.`,
    otherAccount: 'Use another account',
  },
}
