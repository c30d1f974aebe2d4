import type { ImportedHighlight } from '../../queue/highlights/imported-highlights.ts'
import type { OwnFields } from '../../queue/actions/imported-link.ts'

/** A highlight by its quote: no export says reliably where it is in the page. */
export type LibraryHighlight = ImportedHighlight

/** An older copy of a page in our own export; texts and pages are compressed. Instants are milliseconds. */
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

/** An entry of a library file: a link, and what the file says about it. */
export type LibraryEntry = {
  /** Its number among the entries of the file, or of all files of a ZIP, from 1. */
  row: number
  /** As in the file, not validated yet. */
  url: string
  title?: string | undefined
  tags: string[]
  /** The folders or collections that contain it, outermost first. */
  folders: string[]
  /** Milliseconds. */
  savedAt?: number | undefined
  /** When it was read, if the file says so. A read entry without it was read when it was saved. */
  readAt?: number | undefined
  /** `unclear` if the program has a mark that may or may not mean that it was read. */
  state: 'unread' | 'read' | 'unclear'
  isFavourite: boolean
  /** The person's note. */
  note?: string | undefined
  /** The page as the other service stored it. */
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

/** The result of a format for an entry; everything except the address may be missing. */
export type EntryDraft = Partial<Omit<LibraryEntry, 'row' | 'url' | 'title'>> & {
  url: unknown
  title?: unknown
}

/** Completes a draft. A title that only repeats the address is dropped. */
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

/** A text that is not blank; undefined otherwise. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? undefined : text
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.slice(0, MAX_PARTS).flatMap((one) => textOf(one) ?? []) : []
}

/** More tags, folders or highlights than any entry has; a cell may contain millions of commas. */
export const MAX_PARTS = 1000

/** Splits a text into parts that are not blank, up to a limit. */
export function split(text: string | undefined, separator: string | RegExp): string[] {
  return (text ?? '').split(separator, MAX_PARTS).flatMap((part) => textOf(part) ?? [])
}

/** Parses a flag, which programs write in many ways. */
export function isTrue(value: unknown): boolean {
  return (
    value === true || value === 1 || /^(true|1|yes)$/i.test(typeof value === 'string' ? value.trim() : '')
  )
}
