import type { ChangeContext } from '../change/queue-change.ts'
import { LINK_FIELDS } from '../input/field.ts'
import { EMPTY_FIELDS, entryOf, FIELD_NAMES, type FieldLike } from '../model/fields.ts'
import { type Actor, authorOf } from '../model/actor.ts'
import type { Item } from '../model/item.ts'
import { MAX_TAGS } from '../model/tag.ts'
import type { Random } from '../../ports/random.ts'

/** A link from another program, with what that one knows of it. */
export type ImportedLink = {
  url: string
  site: string
  title?: string | undefined
  tags: string[]
  note?: string | undefined
  savedAt: number
  /** Null while it is unread. */
  readAt: number | null
  isFavourite: boolean
  /** What only an export of Reading Queue knows of it. */
  own?: OwnFields | undefined
}

export const OWN_FIELDS = FIELD_NAMES.filter(
  (name): name is FieldLike<{ import: true }> => entryOf(name).import === true,
)
export type OwnFields = Partial<Pick<Item, (typeof OWN_FIELDS)[number]>>

/** The item that an imported link becomes. Its page is fetched, or read from what came with it. */
export function newImportedItem(
  link: ImportedLink,
  { actor, now, random }: ChangeContext & { random: Random },
): Item {
  return {
    ...EMPTY_FIELDS,
    progress: 0,
    ...link.own,
    id: random.id(),
    url: link.url,
    site: link.site,
    givenTitle: link.title ?? null,
    titleBy: link.title === undefined ? null : authorOf(actor),
    tags: link.tags.slice(0, MAX_TAGS).sort(),
    note: link.note ?? null,
    noteBy: link.note === undefined ? null : authorOf(actor),
    savedBy: actor.agent,
    savedAt: link.savedAt,
    readAt: link.readAt,
    favouritedAt: favouritedAtOf(link),
    highlightCount: 0,
    updatedAt: now,
    version: 0,
    content: { status: 'pending', reason: null, type: null },
  }
}

/**
 * An item that is there already, with what the link adds to it. What the person has is not overwritten; one in the trash
 * comes back. The same item if there is nothing to add.
 */
export function withImported(item: Item, link: ImportedLink, actor: Actor): Item {
  const tags = [...new Set([...item.tags, ...link.tags])].slice(0, MAX_TAGS).sort()
  // What was in the trash when it was exported stays there.
  const leavesTrash = item.removedAt !== null && link.own?.removedAt === undefined
  const hasNewNote = item.note === null && link.note !== undefined
  const addsSomething =
    tags.length > item.tags.length ||
    leavesTrash ||
    hasNewNote ||
    (item.favouritedAt === null && link.isFavourite)
  if (!addsSomething) return item
  return {
    ...item,
    tags,
    ...(hasNewNote && { note: link.note!, noteBy: authorOf(actor) }),
    favouritedAt: item.favouritedAt ?? favouritedAtOf(link),
    ...(leavesTrash && { removedAt: null, snoozedUntil: null, readAt: link.readAt }),
  }
}

function favouritedAtOf({ isFavourite, own, savedAt }: ImportedLink): number | null {
  return isFavourite ? (own?.favouritedAt ?? savedAt) : null
}

/** One link of two of an import that have the same address: the earliest date, all tags, read if either was. */
export function mergeImported(one: ImportedLink, other: ImportedLink): ImportedLink {
  const readAt = [one.readAt, other.readAt].filter((at) => at !== null)
  return {
    ...one,
    title: one.title ?? other.title,
    tags: [...new Set([...one.tags, ...other.tags])],
    note: joinNotes(one.note, other.note),
    savedAt: Math.min(one.savedAt, other.savedAt),
    readAt: readAt.length === 0 ? null : Math.min(...readAt),
    isFavourite: one.isFavourite || other.isFavourite,
  }
}

/** Both, with a blank line between them; cut where an item takes no more. */
export function joinNotes(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined || one.includes(other)) return one ?? other
  return `${one}\n\n${other}`.slice(0, LINK_FIELDS.note.maxLength)
}
