import type { ImportedLink } from '../queue/actions/imported-link.ts'
import { MAX_TAGS } from '../queue/model/tag.ts'
import { type CleanEntry, cleanTags } from './clean-entry.ts'
import type { ImportOptions } from './import.ts'

type Context = { entry: CleanEntry; options: ImportOptions; savedAt: number; isNew: boolean }

/** An entry as the link that is imported, by the choices of the person. The tag of the import is for new links only. */
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
    readAt: readAtOf(entry, options, savedAt),
  }
}

/** An entry that was read without a date was read when it was saved, so that it is not on top of what was read today. */
function readAtOf(entry: CleanEntry, options: ImportOptions, savedAt: number): number | null {
  const state = entry.state === 'unclear' ? options.unclear : entry.state
  return state === 'read' ? (entry.readAt ?? savedAt) : null
}

/** Its tags, those of its folders, and that of the import. */
function tagsFor(
  { tags, folders, own: isOwn }: CleanEntry,
  options: ImportOptions,
  tag: string | null,
): string[] {
  const ofFolders = { each: folders, path: cleanTags([folders.join('/')]), none: [] }[options.folders]
  const own = [...new Set([...tags, ...ofFolders])]
  // A full item of our own export keeps all of its tags.
  if (tag === null || own.includes(tag) || (isOwn && own.length >= MAX_TAGS)) return own.slice(0, MAX_TAGS)
  return [...own.slice(0, MAX_TAGS - 1), tag]
}
