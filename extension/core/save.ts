import { type Api, selfOf } from './api.ts'
import { asFailure, Failure } from './failure.ts'
import type { Quote } from './quote.ts'
import type { ActionCache } from './root-action.ts'
import { type Action, actionOf, type Entity, hasField } from './siren.ts'

/** A link to save, with the values of the fields of `save-link`. */
export type Link = {
  url: string
  title: string
  /** The page as the person sees it. */
  html?: string
  /** The tags, separated by commas. */
  tags: string
  note: string
  /** The passages to highlight in the article. */
  quotes?: Quote[]
}

/** A saved link. */
export type Saved = {
  item: Entity
  /** False if the link was already saved. */
  isNew: boolean
  /** Whether only the address was saved, since the page was too large for the service or the connection. */
  isPageLeftOut: boolean
  /** How many quotes were added to the note, since the article does not contain them. */
  quotesInNote?: number
}

const NO_CACHE: ActionCache = { get: async () => undefined, set: async () => undefined }

/** The service's own limits, in characters. */
const MAX_NOTE = 5000
const MAX_TITLE = 500
const MAX_QUOTE = 10_000

/**
 * Submits the service's `save-link`, without the page if the page is too large. If the link is already saved, `movesUp`
 * moves it to the top as unread; otherwise it stays as it is.
 */
export async function saveLink(
  api: Api,
  link: Link,
  { movesUp = true, cache = NO_CACHE } = {},
): Promise<Saved> {
  const cached = await cache.get()
  if (cached) {
    try {
      return await submitLink(api, cached, { link, movesUp })
    } catch (error) {
      // The service may have moved the action or changed its fields since it was cached.
      if (!['gone', 'refused', 'not_the_service'].includes(asFailure(error).code)) throw error
    }
  }
  const action = actionOf(await api.root(), 'save-link')
  if (!action) throw new Failure('refused', 'The service takes no links at this moment.')
  await cache.set(action)
  return submitLink(api, action, { link, movesUp })
}

async function submitLink(
  api: Api,
  action: Action,
  { link, movesUp }: { link: Link; movesUp: boolean },
): Promise<Saved> {
  const title = clean(link.title.replace(/\s+/g, ' '), MAX_TITLE)
  const note = clean(link.note, MAX_NOTE)
  // The service's field for leaving an item that is already saved where it is.
  const keep = movesUp ? '' : 'true'
  const { quotes = [], ...linkFields } = link
  const fields = Object.fromEntries(
    Object.entries({ ...linkFields, title, note, keep }).filter(
      ([name, value]) => value !== '' && hasField(action, name),
    ),
  )
  const hadPage = 'html' in fields
  const { status, entity } = await api.submit(action, fields).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'too_large' || !('html' in fields)) throw error
    delete fields['html']
    return api.submit(action, fields)
  })
  if (!entity) throw new Failure('not_the_service')
  return {
    ...(await addHighlights(api, await addNote(api, entity, note), quotes)),
    isNew: status === 201,
    isPageLeftOut: hadPage && !('html' in fields),
  }
}

/**
 * Highlights quotes. A quote that the service refuses is added to the note, so that it is not lost. If the note has no
 * room for it, the refusal is thrown, and the save stays in the outbox until the person decides.
 */
async function addHighlights(
  api: Api,
  saved: Entity,
  quotes: Quote[],
): Promise<Pick<Saved, 'item' | 'quotesInNote'>> {
  let item = saved
  const refused: string[] = []
  for (const { exact, prefix, suffix } of quotes) {
    const quote = clean(exact, MAX_QUOTE)
    const highlight = actionOf(item, 'highlight-item')
    try {
      if (!highlight) throw new Failure('refused')
      const { entity } = await api.submit(
        highlight,
        { quote, prefix: printable(prefix), suffix: printable(suffix) },
        selfOf(item),
      )
      item = entity ?? item
    } catch (error) {
      if (asFailure(error).code !== 'refused') throw error
      refused.push(`“${quote}”`)
      if (joinNotes(noteOf(item), refused.join('\n\n')).length > MAX_NOTE) throw error
    }
  }
  return { item: await addNote(api, item, refused.join('\n\n')), quotesInNote: refused.length }
}

/** Adds a note to the note that the item already has. */
async function addNote(api: Api, item: Entity, note: string): Promise<Entity> {
  const edit = actionOf(item, 'edit-item')
  const joined = joinNotes(noteOf(item), note)
  if (joined === noteOf(item) || !edit) return item
  const { entity } = await api.submit(edit, { note: clean(joined, MAX_NOTE) }, selfOf(item))
  return entity ?? item
}

/** Both notes as one; only the longer one where the existing note contains the new one, or the new one begins with it. */
function joinNotes(existing: string, note: string): string {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  if (plain(existing).includes(plain(note))) return existing
  return plain(note).startsWith(plain(existing)) ? note : `${existing}\n\n${note}`
}

function noteOf({ properties: { note } }: Entity): string {
  return typeof note === 'string' ? note : ''
}

/** The printable text, cut to at most `length` UTF-16 units without splitting a character. */
function clean(text: string, length: number): string {
  const cut = printable(text).slice(0, length)
  return cut.replace(/[\ud800-\udbff]$/, '').trim()
}

/** The text without control characters and halves of characters, which the service refuses. */
function printable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, ' ')
    .toWellFormed()
}
