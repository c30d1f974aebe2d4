import { html } from '../../html.ts'
import type { Slot } from '../format/slot.ts'
import { plural } from '../format/plural.ts'
import { undoAll } from './undo-all.ts'

/** The kinds whose count ends in what was counted otherwise. */
const OTHER_KINDS = [
  'highlight-item',
  'edit-highlight',
  'remove-highlight',
  'save-search',
  'edit-search',
  'remove-search',
  'rename-tag',
  'delete-tag',
  'replace-page',
]

function countedKind(kind: string, shown: string, count: number): string {
  if (OTHER_KINDS.includes(kind)) return shown
  return kind === 'undo-change'
    ? `${shown} ${plural(count, 'change', 'changes')}`
    : `${shown} ${plural(count, 'item', 'items')}`
}

/** A count as it is shown, with what it counts. */
const counted = (shown: string, one: string, many: string) => `${shown} ${shown === '1' ? one : many}`

/** The texts of the history and of undoing changes. */
export const history = {
  title: 'Activity',
  lead: 'What you and your agents changed, newest first.',
  inUtc: 'Times are in UTC.',
  ofItem: (title: Slot) => html`Changes to ${title}, newest first.`,
  goneItem: 'a deleted item',
  link: 'History of this item',
  allActivity: 'All activity',
  by: (who: Slot) => html`by ${who}`,
  service: 'Reading Queue',
  /** Who did it, at the beginning of a sentence. */
  people: { person: 'You', service: 'Reading Queue', agent: 'An agent' },
  today: 'Today',
  yesterday: 'Yesterday',
  none: 'No changes found',
  noneYet: 'No changes yet',
  noneYetHint: 'What you and your agents change is recorded here.',
  showAllActivity: 'Show all activity',
  /** A recorded change, by its action; an action that is missing here has its catalogue title. */
  actionsDone: {
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
    'highlight-item': 'Highlight added',
    'edit-highlight': 'Highlight edited',
    'remove-highlight': 'Highlight removed',
    'change-items': 'Changed',
    'ask-agent': 'Asked an agent',
    'answer-request': 'Answered a request',
    'clear-request': 'Cleared a request',
    'import-links': 'Imported',
    'set-progress': 'Reading progress',
    'refetch-item': 'Fetched again',
    'remove-item': 'Moved to the trash',
    'restore-item': 'Restored from the trash',
    'save-search': 'Saved a search',
    'edit-search': 'Edited a saved search',
    'remove-search': 'Removed a saved search',
    'rename-tag': 'Renamed a tag',
    'delete-tag': 'Deleted a tag',
    'undo-change': 'Undone',
    'replace-page': 'Replaced the saved copy',
    'check-links': 'Checked the link',
  } as Record<string, string>,
  /** What was done to tags, such as `Tagged “web”`; and the same as bare text. */
  withTags: (did: string, tags: Slot[]) => html`${did}${tags.map((tag) => html` “${tag}”`)}`,
  withTagsText: (did: string, tags: string[]) => [did, ...tags.map((tag) => `“${tag}”`)].join(' '),
  /** The parts of a change that are undone by themselves, by their English name; a translation overrides them here. */
  parts: {} as Record<string, string>,
  tagPart: (tag: string) => `the tag “${tag}”`,
  /** A highlight by its quote, or its note or colour. */
  highlightPart: {
    whole: (quote: string) => `the highlight “${quote}”`,
    note: (quote: string) => `the note of the highlight “${quote}”`,
    colour: (quote: string) => `the colour of the highlight “${quote}”`,
  },
  /** Why a change can't be undone. */
  changedSince: (who: Slot) => html`${who} has changed this since`,
  youChangedSince: 'You’ve changed this since',
  /** What an undo leaves of a change, such as “the note”, and why. */
  cannotUndo: (what: string, because: Slot) => html`Can’t undo ${what}: ${because}`,
  undoneInPart: (what: string) => `Undone: ${what}`,
  savedAgain: 'Saved again',
  redone: 'Redone',
  /** What was done, in the middle of a sentence. */
  inSentence: (did: string) => did.charAt(0).toLowerCase() + did.slice(1),
  /** After “Undone by you”. */
  whatWasUndone: (did: Slot) => html`: ${did}`,
  /** The same in a summary, after the agent’s name. */
  actionCounts: {
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
    'highlight-item': (count: string) => `highlighted ${counted(count, 'passage', 'passages')}`,
    'edit-highlight': (count: string) => `edited ${counted(count, 'highlight', 'highlights')}`,
    'remove-highlight': (count: string) => `removed ${counted(count, 'highlight', 'highlights')}`,
    'change-items': (count: string) => `changed ${count}`,
    'ask-agent': (count: string) => `asked about ${count}`,
    'answer-request': (count: string) => `answered ${count}`,
    'clear-request': (count: string) => `cleared the requests of ${count}`,
    'import-links': (count: string) => `imported ${count}`,
    'refetch-item': (count: string) => `fetched ${count} again`,
    'remove-item': (count: string) => `removed ${count}`,
    'restore-item': (count: string) => `restored ${count}`,
    'save-search': (count: string) => `saved ${counted(count, 'search', 'searches')}`,
    'edit-search': (count: string) => `edited ${counted(count, 'saved search', 'saved searches')}`,
    'remove-search': (count: string) => `removed ${counted(count, 'saved search', 'saved searches')}`,
    'undo-change': (count: string) => `undid ${count}`,
    'set-progress': (count: string) => `saved the reading progress of ${count}`,
    'check-links': (count: string) => `checked the links of ${count}`,
    'rename-tag': (count: string) => `renamed ${counted(count, 'tag', 'tags')}`,
    'delete-tag': (count: string) => `deleted ${counted(count, 'tag', 'tags')}`,
    'replace-page': (count: string) => `replaced ${counted(count, 'saved copy', 'saved copies')}`,
  } as Record<string, (count: string) => string>,
  /** The first count of a sentence on several actions. */
  firstCount: (kind: string, shown: string, count: number) => countedKind(kind, shown, count),
  /** What an agent did in several acts, such as “saved 12 items and tagged 30”. */
  didInSuccession: (agent: Slot, counts: string) => html`${agent} ${counts}`,
  /** What several changes of one article did; `count` is always several. */
  highlightedPassages: ({ who, count, title }: { who: Slot; count: string; title: Slot; isYou: boolean }) =>
    html`${who} highlighted ${count} passages in “${title}”`,
  otherActionCount: (title: string, count: string) => `${title}: ${count}`,
  digest: {
    sinceYesterday: 'Since yesterday:',
    /** What one agent did, with the counts of its actions. */
    agentDid: (agent: Slot, counts: string) => html`${agent} ${counts}`,
    /** After counts that are incomplete. */
    andMore: 'and more',
    otherAgents: (count: number) => plural(count, 'one more agent', `${count} more agents`),
    nothing: 'Nothing since yesterday.',
  },
  activity: {
    none: 'Nothing in 30 days',
    changeCount: (total: string, count: number) =>
      `${total} ${plural(count, 'change', 'changes')} in 30 days`,
    /** Where counting a day stopped at its limit. */
    orMore: (count: string) => `${count}+`,
  },
  /** Of a change that an agent had suggested. */
  accepted: 'Suggested, and accepted by you',
  reason: 'Reason:',
  afterReading: (title: Slot) => html`Within a minute of reading ${title}`,
  afterReadingHint:
    'A page can contain instructions that an agent mistakes for yours. If a change surprises you, check what the agent had just read.',
  undo: 'Undo',
  redo: 'Redo',
  undone: 'Undone',
  undoTogether: 'Undo all',
  /** What one act did; `count` items, always several. `isYou` where the person did it, for languages that say that differently. */
  acts: {
    'save-link': (who: Slot, count: string) => html`${who} saved ${count} items`,
    'save-links': (who: Slot, count: string) => html`${who} saved ${count} items`,
    'mark-read': (who: Slot, count: string) => html`${who} marked ${count} items as read`,
    'mark-unread': (who: Slot, count: string) => html`${who} marked ${count} items as unread`,
    'favourite-item': (who: Slot, count: string) => html`${who} added ${count} items to favourites`,
    'unfavourite-item': (who: Slot, count: string) => html`${who} removed ${count} items from favourites`,
    'snooze-item': (who: Slot, count: string) => html`${who} snoozed ${count} items`,
    'unsnooze-item': (who: Slot, count: string) => html`${who} unsnoozed ${count} items`,
    'tag-item': (who: Slot, count: string) => html`${who} tagged ${count} items`,
    'untag-item': (who: Slot, count: string) => html`${who} removed tags from ${count} items`,
    'edit-item': (who: Slot, count: string) => html`${who} edited ${count} items`,
    'import-links': (who: Slot, count: string) => html`${who} imported ${count} links`,
    'refetch-item': (who: Slot, count: string) => html`${who} fetched ${count} items again`,
    'remove-item': (who: Slot, count: string) => html`${who} moved ${count} items to the trash`,
    'restore-item': (who: Slot, count: string) => html`${who} restored ${count} items from the trash`,
    'undo-change': (who: Slot, count: string) => html`${who} undid ${count} changes`,
  } as Record<string, (who: Slot, count: string, isYou: boolean) => Slot>,
  /** An act of another kind, or of several. */
  changedTogether: (who: Slot, count: string, _isYou?: boolean) => html`${who} changed ${count} items`,
  /** Changes that do not stand on this page. */
  notShown: (count: string) => `and ${count} more`,
  /** Completes a button's name for screen readers. */
  ofChange: (did: string, title: string) => `: ${did}, ${title}`,
  filter: {
    label: 'Filter',
    by: 'By',
    everyone: 'Everyone',
    onlyYou: 'You',
    action: 'Action',
    allActions: 'All actions',
    day: 'Day',
    anyDay: 'Any day',
    button: 'Filter',
  },
  pages: 'History pages',
  newest: 'Newest',
  older: 'Older',
  undoAll,
}
