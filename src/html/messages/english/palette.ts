import { plural } from '../format/plural.ts'

/** The texts of the search palette. */
export const palette = {
  label: 'Results and commands',
  groups: {
    recent: 'Recent searches',
    filters: 'Narrow the search',
    saved: 'Saved searches',
    commands: 'Commands',
    tags: 'Tags',
    places: 'Go to',
  },
  forget: 'Clear recent searches',
  failed: 'Results can’t be shown right now. Press Enter to search.',
  count: (shown: string, count: number) =>
    count === 0 ? 'No results' : `${shown} ${plural(count, 'result', 'results')}`,
  more: (count: number) => `More than ${count} results`,
  all: 'Show all results',
  /** Where a search finds nothing. */
  saveLink: 'Save this link',
  searchTrash: 'Search the trash',
  withoutFilters: (words: string) => `Search for “${words}” without filters`,
  /** Pages beside those of the sidebar. */
  pages: {
    searches: 'Saved searches',
    tags: 'Tags',
    import: 'Import a library',
    connect: 'Connect an agent',
    share: 'Save from anywhere',
  },
  /** A setting with a choice of it, such as `Colours: Dark`. */
  setting: (name: string, choice: string) => `${name}: ${choice}`,
  /** On pages without shortcuts of their own. */
  shortcuts: [
    ['/', 'Search'],
    ['c', 'Save a link'],
    ['?', 'This help'],
  ] as [keys: string, meaning: string][],
}
