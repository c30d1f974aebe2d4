/** What stands around each page, and what several pages say. */
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
  /** What a client without a name is called. */
  unnamedApp: 'Unnamed app',
  agent: 'agent',
  you: 'you',
  /** Minutes as people say them, such as `3 h 20 min`; `hours` are written out already. */
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
    heading: 'Links worth reading, kept by you and your agents.',
    lead: 'Save what you want to read later. Agents that you allow can add to your queue, read it and keep it tidy.',
    points: {
      both: {
        title: 'One queue for both',
        text: 'Every item says who saved it, you or an agent by its name, and why.',
      },
      charge: {
        title: 'You stay in charge',
        text: 'You approve each agent, see what it saved, and end its access at any time. Removed items can be restored.',
      },
      open: { title: 'Open to any agent' },
    },
    signedOut: 'You are signed out.',
    deleted: 'Your account is deleted. Everything in it is being erased.',
  },
}
