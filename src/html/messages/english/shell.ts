/** The texts around every page, and those that several pages share. */
export const shell = {
  service: 'Reading Queue',
  title: (page: string) => `${page} · Reading Queue`,
  skip: 'Skip to content',
  menu: {
    label: 'Main',
    queue: 'Queue',
    stats: 'Stats',
    agents: 'Agents',
    account: 'Account',
  },
  signOut: 'Sign out',
  footer: 'Reading Queue: your links, shared with the agents that act for you.',
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
    some: (system: string) => `A browser on ${system}`,
    unknown: 'An unknown browser',
  },
  landing: {
    title: 'Welcome',
    heading: 'Links worth reading, saved by you and your agents',
    lead: 'Save what you want to read later. Agents that you approve can add to your queue, read it and keep it tidy.',
    points: {
      both: {
        title: 'One queue for both',
        text: 'Every item shows who saved it, you or a named agent, and why.',
      },
      charge: {
        title: 'You stay in control',
        text: 'You approve each agent, see what it saved, and can end its access at any time. Removed items can be restored.',
      },
      open: { title: 'Open to any agent' },
    },
    signedOut: 'You are signed out.',
    deleted: 'Your account is deleted. Everything in it is being erased.',
  },
}
