import { plural } from '../format/plural.ts'

/** The page that exports a list or the selected items. */
export const exports = {
  title: 'Export',
  /** In menus: it leads to the page. */
  open: 'Export…',
  list: (shown: string, count: number, isMore: boolean) =>
    isMore
      ? `The file will have all items of this list, more than ${shown}.`
      : `The file will have the ${plural(count, 'one item', `${shown} items`)} of this list.`,
  selected: (shown: string, count: number) =>
    `The file will have the ${plural(count, 'one item', `${shown} items`)} that you selected.`,
  nothing: 'There is nothing to export.',
  contents: { library: 'Your library', highlights: 'Your highlights' },
  formats: {
    json: { title: 'JSON', text: 'Everything, with articles. Reading Queue can import it again.' },
    html: { title: 'Bookmarks', text: 'An HTML file for browsers and other services.' },
    csv: { title: 'CSV', text: 'A table for spreadsheets and other services.' },
    markdown: { title: 'Markdown', text: 'A ZIP with one file per article, for Obsidian and other editors.' },
    text: { title: 'Links', text: 'Plain text, one link per line.' },
    highlights: { title: 'CSV', text: 'A table for Readwise and spreadsheets.' },
    annotations: { title: 'JSON-LD', text: 'W3C annotations, for programs.' },
  } as Record<string, { title: string; text: string }>,
  hint: 'The file is made while it downloads, so your browser can’t tell how long that takes.',
  button: 'Download',
  back: 'Back to the list',
  progress: {
    title: 'Progress of the export',
    link: 'See how far an export is',
    of: (written: string, total: string) => `${written} of ${total} items written`,
    soFar: (written: string) => `${written} ${written === '1' ? 'item' : 'items'} written so far`,
    none: 'No export is running.',
    back: 'Back to settings',
  },
}
