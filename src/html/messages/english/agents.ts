import { html } from '../../html.ts'
import type { RevocationReason } from '../../../oauth/grants.ts'
import type { Slot } from '../format/slot.ts'

/** The texts about agents: approving them, their activity, and revoking their access. */
export const agents = {
  title: 'Agents',
  lead: 'These apps can read, save, change and remove items in your queue. Revoke one to end its access immediately; pause one to refuse its calls until you resume it. What it saved stays.',
  none: 'No agent has access',
  noneHint:
    'Connect one to save, search and organise with you. You approve it first, and can undo what it does.',
  builtIn: 'Extension',
  lastUsed: (when: Slot) => html`Last used ${when}`,
  neverUsed: 'Not used yet',
  unverifiedName: 'It registered itself. Nobody has verified its name.',
  publishedName: (publisher: string) => `Published by ${publisher}. Nobody has verified its name.`,
  publishedBy: (publisher: string) => html`Published by ${publisher}`,
  /** For an agent with several approvals, such as one for each computer. */
  grants: {
    heading: 'Connections',
    entry: (host: string, when: Slot, use: Slot) => html`${host}, approved ${when}. ${use}.`,
    revoke: 'Revoke this one',
  },
  sentTo: (host: Slot) => html`Access is sent to ${host}`,
  connectedAt: (when: Slot) => html`Connected ${when}`,
  endedLongAgo: 'Its access ended long ago. Its activity is still recorded.',
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
  suggesting: (when: Slot) => html`Only suggests changes; you accept them (since ${when}).`,
  suggest: 'Only suggest',
  allow: 'Allow changes',
  pause: 'Pause',
  resume: 'Resume',
  revoke: 'Revoke',
  /** What is asked before access ends. */
  revoking: {
    title: (name: Slot) => html`Revoke the access of ${name}?`,
    text: 'It loses access now, and what it suggests is dropped. What it saved stays. To use your queue again, it has to ask you once more.',
    button: 'Revoke access',
    cancel: 'Cancel',
  },
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
    } satisfies Record<RevocationReason, string>,
  },
  localhost: {
    heading: 'Access on this computer',
    lead: 'You allowed these apps to receive access at localhost. Withdraw that, and you are asked again the next time they connect. Access they already have stays.',
    entry: (name: Slot, publisher: string, when: Slot) =>
      html`“${name}”, published by ${publisher}, allowed ${when}`,
    withdraw: 'Withdraw',
    withdrawn: (name: string) => `Withdrawn. You’re asked again when “${name}” connects.`,
    alreadyWithdrawn: 'This was withdrawn already.',
  },
  connected: 'Connected agents',
  connectAgent: 'Connect an agent',
  approvalNote: 'You approve each agent here before it gets access.',
  suggestions: {
    heading: 'Suggestions',
    lead: 'None of this happens until you accept it. Accepted changes are under Activity, and you can undo them.',
    accept: 'Accept',
    dismiss: 'Dismiss',
    /** Names the buttons of one suggestion for screen readers. */
    decisionAbout: (change: Slot, title: Slot) => html`: ${change}, “${title}”`,
    all: {
      accept: (count: string) => `Accept all ${count}`,
      dismiss: (count: string) => `Dismiss all ${count}`,
    },
    more: (count: string, isOne: boolean) => (isOne ? 'Show 1 more change' : `Show ${count} more changes`),
    notShown: (count: string, isOne: boolean) =>
      isOne ? '… and 1 more change' : `… and ${count} more changes`,
    afterPromptInjection: (title: Slot) => html`After reading ${title}, which gives agents instructions`,
    stale: (because: string) => `This no longer fits. ${because}`,
    accepted: (count: number) => (count === 1 ? 'Accepted.' : `Accepted ${count} suggestions.`),
    refused: (count: number, because: string) =>
      count === 1
        ? `One is not possible now: ${because}`
        : `${count} are not possible now. The first: ${because}`,
    dismissed: (count: number) => (count === 1 ? 'Dismissed.' : `Dismissed ${count} suggestions.`),
    alreadyDecided: 'That was already decided.',
    waiting: (count: string, isOne: boolean) =>
      isOne ? 'An agent suggests a change. Review it' : `Agents suggest ${count} changes. Review them`,
  },
  done: {
    suggesting: (name: string) =>
      `“${name}” only suggests changes from now on. You accept or dismiss them here.`,
    allowed: (name: string) => `“${name}” may make changes again. Its earlier suggestions are still waiting.`,
    paused: (name: string) => `Paused “${name}”. Its calls are refused until you resume it.`,
    resumed: (name: string) => `Resumed “${name}”.`,
    revoked: (name: string) => `Revoked “${name}”. Its next call is refused.`,
    revokedOne: (name: string) => `Revoked one connection of “${name}”. The others stay.`,
    alreadyEnded: 'This agent’s access had already ended.',
  },
}
