/** The texts of the charts. */
export const stats = {
  title: 'Your reading',
  lead: 'What you saved, and how much of it you read. The trash isn’t counted.',
  empty: {
    first: 'No statistics yet',
    next: 'Once you save and read, this page shows it by week, by site and by who saved it.',
    link: 'Go to your queue',
  },
  saved: 'Saved',
  read: 'Read',
  readShare: 'Share read',
  percent: (percent: number) => `${percent}%`,
  readOfSaved: (part: string, saved: string) => `${part} of ${saved} read`,
  showNumbers: 'Show the numbers',
  totals: {
    saved: 'saved',
    heading: 'Still to read',
    unread: 'Unread',
    minutes: 'Reading time',
    unmeasured: (count: string) => `plus ${count} of unknown length`,
    age: 'Average wait',
    oldest: 'Longest wait',
    none: 'Nothing is unread.',
  },
  weeks: {
    title: 'Saved and read by week',
    week: 'Week of',
    description: (saved: string, read: string) =>
      `Columns for each of the last 26 weeks: ${saved} saved and ${read} read in total.`,
    none: 'Nothing was saved or read in the last 26 weeks. What you save and read will appear here.',
  },
  time: {
    title: 'Reading time by week',
    head: 'Reading time',
    description: (time: string) => `Columns for each of the last 26 weeks: ${time} in total.`,
    none: 'No reading time in the last 26 weeks. What you mark as read will appear here with its reading time.',
  },
  sites: {
    title: 'Sites',
    site: 'Site',
    description: (name: string) => `A bar for each of the sites most saved from, the longest for ${name}.`,
  },
  savers: {
    title: 'Saved by',
    saver: 'Saved by',
    you: 'You',
    description: (name: string) => `A bar for you and each agent, the longest for ${name}.`,
    savedAllYourself: 'So far you’ve saved everything yourself. Agents that save for you will appear here.',
  },
}
