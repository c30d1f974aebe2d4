import { html } from 'hono/html'
import type { Slot } from '../format/slot.ts'

const one = (count: number, single: string, several: string) => (count === 1 ? single : several)

/** The texts of the history and of undoing changes. */
export const history = {
  title: 'History',
  lead: 'What you and your agents changed, newest first. Times are in UTC.',
  ofItem: (title: Slot) => html`Changes to ${title}, newest first. Times are in UTC.`,
  goneItem: 'a deleted item',
  link: 'History of this item',
  allActivity: 'All activity',
  by: (who: Slot) => html`by ${who}`,
  service: 'Reading Queue',
  today: 'Today',
  yesterday: 'Yesterday',
  none: 'No changes found.',
  noneYet: 'No changes yet. What you and your agents change is recorded here.',
  toAll: 'Show all activity',
  /** A recorded change, by its action; an action that is missing here has its catalogue title. */
  did: {
    'save-link': 'Saved',
    'save-links': 'Saved in bulk',
    'mark-read': 'Marked as read',
    'mark-unread': 'Marked as unread',
    'favourite-item': 'Added to favourites',
    'unfavourite-item': 'Removed from favourites',
    'snooze-item': 'Snoozed',
    'unsnooze-item': 'Unsnoozed',
    'tag-item': 'Tagged',
    'untag-item': 'Tag removed',
    'edit-item': 'Edited',
    'change-items': 'Changed',
    'set-progress': 'Reading progress',
    'refetch-item': 'Fetched again',
    'remove-item': 'Moved to the trash',
    'restore-item': 'Restored from the trash',
    'undo-change': 'Undid a change',
    'replace-page': 'Replaced the saved copy',
  } as Record<string, string>,
  /** Why a change can't be undone. */
  changedSince: (who: Slot) => html`${who} has changed this since`,
  youChangedSince: 'You’ve changed this since',
  /** What an undo leaves of a change, such as “the note”, and why. */
  stays: (what: string, because: Slot) => html`Can’t undo ${what}: ${because}`,
  undoneInPart: (what: string) => `Undone: ${what}`,
  savedAgain: 'Saved again',
  /** The same in a summary, after the agent’s name. */
  counted: {
    'save-link': (count: string) => `saved ${count}`,
    'mark-read': (count: string) => `marked ${count} as read`,
    'mark-unread': (count: string) => `marked ${count} as unread`,
    'favourite-item': (count: string) => `added ${count} to favourites`,
    'unfavourite-item': (count: string) => `removed ${count} from favourites`,
    'snooze-item': (count: string) => `snoozed ${count}`,
    'unsnooze-item': (count: string) => `unsnoozed ${count}`,
    'tag-item': (count: string) => `tagged ${count}`,
    'untag-item': (count: string) => `removed tags from ${count}`,
    'edit-item': (count: string) => `edited ${count}`,
    'change-items': (count: string) => `changed ${count}`,
    'refetch-item': (count: string) => `fetched ${count} again`,
    'remove-item': (count: string) => `removed ${count}`,
    'restore-item': (count: string) => `restored ${count}`,
    'undo-change': (count: string) => `undid ${count}`,
    'replace-page': (count: string) => `replaced saved copies: ${count}`,
  } as Record<string, (count: string) => string>,
  otherwiseCounted: (title: string, count: string) => `${title}: ${count}`,
  digest: {
    sinceYesterday: 'Since yesterday:',
    /** After counts that are incomplete. */
    andMore: 'and more',
    others: (count: number) => one(count, 'one more agent', `${count} more agents`),
    nothing: 'Nothing since yesterday.',
  },
  activity: {
    none: 'Nothing in the last 30 days',
    some: (total: string, count: number) => `${total} ${one(count, 'change', 'changes')} in the last 30 days`,
    most: (day: string, count: string) => `most on ${day}: ${count}`,
    /** Where counting a day stopped at its limit. */
    orMore: (count: string) => `${count} or more`,
  },
  reason: 'Reason:',
  afterReading: (title: Slot) => html`Within a minute of reading ${title}`,
  afterReadingHint:
    'A page can contain instructions that an agent mistakes for yours. If a change surprises you, check what the agent had just read.',
  undo: 'Undo',
  redo: 'Redo',
  undone: 'Undone',
  together: (count: number) => `${count} changes made together`,
  undoTogether: 'Undo all',
  /** Completes a button's name for screen readers. */
  ofChange: (did: string, title: string) => `: ${did}, ${title}`,
  filter: {
    label: 'Show',
    by: 'By',
    everybody: 'Everyone',
    onlyYou: 'You',
    action: 'Action',
    allActions: 'All actions',
    day: 'Day',
    button: 'Show',
  },
  pages: 'History pages',
  newest: 'Newest',
  older: 'Older',
  undoAll: {
    title: (name: string) => `Undo what ${name} did`,
    heading: (name: Slot) => html`Undo what ${name} did`,
    section: 'Undo everything since …',
    lead: 'You’ll see a preview first.',
    since: { hour: 'An hour ago', today: 'Today', yesterday: 'Yesterday', always: 'The beginning' },
    moment: 'Or since (UTC)',
    preview: 'Preview',
    from: (when: Slot) => html`Since ${when} UTC`,
    fromEver: 'Since it was connected',
    would: (changes: string, changeCount: number, items: string, itemCount: number) =>
      `${changes} ${one(changeCount, 'change', 'changes')} to ${items} ${one(itemCount, 'item', 'items')} would be undone.`,
    wouldNothing: 'There is nothing to undo.',
    how: 'Items it saved go to the trash, items it removed come back, and other changes are reversed. You can undo this too, in your history.',
    settled: (count: string) => `Already reversed: ${count} of its changes.`,
    stay: (count: number, inPart: number) =>
      inPart > 0
        ? `${count + inPart} ${one(count + inPart, 'change stays', 'changes stay')}, ${inPart} in part, because of later changes`
        : one(
            count,
            'One change stays, because the item has changed since',
            `${count} changes stay, because the items have changed since`,
          ),
    changes: 'Changes to undo',
    notShown: (count: string) => `and ${count} more`,
    only: (count: string) => `This covers its newest ${count} changes. Older ones follow, page by page.`,
    stillRunning: 'It still has access and can keep making changes:',
    confirm: (count: string) => `Undo ${count}`,
    confirmAndRevoke: 'Revoke access and undo',
    cancel: 'Cancel',
    done: (changes: string, changeCount: number, items: string, itemCount: number) =>
      `Undid ${changes} ${one(changeCount, 'change', 'changes')} to ${items} ${one(itemCount, 'item', 'items')}.`,
    doneNothing: 'Nothing was undone.',
    stayed: (count: number) =>
      one(
        count,
        'One change stays, because the item has changed since.',
        `${count} changes stay, because the items have changed since.`,
      ),
    stayedInPart: (count: number) =>
      one(
        count,
        'One was undone in part: what was changed since stays.',
        `${count} were undone in part: what was changed since stays.`,
      ),
    more: 'There are older changes. Continue below.',
  },
}
