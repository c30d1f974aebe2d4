import { html } from 'hono/html'
import type { EndReason } from '../../../oauth/grants.ts'
import type { Slot } from '../format/slot.ts'

/** The texts about agents: approving them, their activity, and revoking their access. */
export const agents = {
  title: 'Agents',
  lead: 'These apps can read, save, change and remove items in your queue. Revoke one to end its access immediately; pause one to refuse its calls until you resume it. What it saved stays.',
  none: 'No agent has access.',
  builtIn: 'Reading Queue extension',
  lastUsed: (when: Slot) => html`Last used ${when}`,
  neverUsed: 'Not used yet',
  ownName: 'It registered itself. Nobody has verified its name.',
  origins: (host: string, when: Slot) => html`Access is sent to ${host}, first approved ${when}`,
  forgotten: 'Its access ended long ago. Its activity is still recorded.',
  noAccess: (when: Slot) => html`Access revoked ${when}.`,
  savedItems: 'Saved items',
  activity: 'Activity',
  stopped: {
    changes: (when: Slot, max: string) =>
      html`Stopped ${when}: it tried to change more than ${max} items in a minute. Changes beyond that were
      refused.`,
    removals: (when: Slot, max: string) =>
      html`Stopped ${when}: it tried to remove more than ${max} items in an hour. Changes beyond that were
      refused.`,
    bytes: (when: Slot, max: string) =>
      html`Stopped ${when}: it tried to write more than ${max} in an hour. Changes beyond that were refused.`,
    next: 'Check its activity. You can pause it, revoke it and undo its changes.',
  },
  paused: (when: Slot) => html`Paused ${when}: its calls are refused.`,
  pause: 'Pause',
  resume: 'Resume',
  revoke: 'Revoke',
  ended: {
    heading: 'Ended access',
    when: (name: Slot, when: Slot, because: string) => html`${name}: ended ${when} because ${because}`,
    because: {
      person: 'you revoked it.',
      agent: 'it signed itself out.',
      'code-reuse': 'its sign-in code was used twice, which may mean that it was stolen. Connect it again.',
      'refresh-reuse':
        'one of its old tokens was used again, which may mean that it was stolen. Connect it again.',
      'too-many': 'you reached the maximum number of agents, and it had been idle longest.',
    } satisfies Record<EndReason, string>,
  },
  connect: 'Connect an agent',
  asked: 'You approve each agent here before it gets access.',
  done: {
    paused: (name: string) => `Paused “${name}”. Its calls are refused until you resume it.`,
    resumed: (name: string) => `Resumed “${name}”.`,
    revoked: (name: string) => `Revoked “${name}”. Its next call is refused.`,
    gone: 'This agent’s access had already ended.',
  },
  consent: {
    title: 'Allow access',
    quoted: (name: Slot) => html`“${name}”`,
    heading: (name: Slot) => html`Let ${name} use your reading queue?`,
    builtIn: 'This is one of Reading Queue’s own browser extensions.',
    localProgram: 'a program on this computer',
    localClaim:
      'A program on this computer asks for access. We can’t tell which one: any program here could send this request.',
    unverified: 'Unverified',
    named: (name: Slot, when: Slot) =>
      html`This app calls itself ${name}. It registered itself ${when}; nobody has verified this name.`,
    unnamed: (when: Slot) =>
      html`This app gave no name. It registered itself ${when}; nobody has verified who it is.`,
    target: 'Access will be sent to',
    targetHere: 'Access will be sent to an app on this computer',
    warning: 'Approve only if you started this yourself, just now, and recognise this address.',
    can: 'If you approve, it can',
    permissions: ['read everything in your queue, including tags and notes', 'save, change and remove items'],
    end: (link: (text: string) => Slot) =>
      html`Everything it does is recorded under its name. On the ${link('Agents page')} you can see it, undo
      it and revoke access, which otherwise lasts up to a year.`,
    approve: 'Approve',
    deny: 'Deny',
    signedIn: (email: Slot) => html`You are signed in as ${email}.`,
    otherAccount: 'Use another account',
  },
}
