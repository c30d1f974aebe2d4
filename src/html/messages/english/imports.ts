import { html } from '../../html.ts'
import type { SkipReason } from '../../../library/parsing/entry.ts'
import type { ImportState } from '../../../library/import.ts'
import { SKIP_REASONS } from '../../../library/skip-reasons.ts'
import { formatsOf } from '../format/formats.ts'
import { plural } from '../format/plural.ts'
import type { Slot } from '../format/slot.ts'

const { count: format } = formatsOf('en', 'en-GB')
const links = (count: number) => `${format(count)} ${plural(count, 'link', 'links')}`
const rows = (count: number) => `${format(count)} ${plural(count, 'row', 'rows')}`

/** The texts of the import pages. */
export const imports = {
  title: 'Import',
  lead: 'Bring your links from another service or browser. You see what will happen before anything does.',
  fromFile: 'From a file',
  file: 'Export file',
  hint: 'Choose it, or drop it here. Up to 100 MB, zipped or not; the kind of file is recognised by its content.',
  upload: 'Upload and preview',
  services: 'Supported services',
  servicesText:
    'Pocket, Instapaper, Omnivore, Readwise Reader, wallabag, Raindrop.io, Karakeep, linkding, Linkwarden, GoodLinks, Matter, Pinboard, mymind, Readeck, OneTab, bookmarks of any browser, any CSV file with a column of links, and any text with links in it.',
  earlier: 'Imports',
  retention: 'Reports are kept for 30 days.',
  /** The tag that is offered for what is imported on a day. */
  tagOn: (day: string) => `imported ${day}`,
  noFile: 'Choose a file first.',
  /** Of links that a program brought. */
  imported: (count: number) => `${links(count)} imported`,
  remoteLibrary: {
    heading: 'From another service',
    lead: 'Read your links from a server that is running. What you enter here is used for this one import, and is not stored.',
    address: 'Address of the server',
    addressHint: 'As you open it in your browser. Use https unless it is in your own network.',
    credentials: {
      token: 'API token',
      client_id: 'Client ID',
      client_secret: 'Client secret',
      username: 'User name',
      password: 'Password',
    },
    /** Where people find what they have to enter. */
    hints: {
      wallabag: 'Create a client under “API clients management” in wallabag.',
      linkding: 'The REST API token is in linkding’s settings, under “Integrations”.',
      karakeep: 'Create a key in Karakeep’s settings, under “API keys”. Lists aren’t read, only tags.',
      readeck: 'Create a token in your Readeck profile, under “API tokens”.',
      miniflux:
        'Create a key in Miniflux’s settings, under “API keys”. Your starred entries are read, and become favourites.',
    } as Record<string, string>,
    read: 'Read and preview',
    readSoFar: (count: number) => `${links(count)} read so far`,
    goesOn: 'You can leave this page. You see what will happen before anything is added.',
    interruptedHeading: 'Continue',
    interruptedText: (address: Slot) =>
      html`Not all links of ${address} were read. What was read is kept. Nothing you entered was stored, so
      enter it again to continue.`,
    resume: 'Continue',
  },
  back: 'All imports',
  of: (name: Slot) => html`Import of ${name}`,
  states: {
    reading: 'Reading',
    interrupted: 'Interrupted',
    ready: 'Ready to import',
    running: 'Running',
    paused: 'Paused',
    done: 'Done',
    cancelled: 'Cancelled',
    undoing: 'Being undone',
    undone: 'Undone',
  } satisfies Record<ImportState, string>,
  preview: {
    heading: 'What will happen',
    new: (count: number) => `${links(count)} will be added`,
    known: (count: number) => `${links(count)} already in your queue: only new tags and notes are added`,
    repeated: (count: number) => `${rows(count)} ${plural(count, 'repeats', 'repeat')} a link of the file`,
    skipped: (count: number) => `${rows(count)} can’t be used`,
    nothing: 'There is nothing in this file to import.',
    rows: 'The first rows',
    inFolder: (path: Slot) => html`in ${path}`,
    more: (count: number) => `and ${format(count)} more`,
  },
  options: {
    folders: 'Folders',
    folderChoices: {
      each: 'A tag for each folder',
      path: 'One tag for the whole path',
      none: 'Leave them out',
    },
    unclear: (count: number) => `Links that may have been read (${format(count)})`,
    unclearChoices: { unread: 'Unread', read: 'Read' },
    tag: 'Tag for all added links',
    tagHint: 'Leave it empty for none.',
  },
  transitions: {
    start: 'Import',
    pause: 'Pause',
    resume: 'Resume',
    cancel: 'Cancel',
    undo: 'Undo the import',
  },
  progress: {
    heading: 'Progress',
    percent: (percent: string) => `${percent}%`,
    rows: (done: string, total: string) => `${done} of ${total} rows`,
    left: (span: string) => `About ${span} left`,
    soon: 'Less than a minute left',
    waiting: (count: number) => `${links(count)} to go`,
    ended: (when: Slot) => html`Ended ${when}.`,
  },
  goesOn: 'You can leave this page; the import continues.',
  result: {
    heading: 'Result',
    added: (count: number) => `${links(count)} added`,
    merged: (count: number) => `${links(count)} already saved or duplicates`,
    skipped: (count: number) => `${rows(count)} skipped`,
    highlights: (count: number) => `${format(count)} ${plural(count, 'highlight', 'highlights')} added`,
    highlightsHint: 'Found in each article once it is read. The report lists those that are not found',
    addedHint: 'New in your queue, with their tags, notes and dates',
    mergedHint: 'Only tags and notes that were new',
    skippedHint: 'Listed below, with the reason',
    see: 'See them in your queue',
    report: 'Download the report (CSV)',
    undoText:
      'Undo moves what was added to the trash and reverts what was merged. What you changed since stays.',
  },
  skipped: {
    heading: 'Skipped rows',
    row: (number: string) => `Row ${number}`,
    more: 'The report has the others.',
  },
  reasons: SKIP_REASONS satisfies Record<SkipReason, string>,
}
