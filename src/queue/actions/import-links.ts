import { Failure, type InputError } from '../../failure.ts'
import { undoableAct } from '../history/act.ts'
import { itemsOf } from '../lists/items.ts'
import { type Fields, LINK_FIELDS, type RawInput } from '../input/field.ts'
import { parseInput } from '../input/parse-input.ts'
import { rejectUnknown, unknownNames } from '../input/unknown-name.ts'
import { type ImportedLink, mergeImported, newImportedItem, withImported } from './imported-link.ts'
import { type Imported, queueAction } from './action.ts'

/** The entries of one call. */
const MAX_ENTRIES = 1000
/** The most characters of all entries of a call together. */
const MAX_LENGTH = 1_000_000

/** The members of an entry. */
const ENTRY_FIELDS = {
  url: LINK_FIELDS.url,
  title: LINK_FIELDS.title,
  tags: LINK_FIELDS.tags,
  note: LINK_FIELDS.note,
  savedAt: { kind: 'instant', title: 'When it was saved' },
  state: { kind: 'choice', title: 'Whether it was read', choices: ['unread', 'read'] },
  readAt: { kind: 'instant', title: 'When it was read' },
  favourite: { kind: 'flag', title: 'Whether it is a favourite' },
} as const satisfies Fields

/**
 * Imports links with their dates, tags, state and notes. Links that are already in the queue only gain what they lack, so
 * that a repeat changes nothing; entries that can't be saved are skipped and named.
 */
export const importLinks = queueAction({
  name: 'import-links',
  title: 'Import links',
  description: `Bring up to ${MAX_ENTRIES} links with their dates, tags, state and notes; a link that is there gains what it lacks.`,
  path: 'import-links',
  outcome: 'imported',
  fields: {
    entries: {
      kind: 'objects',
      title: 'Entries',
      hint: `Objects with ${Object.keys(ENTRY_FIELDS).join(', ')}; or without this member as application/x-ndjson, one on each line`,
      max: MAX_ENTRIES,
      maxLength: MAX_LENGTH,
      required: true,
      isApiOnly: true,
    },
  },
  async run(queueChange, { entries }) {
    rejectUnknownMembers(entries)
    const { tx, accountId, now, actor } = queueChange
    const skipped: Imported['skipped'] = []
    const links = new Map<string, ImportedLink>()
    let merged = 0
    for (const [index, raw] of entries.entries()) {
      const read = readEntry(raw, { now, index })
      if ('reason' in read) {
        skipped.push({ row: index + 1, reason: read.reason })
        continue
      }
      const first = links.get(read.identity)
      if (first) merged += 1
      links.set(read.identity, first ? mergeImported(first, read.link) : read.link)
    }
    queueChange.expectChanges(links.size)
    let added = 0
    /** The last position used for each date, else each of many links with one date would search for a free one. */
    const lastSavedAt = new Map<number, number>()
    for (const [identity, link] of links) {
      const known = await itemsOf(tx, accountId).findByIdentity(identity)
      const savedAt = (lastSavedAt.get(link.savedAt) ?? link.savedAt - 1) + 1
      const after = known
        ? withImported(known, link, actor)
        : newImportedItem({ ...link, savedAt }, queueChange)
      const item = await queueChange.saveItem(known ?? null, after, { identity, priority: 'bulk' })
      if (!known) lastSavedAt.set(link.savedAt, item.savedAt)
      if (known && known.removedAt === null) merged += 1
      else added += 1
    }
    return { added, merged, skipped, act: undoableAct(queueChange.changes) }
  },
})

/** Throws `invalid_input` that points at each unknown member. */
function rejectUnknownMembers(entries: RawInput[]): void {
  const known = Object.keys(ENTRY_FIELDS)
  const at = entries.findIndex((raw) => Object.keys(raw).some((name) => !known.includes(name)))
  if (at < 0) return
  const errors: InputError[] = unknownNames(entries[at]!, known, {
    noun: 'member',
    at: `#/entries/${at}`,
  })
  try {
    rejectUnknown(entries[at]!, known, { noun: 'member', subject: 'Each of "entries"' })
  } catch (error) {
    throw error instanceof Failure ? new Failure(error.code, error.detail, { errors }) : error
  }
}

/** The item of an entry, or a sentence why it can't be saved. Among entries without a date the first is the newest. */
function readEntry(
  raw: RawInput,
  { now, index }: { now: number; index: number },
): { identity: string; link: ImportedLink } | { reason: string } {
  try {
    const { url, title, tags = [], note, savedAt, state, readAt, favourite } = parseInput(ENTRY_FIELDS, raw)
    const saved = Math.min(savedAt ?? now - index, now)
    const isRead = state === 'read' || (state === undefined && readAt !== undefined)
    return {
      identity: url.identity,
      link: {
        url: url.url,
        site: url.site,
        title: title === url.url ? undefined : title,
        tags,
        note,
        savedAt: saved,
        // Without a date of reading, the date of saving counts.
        readAt: isRead ? Math.min(readAt ?? saved, now) : null,
        isFavourite: favourite === true,
      },
    }
  } catch (error) {
    if (error instanceof Failure) return { reason: error.detail }
    throw error
  }
}
