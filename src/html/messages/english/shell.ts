/** The texts around every page, and those that several pages share. */
export const shell = {
  service: 'Reading Queue',
  title: (page: string) => `${page} · Reading Queue`,
  copy: 'Copy',
  copied: 'Copied',
  skip: 'Skip to content',
  skipToMenu: 'Skip to navigation',
  menu: {
    label: 'Pages',
    short: 'Main',
    queue: 'Queue',
    search: 'Search',
    save: 'Save',
    highlights: 'Highlights',
    agents: 'Agents',
    activity: 'Activity',
    stats: 'Stats',
    account: 'Settings',
    more: 'More',
  },
  signOut: 'Sign out',
  close: 'Close',
  footer: 'Reading Queue: your links, shared with the agents that act for you.',
  /** Shown by scripts where no answer came. */
  unreached: 'Reading Queue didn’t answer. Check your connection, then try again.',
  justNow: 'just now',
  /** The name of a client that gave none. */
  unnamedApp: 'Unnamed app',
  agent: 'agent',
  you: 'you',
  /** Durations such as `3 h 20 min`; `hours` are formatted already. */
  minutes: (minutes: number) => `${minutes} min`,
  hours: (hours: string) => `${hours} h`,
  hoursAndMinutes: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  browsers: {
    on: (browser: string, system: string) => `${browser} on ${system}`,
    unknownOn: (system: string) => `A browser on ${system}`,
    unknown: 'An unknown browser',
  },
  landing: {
    signedOut: 'You are signed out.',
    deleted: 'Your account is deleted. Everything in it is being erased.',
  },
}
