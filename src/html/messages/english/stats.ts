import { html } from '../../html.ts'
import type { Slot } from '../format/slot.ts'
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
  percent: (percent: number) => `${percent}%`,
  readOfSaved: (part: string, saved: string) => `${part} of ${saved} read`,
  showNumbers: 'Show the numbers',
  thisWeek: {
    title: 'This week',
    time: 'Reading time',
    before: (count: string) => `${count} last week`,
  },
  totals: {
    saved: (when: Slot) => html`saved ${when}`,
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
  },
  sites: 'Sites',
  savers: 'Saved by',
  you: 'You',
}
