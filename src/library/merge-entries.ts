import { MAX_TAGS } from '../queue/model/tag.ts'
import { joinNotes } from '../queue/actions/imported-link.ts'
import { boundHighlights, type CleanEntry } from './clean-entry.ts'
import type { LibraryHighlight } from './parsing/entry.ts'

/** Merges two entries with the same link: the earliest date, all tags, read if either was. */
export function mergeEntries(one: CleanEntry, other: CleanEntry): CleanEntry {
  return {
    ...one,
    title: one.title ?? other.title,
    tags: union(one.tags, other.tags),
    folders: union(one.folders, other.folders),
    savedAt: earlier(one.savedAt, other.savedAt),
    readAt: earlier(one.readAt, other.readAt),
    state: [one.state, other.state].find((state) => state !== 'unread') ?? 'unread',
    isFavourite: one.isFavourite || other.isFavourite,
    note: joinNotes(one.note, other.note),
    own: one.own ?? other.own,
    highlights: uniteHighlights(one.highlights, other.highlights),
  }
}

function uniteHighlights(one: LibraryHighlight[], other: LibraryHighlight[]): LibraryHighlight[] {
  const known = new Set(one.map(({ quote }) => quote))
  return boundHighlights([...one, ...other.filter(({ quote }) => !known.has(quote))])
}

function union(one: string[], other: string[]): string[] {
  return [...new Set([...one, ...other])].slice(0, MAX_TAGS)
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other)
}
