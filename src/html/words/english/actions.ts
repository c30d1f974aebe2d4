/**
 * Actions by their name. Their titles and those of their fields are the catalogue's own, which all faces
 * share; another language names them here for its pages.
 */
export const actions = {
  titles: {} as Record<string, string>,
  /** By the action, then the field. */
  fields: {} as Record<string, Record<string, string>>,
  done: {
    'mark-read': 'Marked as read.',
    'mark-unread': 'Marked as unread.',
    'favourite-item': 'Added to your favourites.',
    'unfavourite-item': 'Taken out of your favourites.',
    'snooze-item': 'Snoozed. It comes back by itself.',
    'unsnooze-item': 'Back in your unread list.',
    'tag-item': 'Tagged.',
    'untag-item': 'Tag removed.',
    'edit-item': 'Your changes are saved.',
    'set-progress': 'Your place is kept.',
    'refetch-item': 'The page is being fetched again.',
    'remove-item': 'Moved to the trash.',
    'restore-item': 'Restored from the trash.',
  } as Record<string, string>,
  otherwiseDone: 'Done.',
  /** What came of saving links, some of which were known. */
  saved(count: number, known: number) {
    if (count === 1) return known === 0 ? 'Saved.' : 'You had saved this already; it is at the top again.'
    if (known === 0) return `Saved ${count} links.`
    if (known === count) return `You had saved all ${count} already; they are at the top again.`
    const again = known === 1 ? 'it is' : 'they are'
    return `Saved ${count} links. ${known} of them you had already; ${again} at the top again.`
  },
}
