import type { Saved } from './action.ts'
import type { QueueChange } from './change.ts'
import type { LinkInput } from './field.ts'
import type { Actor, Item } from './item.ts'
import type { Urgency } from './item-work.ts'
import { itemsOf } from './items.ts'
import { keepPage, type KeptPage } from './kept-page.ts'
import { uniteTags } from './tag.ts'

/**
 * One link, one item: a new link becomes an item; a known one moves to the top, unread and out of the
 * trash, with its tags united and what was said anew about it. The fetch is put down in the same
 * transaction; `fresh` saves are fetched before `bulk` ones. `savedAt` orders the list.
 */
export async function saveLinkTo(
  change: QueueChange,
  input: LinkInput,
  urgency: Urgency,
  savedAt = change.now,
): Promise<Saved> {
  const known = await itemsOf(change.tx, change.accountId).findByIdentity(input.url.identity)
  const item = known ? savedAgain(known, input, change, savedAt) : newItem(input, change, savedAt)
  const withPage =
    input.html === undefined
      ? item
      : { ...item, content: { ...item.content, status: 'pending' as const, reason: null } }
  const kept = await change.keep(known ?? null, withPage, { identity: input.url.identity, urgency })
  if (input.html !== undefined) {
    await keepPage(change.tx, change.accountId, kept.id, capturedPage(input.html, input.url.url, change.now))
  }
  return { item: kept, isNew: !known }
}

/** The page as the person's browser shows it: already decoded, whatever it says of its charset. */
function capturedPage(html: string, url: string, now: number): KeptPage {
  return {
    seenBy: 'person',
    url,
    mediaType: 'text/html',
    charset: 'utf-8',
    etag: null,
    lastModified: null,
    body: Buffer.from(html),
    fetchedAt: now,
    readAt: null,
  }
}

function newItem(input: LinkInput, { actor, now, random }: QueueChange, savedAt: number): Item {
  return {
    id: random.id(),
    url: input.url.url,
    site: input.url.site,
    givenTitle: input.title ?? null,
    pageTitle: null,
    siteName: null,
    author: null,
    excerpt: null,
    imageUrl: null,
    imageName: null,
    language: null,
    publishedAt: null,
    wordCount: null,
    readingMinutes: null,
    tags: uniteTags([], input.tags ?? []),
    note: input.note ?? null,
    reason: input.reason ?? null,
    savedBy: actor.agent,
    savedAt,
    place: 0,
    readAt: null,
    favouritedAt: null,
    snoozedUntil: null,
    progress: 0,
    removedAt: null,
    updatedAt: now,
    version: 0,
    content: { status: 'pending', reason: null, type: null },
  }
}

/** An agent that saves a link again does not talk over what is there; that is what editing is for. */
function said(anew: string | undefined, before: string | null, { agent }: Actor): string | null {
  return (agent === null ? anew : undefined) ?? before ?? anew ?? null
}

function savedAgain(item: Item, input: LinkInput, { actor }: QueueChange, savedAt: number): Item {
  return {
    ...item,
    givenTitle: said(input.title, item.givenTitle, actor),
    tags: uniteTags(item.tags, input.tags ?? []),
    note: said(input.note, item.note, actor),
    // An earlier saver's reason is not the reason of this one.
    reason: input.reason ?? (item.savedBy?.id === actor.agent?.id ? item.reason : null),
    savedBy: actor.agent,
    savedAt,
    readAt: null,
    snoozedUntil: null,
    removedAt: null,
    content:
      item.content.status === 'failed' ? { ...item.content, status: 'pending', reason: null } : item.content,
  }
}
