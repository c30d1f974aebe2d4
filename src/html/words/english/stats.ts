/** The texts of the charts. */
export const stats = {
  title: 'Your reading',
  lead: 'What you saved and what became of it. What is in the trash does not count.',
  empty: {
    first: 'Nothing to count yet.',
    next: 'Once you save and read, this page shows it week by week, by site, and by who saved it.',
    link: 'Go to your queue',
  },
  saved: 'Saved',
  read: 'Read',
  ofIt: 'Read of it',
  percent: (percent: number) => `${percent} %`,
  readOf: (part: string, saved: string) => `${part} of ${saved} read`,
  asTable: 'The numbers',
  totals: {
    heading: 'Still to read',
    unread: 'Unread',
    minutes: 'Reading time',
    unmeasured: (count: string) => `without ${count} whose length is not known`,
    age: 'Waiting, on average',
    oldest: 'Waiting longest',
    none: 'Nothing is unread. Well done.',
  },
  weeks: {
    title: 'Saved and read by week',
    week: 'Week from',
    description: (saved: string, read: string) =>
      `Columns for each of the last 26 weeks: ${saved} saved and ${read} read altogether.`,
    none: 'Nothing was saved or read in the last 26 weeks. What you save and read now will be here.',
  },
  time: {
    title: 'Reading time by week',
    head: 'Reading time',
    description: (time: string) => `Columns for each of the last 26 weeks: ${time} altogether.`,
    none: 'No reading time in the last 26 weeks. What you mark as read will be here with its minutes.',
  },
  sites: {
    title: 'Where it comes from',
    site: 'Site',
    description: (name: string) => `A bar for each of the sites most saved from, the longest for ${name}.`,
  },
  savers: {
    title: 'Who saved it',
    saver: 'Saved by',
    you: 'You',
    description: (name: string) => `A bar for you and each agent, the longest for ${name}.`,
    alone: 'So far you saved everything yourself. Agents that save for you will be here.',
  },
}
