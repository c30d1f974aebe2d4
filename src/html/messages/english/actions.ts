/** The texts about actions. English titles come from the action catalogue; a translation overrides them here. */
export const actions = {
  titles: {} as Record<string, string>,
  /** By action name, then field name. */
  fields: {} as Record<string, Record<string, string>>,
  done: {
    'mark-read': 'Marked as read.',
    'mark-unread': 'Marked as unread.',
    'favourite-item': 'Added to favourites.',
    'unfavourite-item': 'Removed from favourites.',
    'unsnooze-item': 'Unsnoozed. Back in your queue.',
    'tag-item': 'Tagged.',
    'untag-item': 'Tag removed.',
    'edit-item': 'Changes saved.',
    'highlight-item': 'Highlighted.',
    'edit-highlight': 'Changes saved.',
    'remove-highlight': 'Highlight removed.',
    'ask-agent': 'Asked. The next agent that looks will see it.',
    'answer-request': 'Answered.',
    'clear-request': 'Request cleared.',
    'set-progress': 'Reading progress saved.',
    'refetch-item': 'Fetching the page again.',
    'remove-item': 'Moved to the trash.',
    'restore-item': 'Restored from the trash.',
  } as Record<string, string>,
  otherwiseDone: 'Done.',
  snoozedUntil: (day: string) => `Snoozed until ${day}.`,
  /** What saving a link again did, besides. */
  savedAgain: {
    'moved-up': 'Moved to the top.',
    'marked-unread': 'Marked as unread.',
    unsnoozed: 'Unsnoozed.',
    restored: 'Restored from the trash.',
    tagged: 'Tagged.',
    'title-set': 'Title changed.',
    'note-set': 'Note added.',
    'reason-set': 'Reason added.',
    'reason-removed': 'Reason removed.',
    refetched: 'Fetching the page again.',
    'page-taken': 'Page sent.',
  },
  /** The outcome of saving `count` links, of which `known` were in the queue before. */
  saved(count: number, known: number) {
    if (count === 1) return known === 0 ? 'Saved.' : 'Already saved.'
    if (known === 0) return `Saved ${count} links.`
    if (known === count) return `All ${count} were already saved. Moved to the top.`
    return `Saved ${count} links. ${known} of them ${known === 1 ? 'was' : 'were'} already saved and moved to the top.`
  },
}
