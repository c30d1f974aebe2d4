import { plural } from '../format/plural.ts'

/** The texts of the bar for several selected items. */
export const bulk = {
  label: 'Selected items',
  select: 'Select',
  selected: 'selected',
  all: 'Select all',
  none: 'Clear selection',
  more: 'More',
  /** Where a button is shorter than the title of its action. */
  buttons: {
    'unsnooze-item': 'Unsnooze',
    'tag-item': 'Tag',
    'untag-item': 'Remove tag',
    'ask-agent': 'Ask',
  } as Record<string, string>,
  /** What was done, with the number of items. */
  done: {
    'mark-read': (count: number) => `${count} marked as read`,
    'mark-unread': (count: number) => `${count} marked as unread`,
    'favourite-item': (count: number) => `${count} added to favourites`,
    'unfavourite-item': (count: number) => `${count} removed from favourites`,
    'snooze-item': (count: number) => `${count} snoozed`,
    'unsnooze-item': (count: number) => `${count} unsnoozed`,
    'tag-item': (count: number) => `${count} tagged`,
    'untag-item': (count: number) => `Tag removed from ${count}`,
    'ask-agent': (count: number) => `Asked about ${count}`,
    'answer-request': (count: number) => `${count} answered`,
    'clear-request': (count: number) => `${count} ${plural(count, 'request', 'requests')} cleared`,
    'refetch-item': (count: number) => `Fetching ${count} again`,
    'remove-item': (count: number) => `${count} moved to the trash`,
    'restore-item': (count: number) => `${count} restored from the trash`,
  } as Record<string, (count: number) => string>,
  otherwiseDone: (count: number) => `${count} changed`,
  alreadyApplied: (count: number) => `${count} already in that state`,
  impossible: (count: number) => `not possible for ${count}`,
  nothing: 'Nothing was changed',
  nothingTyped: 'Type a tag, a date or a request first.',
}
