import { plural } from '../format/plural.ts'

/** The page that exports a list or the selected items. */
export const exports = {
  title: 'Export',
  /** In menus: it leads to the page. */
  open: 'Export…',
  list: (shown: string, count: number, isMore: boolean) =>
    `${isMore ? 'More than ' : ''}${shown} ${plural(count, 'item', 'items')} of this list.`,
  selected: (shown: string, count: number) => `${shown} selected ${plural(count, 'item', 'items')}.`,
  nothing: 'There is nothing to export.',
  format: 'Format',
  formats: {
    json: 'JSON, with articles. Reading Queue can import it again',
    html: 'Bookmarks file for browsers and other services',
    csv: 'CSV table for spreadsheets and other services',
    markdown: 'Markdown files with articles, for Obsidian and other editors (ZIP)',
    text: 'List of links',
    highlights: 'Highlights as CSV, for Readwise and spreadsheets',
    annotations: 'Highlights as W3C annotations (JSON-LD)',
  } as Record<string, string>,
  hint: 'The file is made while it downloads, so your browser can’t tell how long that takes.',
  button: 'Download',
  back: 'Back to the list',
  progress: {
    title: 'Progress of the export',
    link: 'See how far an export is',
    of: (written: string, total: string) => `${written} of ${total} items written`,
    soFar: (written: string) => `${written} ${written === '1' ? 'item' : 'items'} written so far`,
    none: 'No export is running.',
    back: 'Back to your account',
  },
}
