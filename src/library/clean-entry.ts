import { Failure } from '../failure.ts'
import { asLine, asLines } from '../queue/input/field-value.ts'
import { CONTEXT_LENGTH, MAX_HIGHLIGHTS, MAX_QUOTE_LENGTH } from '../queue/highlights/highlight.ts'
import { MAX_TITLE_LENGTH } from '../queue/model/item.ts'
import { MAX_TAG_LENGTH, MAX_TAGS, normaliseTag } from '../queue/model/tag.ts'
import { type Link, parseLink } from '../queue/model/url.ts'
import { shorten } from '../text/shorten.ts'
import type { LibraryEntry, LibraryHighlight, SkipReason } from './parsing/entry.ts'

/** An entry as it is kept until it becomes an item: within all limits of an item's fields. */
export type CleanEntry = Omit<LibraryEntry, 'row' | 'url' | 'html' | 'versions'> & {
  url: string
  site: string
  /** Older copies of its page are stored beside it. */
  hasVersions?: true
}

const MAX_NOTE_LENGTH = 5000
/** In characters, of all of one entry. */
const MAX_HIGHLIGHTS_LENGTH = 500_000
/** More are left out before they are looked at. */
const MAX_GIVEN_TAGS = 200
/** A longer text is not a tag but a sentence in the wrong column. */
const MAX_GIVEN_TAG_LENGTH = 4 * MAX_TAG_LENGTH

/** What can be kept of an entry with its link, or why it can't become an item. */
export function cleanEntry(entry: LibraryEntry): { entry: CleanEntry; link: Link } | SkipReason {
  const link = linkOf(entry.url)
  if (typeof link === 'string') return link
  const { row: _, html: __, versions = [], ...rest } = entry
  return {
    link,
    entry: {
      ...rest,
      ...(versions.length > 0 && { hasVersions: true }),
      url: link.url,
      site: link.site,
      title: cleanTitle(entry.title),
      tags: cleanTags(entry.tags),
      folders: cleanTags(entry.folders),
      note: cleanNote(entry.note),
      own: entry.own && { ...entry.own, reason: cleanTitle(entry.own.reason) },
      highlights: boundHighlights(entry.highlights.slice(0, MAX_HIGHLIGHTS).flatMap(cleanHighlight)),
    },
  }
}

/** A link, or why it is none: addresses of browsers and mail are distinguished from texts that are no address. */
function linkOf(text: string): Link | SkipReason {
  try {
    return parseLink(text)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (!URL.canParse(text)) return 'not_an_address'
    const { protocol, username, password } = new URL(text)
    if (!/^https?:$/.test(protocol)) return 'not_web'
    return username || password ? 'has_password' : 'too_long'
  }
}

/** Normalised as tags are; without those that are too long, and at most as many as an item takes. */
export function cleanTags(texts: string[]): string[] {
  const tags = texts
    .slice(0, MAX_GIVEN_TAGS)
    .filter((text) => text.length <= MAX_GIVEN_TAG_LENGTH)
    // Tags are separated by commas everywhere.
    .flatMap((text) => text.split(','))
    .map(normaliseTag)
    .filter((tag) => tag !== '' && tag.length <= MAX_TAG_LENGTH)
  return [...new Set(tags)].slice(0, MAX_TAGS)
}

function cleanTitle(text: string | undefined): string | undefined {
  const title = asLine('title', withoutControlCharacters(shorten(text ?? '', 2 * MAX_TITLE_LENGTH)))
  return title === '' ? undefined : shorten(title, MAX_TITLE_LENGTH)
}

function cleanNote(text: string | undefined): string | undefined {
  const note = asLines('note', withoutControlCharacters(shorten(text ?? '', 2 * MAX_NOTE_LENGTH)))
  return note === '' ? undefined : shorten(note, MAX_NOTE_LENGTH)
}

/** The first ones, up to a number and a length of all. */
export function boundHighlights(highlights: LibraryHighlight[]): LibraryHighlight[] {
  let length = 0
  return highlights.slice(0, MAX_HIGHLIGHTS).filter(({ quote, note = '' }) => {
    length += quote.length + note.length
    return length <= MAX_HIGHLIGHTS_LENGTH
  })
}

function cleanHighlight({ quote, note, prefix, suffix, ...rest }: LibraryHighlight): LibraryHighlight[] {
  // Cut without a mark that the page doesn't have.
  const words = asLines('quote', withoutControlCharacters(quote.slice(0, MAX_QUOTE_LENGTH))).trim()
  const context = (text: string | undefined, isBefore: boolean) =>
    withoutControlCharacters(text?.slice(...(isBefore ? [-CONTEXT_LENGTH] : [0, CONTEXT_LENGTH])) ?? '') ||
    undefined
  if (words === '') return []
  return [
    {
      ...rest,
      quote: words,
      note: cleanNote(note),
      prefix: context(prefix, true),
      suffix: context(suffix, false),
    },
  ]
}

/** Without the control characters and unpaired surrogates that fields reject. */
function withoutControlCharacters(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
}
