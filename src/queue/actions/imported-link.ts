import type { ChangeContext } from '../change/change-queue.ts'
import { LINK_FIELDS } from '../input/field.ts'
import { EMPTY_FIELDS } from '../model/fields.ts'
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

/** Instants in milliseconds. */
export type OwnFields = {
  favouritedAt?: number | undefined
  snoozedUntil?: number | undefined
  removedAt?: number | undefined
  /** From 0 to 1. */
  progress: number
  reason?: string | undefined
}

/** The item that an imported link becomes. Its page is fetched, or read from what came with it. */
export function newImportedItem(
  link: ImportedLink,
  { actor, now, random }: ChangeContext & { random: Random },
): Item {
  return {
    ...EMPTY_FIELDS,
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
    snoozedUntil: link.own?.snoozedUntil ?? null,
    progress: link.own?.progress ?? 0,
    removedAt: link.own?.removedAt ?? null,
    reason: link.own?.reason ?? null,
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
  const isTrashed = item.removedAt !== null && link.own?.removedAt === undefined
  const isNoted = item.note === null && link.note !== undefined
  const isMore =
    tags.length > item.tags.length || isTrashed || isNoted || (item.favouritedAt === null && link.isFavourite)
  if (!isMore) return item
  return {
    ...item,
    tags,
    ...(isNoted && { note: link.note!, noteBy: authorOf(actor) }),
    favouritedAt: item.favouritedAt ?? favouritedAtOf(link),
    ...(isTrashed && { removedAt: null, snoozedUntil: null, readAt: link.readAt }),
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
