/** The texts about saved searches. */
export const searches = {
  title: 'Saved searches',
  /** In the sidebar, where there are more than it shows. */
  all: 'All saved searches',
  manage: 'Edit saved searches',
  save: 'Save search',
  name: 'Name',
  query: 'Search',
  order: 'Order',
  button: 'Save',
  add: 'Add a saved search',
  edit: 'Edit',
  /** Completes a button’s name for screen readers. */
  named: (name: string) => `: ${name}`,
  remove: 'Remove',
  none: 'No saved searches yet',
  noneHint:
    'A saved search is a list that fills itself. It stays in the sidebar, and your agents can use it too. Search your queue and press “Save search”, or begin with this one:',
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
