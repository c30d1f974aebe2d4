import { isDeepStrictEqual } from 'node:util'
import type { SaveEffects, Saved } from './action.ts'
import { saveCapture } from '../content/capture.ts'
import { sourceOf } from '../content/capture-source.ts'
import type { QueueChange } from '../change/queue-change.ts'
import { EMPTY_FIELDS } from '../model/fields.ts'
import type { LinkInput } from '../input/field.ts'
import type { Item } from '../model/item.ts'
import { type Actor, type Agent, authorOf } from '../model/actor.ts'
import type { Priority } from '../items/item-jobs.ts'
import { itemsOf } from '../lists/items.ts'
import { undoableAct } from '../history/act.ts'
import { uniteTags } from '../model/tag.ts'

/**
 * Saves a link as one item. A new link becomes an item; one saved before moves to the top of the unread list, also from
 * the trash, and gets the new tags, title, note and reason. Its fetch job is enqueued in the same transaction, and
 * `fresh` saves are fetched before `bulk` ones. Lists are ordered by `savedAt`. One to be kept as it is gets only tags
 * and texts, unless it is in the trash.
 */
export async function saveLinkTo(
  queueChange: QueueChange,
  given: LinkInput,
  { priority, savedAt = queueChange.now }: { priority: Priority; savedAt?: number },
): Promise<Saved> {
  const known = await itemsOf(queueChange.tx, queueChange.accountId).findByIdentity(given.url.identity)
  const isKept = given.keep === true && known?.removedAt === null
  const input = readTitle(
    isKept && known.content.status !== 'failed' ? { ...given, html: undefined } : given,
    queueChange,
  )
  const item = known
    ? savedAgain(known, input, { actor: queueChange.actor, savedAt: isKept ? undefined : savedAt })
    : newItem(input, queueChange, savedAt)
  const withPage =
    input.html === undefined
      ? item
      : { ...item, content: { ...item.content, status: 'pending' as const, reason: null } }
  const saved = await queueChange.saveItem(known ?? null, withPage, {
    identity: input.url.identity,
    priority,
  })
  if (input.html !== undefined) {
    await queueChange.touchContent(saved.id)
    const key = { accountId: queueChange.accountId, itemId: saved.id }
    const bytes = await saveCapture(queueChange.tx, key, {
      source: sourceOf(queueChange.actor),
      url: input.url.url,
      body: Buffer.from(input.html),
      receivedAt: queueChange.now,
      act: queueChange.changes.at(-1)?.act ?? 0,
    })
    await queueChange.countBytes(bytes)
  }
  return {
    item: saved,
    isNew: !known,
    act: undoableAct(queueChange.changes),
    ...computeEffects({ before: known, after: saved }, { given, taken: input }),
  }
}

/** A link whose title is the person's or an agent's own, or that of the page in the person's browser. */
type SavedLink = LinkInput & { pageTitle: string | undefined }

/** Through their own extension nobody types a title: it is the tab's, which the article's own replaces once it is read. */
function readTitle(input: LinkInput, { actor }: QueueChange): SavedLink {
  const isOfTab = actor.kind === 'agent' && actor.isBrowser === true
  return isOfTab ? { ...input, title: undefined, pageTitle: input.title } : { ...input, pageTitle: undefined }
}

/** What saving a link again did; `taken` lacks what the item was not to get. */
function computeEffects(
  { before, after }: { before: Item | undefined; after: Item },
  {
    given: { html },
    taken: { title, note, reason, html: takenHtml },
  }: { given: LinkInput; taken: LinkInput },
): SaveEffects {
  if (!before) return { effects: [], kept: [], replacedReason: null }
  const isReasonNew = before.reason !== after.reason
  const did: Record<SaveEffects['effects'][number], boolean> = {
    'moved-up': before.savedAt !== after.savedAt,
    restored: before.removedAt !== null,
    'marked-unread': before.readAt !== null && after.readAt === null,
    unsnoozed: before.snoozedUntil !== null && after.snoozedUntil === null,
    tagged: before.tags.length !== after.tags.length,
    'title-set': before.givenTitle !== after.givenTitle,
    'note-set': before.note !== after.note,
    'reason-set': isReasonNew && after.reason !== null,
    'reason-removed': isReasonNew && after.reason === null,
    'page-taken': takenHtml !== undefined,
    refetched:
      takenHtml === undefined && before.content.status === 'failed' && after.content.status === 'pending',
  }
  const effects = (Object.keys(did) as SaveEffects['effects']).filter((effect) => did[effect])
  return {
    effects,
    kept: [
      ...(title !== undefined && title !== after.givenTitle ? (['title'] as const) : []),
      ...(note !== undefined && note !== after.note ? (['note'] as const) : []),
      ...(reason !== undefined && reason !== after.reason ? (['reason'] as const) : []),
      ...(html !== undefined && takenHtml === undefined ? (['html'] as const) : []),
    ],
    replacedReason: isReasonNew ? before.reason : null,
  }
}

function newItem(input: SavedLink, { actor, now, random }: QueueChange, savedAt: number): Item {
  return {
    ...EMPTY_FIELDS,
    id: random.id(),
    url: input.url.url,
    site: input.url.site,
    givenTitle: input.title ?? null,
    titleBy: input.title === undefined ? null : authorOf(actor),
    pageTitle: input.pageTitle ?? null,
    tags: uniteTags([], input.tags ?? []),
    note: input.note ?? null,
    noteBy: input.note === undefined ? null : authorOf(actor),
    reason: input.reason ?? null,
    savedBy: actor.agent,
    savedAt,
    progress: 0,
    highlightCount: 0,
    updatedAt: now,
    version: 0,
    content: { status: 'pending', reason: null, type: null },
  }
}

type AuthoredText = { text: string | null; by: Agent | null }

/** An agent that saves a link again does not overwrite an existing text; it can edit the item for that. */
function replaceText(anew: string | undefined, before: AuthoredText, actor: Actor): AuthoredText {
  const isLeft = anew === undefined || anew === before.text || (before.text !== null && actor.agent !== null)
  return isLeft ? before : { text: anew, by: authorOf(actor) }
}

/** Without `savedAt`, it keeps its place and state. */
function savedAgain(
  item: Item,
  input: SavedLink,
  { actor, savedAt }: { actor: Actor; savedAt: number | undefined },
): Item {
  const title = replaceText(input.title, { text: item.givenTitle, by: item.titleBy }, actor)
  const note = replaceText(input.note, { text: item.note, by: item.noteBy }, actor)
  const described = {
    ...item,
    givenTitle: title.text,
    titleBy: title.by,
    tags: uniteTags(item.tags, input.tags ?? []),
    note: note.text,
    noteBy: note.by,
  }
  if (savedAt === undefined) return isDeepStrictEqual(described, item) ? item : described
  return {
    ...described,
    pageTitle: item.pageTitle ?? input.pageTitle ?? null,
    // A reason belongs to whoever saved the item, so another saver does not inherit it.
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
