import { html } from '../../html.ts'
import type { Slot } from '../format/slot.ts'

const never = 'Not seen recently'

/** The texts of the owner's pages. */
export const service = {
  title: 'This service',
  back: 'Back to This service',
  lead: (address: Slot) =>
    html`You own the service at ${address}. You decide who can use it; you can’t read anybody’s queue.`,
  confirmFirst: (link: (text: string) => Slot) =>
    html`To change anything here, first ${link('confirm it’s you')}.`,
  setByEnvironment: (variable: Slot) =>
    html`Set by ${variable} in the server’s environment, so it can only be changed there.`,
  accounts: {
    title: 'Accounts',
    count: (count: string, isOne: boolean) => (isOne ? '1 account' : `${count} accounts`),
    all: 'Show all accounts',
    search: 'Find by email address',
    find: 'Find',
    clear: 'Show all',
    none: 'No account matches.',
    next: 'Older accounts',
    first: 'Newest accounts',
    created: (when: Slot) => html`Created ${when}`,
    seen: (when: Slot) => html`Last seen ${when}`,
    never,
    items: (count: string, isOne: boolean) => (isOne ? '1 item' : `${count} items`),
    owner: 'Owner',
    disabled: 'Disabled',
  },
  extractions: {
    heading: 'Site rules',
    text: 'For everybody who has not chosen otherwise. You add to this list in your settings.',
    forget: 'Forget',
    forgotten: 'Forgotten. Pages of that site are read automatically again.',
  },
  account: {
    back: 'Back to all accounts',
    isOwnAccount: 'This is your own account.',
    goToOwnAccount: 'Go to your settings',
    labels: { created: 'Created', seen: 'Last seen', items: 'Items', used: 'Space used', state: 'State' },
    active: 'Active',
    disabledSince: (when: Slot) => html`Disabled ${when}`,
    disable: {
      heading: 'Disable account',
      text: 'Signs the person out everywhere and refuses their agents at once. Nothing is deleted, and you can enable the account again.',
      button: 'Disable account',
    },
    enable: {
      heading: 'Enable account',
      text: 'The person can sign in again, and their agents work as before.',
      button: 'Enable account',
    },
    owner: {
      heading: 'Make owner',
      text: 'This person becomes the owner of the service instead of you.',
      open: 'Make this person the owner',
      button: 'Make owner',
    },
    deletion: {
      heading: 'Delete account',
      text: 'Permanently deletes the account with everything in it.',
      open: 'Delete this account',
      button: 'Delete account',
    },
    typedEmail: 'The account’s email address, to confirm',
    disabled: (email: string) => `${email} is disabled.`,
    enabled: (email: string) => `${email} is enabled again.`,
    ownershipTransferred: (email: string) => `${email} is now the owner of this service.`,
    deleted: (email: string) => `${email} is deleted.`,
  },
  invitations: {
    heading: 'Invitations',
    text: (days: number) => `A link lets one person create an account. It works once, for ${days} days.`,
    note: 'Who is it for? (optional)',
    noteHint: 'Only you see this.',
    button: 'Create invitation link',
    done: 'Invitation created. Copy the link now; it isn’t shown again.',
    link: 'Invitation link',
    unnamed: 'Invitation',
    created: (when: Slot) => html`Created ${when}.`,
    expires: (when: Slot) => html`Expires ${when}.`,
    withdraw: 'Withdraw',
    withdrawn: 'Invitation withdrawn. Its link no longer works.',
    gone: 'That invitation was already used, withdrawn or expired.',
  },
  signUp: {
    heading: 'New accounts',
    legend: 'Who can create an account',
    open: 'Anyone who can reach this address',
    invited: 'Only people with an invitation',
    save: 'Save',
    done: {
      open: 'Saved. Anyone who can reach this address can create an account.',
      first: 'Saved. New accounts need an invitation.',
      closed: 'Saved. New accounts need an invitation.',
    },
  },
  callbacks: {
    heading: 'Allowed callbacks',
    text: 'Callback addresses that use https or 127.0.0.1 are always allowed. If an app needs another one, allow it here.',
    field: 'Additional callbacks, one per line',
    hint: 'Exact addresses. http://localhost allows every port.',
    save: 'Save callbacks',
    none: 'No additional callbacks are allowed.',
    done: (count: number) =>
      count === 0
        ? 'Saved. No additional callbacks are allowed.'
        : count === 1
          ? 'Saved. 1 additional callback is allowed.'
          : `Saved. ${count} additional callbacks are allowed.`,
  },
  health: {
    title: 'Health',
    text: 'Checks the database, the disk, the clock and the public address. This can take a few seconds.',
    check: 'Check now',
    again: 'Check again',
    fine: 'Everything is fine.',
    needsAttention: (count: number) =>
      count === 1 ? '1 thing needs attention.' : `${count} things need attention.`,
    states: { fine: 'OK', note: 'Note', wrong: 'Needs attention' },
  },
}
