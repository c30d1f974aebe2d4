/** The texts about saved searches. */
export const searches = {
  title: 'Saved searches',
  manage: 'Edit saved searches',
  save: 'Save search',
  name: 'Name',
  query: 'Search',
  order: 'Order',
  button: 'Save',
  add: 'Add a saved search',
  addOwn: 'Write your own',
  edit: 'Edit',
  /** Completes a button’s name for screen readers. */
  named: (name: string) => `: ${name}`,
  remove: 'Remove',
  none: 'No saved searches yet',
  noneHint:
    'A saved search is a list that fills itself. It stays in the sidebar, and your agents can use it too. Search your queue and press “Save search”, or begin with this one:',
  /** The conditions of one, for screen readers. */
  conditions: 'Conditions',
  /** A name for a search. */
  suggested: {
    states: {
      unread: 'Unread articles',
      read: 'Read articles',
      favourite: 'Favourite articles',
      snoozed: 'Snoozed articles',
      removed: 'Removed articles',
    } as Record<string, string>,
    sentence: ({
      state,
      tags,
      sites,
      words,
    }: Record<'tags' | 'sites' | 'words', string[]> & { state: string }) =>
      [
        searches.suggested.states[state] ?? 'Articles',
        ...tags.map((tag, index) => (index === 0 ? `tagged ${tag}` : `and ${tag}`)),
        ...sites.map((site) => `from ${site}`),
        ...words.map((text) => `about “${text}”`),
      ].join(' '),
  },
  example: {
    name: 'Short reads',
    query: 'is:unread under:10m',
    meaning: 'Unread, and read in ten minutes at most',
    button: 'Add this search',
  },
  done: {
    saved: (name: string) => `Saved the search “${name}”.`,
    changed: (name: string) => `Changed the search “${name}”.`,
    removed: (name: string) => `Removed the search “${name}”.`,
    same: 'Nothing was changed.',
  },
}
