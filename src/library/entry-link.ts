import type { ImportedLink } from '../queue/actions/imported-link.ts'
import { MAX_TAGS } from '../queue/model/tag.ts'
import { type CleanEntry, cleanTags } from './clean-entry.ts'
import type { ImportOptions } from './import.ts'

type Context = { entry: CleanEntry; options: ImportOptions; savedAt: number; isNew: boolean }

/** The link to import for an entry, according to the person's choices. Only new links get the tag of the import. */
export function linkOfEntry({ entry, options, savedAt, isNew }: Context): ImportedLink {
  const { url, site, title, note, isFavourite, own } = entry
  const tags = tagsFor(entry, options, isNew ? options.tag : null)
  return {
    url,
    site,
    title,
    note,
    isFavourite,
    own,
    tags,
    savedAt,
    readAt: chooseReadAt(entry, options, savedAt),
  }
}

/**
 * The date on which an entry was read. Without one, it was read when it was saved, so that it isn't listed above what
 * was read today.
 */
function chooseReadAt(entry: CleanEntry, options: ImportOptions, savedAt: number): number | null {
  const state = entry.state === 'unclear' ? options.unclear : entry.state
  return state === 'read' ? (entry.readAt ?? savedAt) : null
}

/** The tags of the entry, of its folders, and of the import. */
function tagsFor(
  { tags, folders, own: isOwn }: CleanEntry,
  options: ImportOptions,
  tag: string | null,
): string[] {
  const ofFolders = { each: folders, path: cleanTags([folders.join('/')]), none: [] }[options.folders]
  const own = [...new Set([...tags, ...ofFolders])]
  // An item of our own export that has the maximum of tags keeps them all.
  if (tag === null || own.includes(tag) || (isOwn && own.length >= MAX_TAGS)) return own.slice(0, MAX_TAGS)
  return [...own.slice(0, MAX_TAGS - 1), tag]
}
