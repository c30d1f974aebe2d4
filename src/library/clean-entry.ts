import { Failure } from '../failure.ts'
import { asLine, asLines } from '../queue/input/field-value.ts'
import { CONTEXT_LENGTH, MAX_HIGHLIGHTS, MAX_QUOTE_LENGTH } from '../queue/highlights/highlight.ts'
import type { OwnFields } from '../queue/actions/imported-link.ts'
import { MAX_TITLE_LENGTH } from '../queue/model/item.ts'
import { MAX_TAG_LENGTH, MAX_TAGS, normaliseTag } from '../queue/model/tag.ts'
import { type Link, parseLink } from '../queue/model/url.ts'
import { truncate } from '../text/truncate.ts'
import type { LibraryEntry, LibraryHighlight, SkipReason } from './parsing/entry.ts'

/** An entry as it is stored until it becomes an item: within the limits of an item's fields. */
export type CleanEntry = Omit<LibraryEntry, 'row' | 'url' | 'html' | 'versions'> & {
  url: string
  site: string
  /** Set if older copies of its page are stored with it. */
  hasVersions?: true
}

const MAX_NOTE_LENGTH = 5000
/** The most characters of all highlights of one entry. */
const MAX_HIGHLIGHTS_LENGTH = 500_000
/** The most tags of an entry that are read; the rest is ignored. */
const MAX_GIVEN_TAGS = 200
/** A longer text is not a tag but a sentence in the wrong column. */
const MAX_GIVEN_TAG_LENGTH = 4 * MAX_TAG_LENGTH

/** The entry within all limits, with its link; or why it can't become an item. */
export function cleanEntry(entry: LibraryEntry): { entry: CleanEntry; link: Link } | SkipReason {
  const link = parseEntryLink(entry.url)
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
      own: entry.own && cleanOwn(entry.own),
      highlights: boundHighlights(entry.highlights.slice(0, MAX_HIGHLIGHTS).flatMap(cleanHighlight)),
    },
  }
}

/**
 * Parses a link; otherwise tells apart other kinds of addresses, such as those of browsers and mail, and texts that
 * are no address.
 */
function parseEntryLink(text: string): Link | SkipReason {
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

/** Normalised tags, without those that are too long, and no more than an item can have. */
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
  const title = asLine('title', withoutControlCharacters(truncate(text ?? '', 2 * MAX_TITLE_LENGTH)))
  return title === '' ? undefined : truncate(title, MAX_TITLE_LENGTH)
}

/** Limits the texts to the length of a title. */
function cleanOwn(own: OwnFields): OwnFields {
  return Object.fromEntries(
    Object.entries(own).map(([name, value]) => [name, typeof value === 'string' ? cleanTitle(value) : value]),
  )
}

function cleanNote(text: string | undefined): string | undefined {
  const note = asLines('note', withoutControlCharacters(truncate(text ?? '', 2 * MAX_NOTE_LENGTH)))
  return note === '' ? undefined : truncate(note, MAX_NOTE_LENGTH)
}

/** The first highlights, up to a number and a total length. */
export function boundHighlights(highlights: LibraryHighlight[]): LibraryHighlight[] {
  let length = 0
  return highlights.slice(0, MAX_HIGHLIGHTS).filter(({ quote, note = '' }) => {
    length += quote.length + note.length
    return length <= MAX_HIGHLIGHTS_LENGTH
  })
}

function cleanHighlight({ quote, note, prefix, suffix, ...rest }: LibraryHighlight): LibraryHighlight[] {
  // Cut without an ellipsis, which the page would not contain.
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
