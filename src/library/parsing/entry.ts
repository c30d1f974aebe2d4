import type { ImportedHighlight } from '../../queue/highlights/imported-highlights.ts'
import type { OwnFields } from '../../queue/actions/imported-link.ts'

/** By its words: no export says reliably where in the page they stand. */
export type LibraryHighlight = ImportedHighlight

/** An older copy of its page, as our own export has it; texts and pages are compressed. Instants are milliseconds. */
export type LibraryVersion = {
  id: string
  isFetched: boolean
  savedAt: number
  replacedAt: number
  html: Uint8Array
  markdown: Uint8Array
  text: Uint8Array
  page: {
    url: string
    mediaType: string
    charset: string | null
    fetchedAt: number
    body: Uint8Array
  } | null
}

/** What a library file says of one link. */
export type LibraryEntry = {
  /** Its place among the entries of the file, or of all files of a zip, from 1. */
  row: number
  /** As the file has it, not yet checked. */
  url: string
  title?: string | undefined
  tags: string[]
  /** The folder or collection that it lies in, from the outermost. */
  folders: string[]
  /** Milliseconds. */
  savedAt?: number | undefined
  /** Where the file says when it was read; an entry that is read without it was read when it was saved. */
  readAt?: number | undefined
  /** `unclear` where the program has a mark that only may mean it. */
  state: 'unread' | 'read' | 'unclear'
  isFavourite: boolean
  /** What the person wrote. */
  note?: string | undefined
  /** The page as the other service kept it. */
  html?: string | undefined
  highlights: LibraryHighlight[]
  versions?: LibraryVersion[] | undefined
  own?: OwnFields | undefined
}

/** Why an entry cannot become an item. */
export type SkipReason =
  | 'no_address'
  | 'highlight_without_link'
  | 'not_web'
  | 'not_an_address'
  | 'has_password'
  | 'too_long'
  | 'feed'
  | 'unreadable'

export type SkippedRow = {
  row: number
  reason: SkipReason
  url?: string | undefined
  title?: string | undefined
}

export type LibraryRow = LibraryEntry | SkippedRow

export function isSkipped(row: LibraryRow): row is SkippedRow {
  return 'reason' in row
}

/** What a format gives of an entry; all but the address may be missing. */
export type EntryDraft = Partial<Omit<LibraryEntry, 'row' | 'url' | 'title'>> & {
  url: unknown
  title?: unknown
}

/** An entry of a draft; a title that is only the address again is none. */
export function toRow(row: number, draft: EntryDraft): LibraryRow {
  const url = typeof draft.url === 'string' ? draft.url.trim() : ''
  const title = textOf(draft.title)
  if (url === '') return { row, reason: 'no_address', title }
  return {
    row,
    state: 'unread',
    isFavourite: false,
    tags: [],
    folders: [],
    highlights: [],
    ...draft,
    url,
    title: title === url ? undefined : title,
  }
}

/** A text that is there and not blank. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.slice(0, MAX_PARTS).flatMap((one) => textOf(one) ?? []) : []
}

/** More than any entry has tags, folders or highlights; a cell may hold millions of commas. */
export const MAX_PARTS = 1000

/** The parts of a text, without blank ones, up to a bound. */
export function split(text: string | undefined, separator: string | RegExp): string[] {
  return (text ?? '').split(separator, MAX_PARTS).flatMap((part) => textOf(part) ?? [])
}

/** A flag as the many programs write it. */
export function isTrue(value: unknown): boolean {
  return (
    value === true || value === 1 || /^(true|1|yes)$/i.test(typeof value === 'string' ? value.trim() : '')
  )
}
