import { type Api, selfOf } from './api.ts'
import { asFailure, Failure } from './failure.ts'
import type { Quote } from './quote.ts'
import { type Action, actionOf, type Entity, hasField } from './siren.ts'

export type Link = {
  url: string
  title: string
  /** The page as the person sees it. */
  html?: string
  /** Separated by commas. */
  tags: string
  note: string
  /** To be highlighted in the article. */
  quotes?: Quote[]
}

export type Saved = {
  item: Entity
  /** False if the link was already saved. */
  isNew: boolean
  /** Whether the page was too large for the service, so that only its address was saved. */
  refusedPage: boolean
  /** How many quotes the article does not have, so that they were added to the note. */
  missedQuotes?: number
}

/** Where the service's `save-link` is remembered, so that a save takes one request. */
export type RememberedAction = { get(): Promise<Action | undefined>; set(action: Action): Promise<void> }

const NOTHING_REMEMBERED: RememberedAction = { get: async () => undefined, set: async () => undefined }

/** The service's own limits, in characters. */
const MAX_NOTE = 5000
const MAX_TITLE = 500
const MAX_QUOTE = 10_000

/**
 * Submits the service's `save-link`; without the page if that is too large. Without `movesUp`, a link that is saved
 * already stays as it is.
 */
export async function saveLink(
  api: Api,
  link: Link,
  { movesUp = true, remembered = NOTHING_REMEMBERED } = {},
): Promise<Saved> {
  const known = await remembered.get()
  if (known) {
    try {
      return await submitLink(api, known, { link, movesUp })
    } catch (error) {
      // The service may have moved the action or changed its fields since.
      if (!['gone', 'refused', 'not_the_service'].includes(asFailure(error).code)) throw error
    }
  }
  const action = actionOf(await api.entry(), 'save-link')
  if (!action) throw new Failure('refused', 'The service takes no links at this moment.')
  await remembered.set(action)
  return submitLink(api, action, { link, movesUp })
}

async function submitLink(
  api: Api,
  action: Action,
  { link, movesUp }: { link: Link; movesUp: boolean },
): Promise<Saved> {
  const title = tidy(link.title.replace(/\s+/g, ' '), MAX_TITLE)
  const note = tidy(link.note, MAX_NOTE)
  const keep = movesUp ? '' : 'true'
  const { quotes = [], ...fieldsOfLink } = link
  const given = Object.entries({ ...fieldsOfLink, title, note, keep }).filter(
    ([name, value]) => value !== '' && hasField(action, name),
  )
  const fields = Object.fromEntries(given)
  const { status, entity } = await api.submit(action, fields).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'too_large' || !('html' in fields)) throw error
    delete fields['html']
    return api.submit(action, fields)
  })
  if (!entity) throw new Failure('not_the_service')
  return {
    ...(await withQuotes(api, await withNote(api, entity, note), quotes)),
    isNew: status === 201,
    refusedPage: given.some(([name]) => name === 'html') && !('html' in fields),
  }
}

/**
 * Highlights quotes. Those that the service refuses are added to the note, so that they are kept; where they don't fit
 * there, the save is refused, and waits with them for the person.
 */
async function withQuotes(
  api: Api,
  saved: Entity,
  quotes: Quote[],
): Promise<Pick<Saved, 'item' | 'missedQuotes'>> {
  let item = saved
  const missed: string[] = []
  for (const { exact, prefix, suffix } of quotes) {
    const quote = tidy(exact, MAX_QUOTE)
    const highlight = actionOf(item, 'highlight-item')
    try {
      if (!highlight) throw new Failure('refused')
      const { entity } = await api.submit(highlight, { quote, prefix, suffix }, selfOf(item))
      item = entity ?? item
    } catch (error) {
      if (asFailure(error).code !== 'refused') throw error
      missed.push(`“${quote}”`)
      if (noteWith(item, missed.join('\n\n')).length > MAX_NOTE) throw error
    }
  }
  return { item: await withNote(api, item, missed.join('\n\n')), missedQuotes: missed.length }
}

/** Adds the note to the one that an item already has. */
async function withNote(api: Api, item: Entity, note: string): Promise<Entity> {
  const edit = actionOf(item, 'edit-item')
  const both = noteWith(item, note)
  if (both === noteOf(item) || !edit) return item
  const { entity } = await api.submit(edit, { note: tidy(both, MAX_NOTE) }, selfOf(item))
  return entity ?? item
}

/** The note of an item with another one, which may go on where it ends or be in it already. */
function noteWith(item: Entity, note: string): string {
  const existing = noteOf(item)
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  if (plain(existing).includes(plain(note))) return existing
  return plain(note).startsWith(plain(existing)) ? note : `${existing}\n\n${note}`
}

function noteOf({ properties: { note } }: Entity): string {
  return typeof note === 'string' ? note : ''
}

/** Text without control characters, cut to `length` UTF-16 units at a whole character. */
function tidy(text: string, length: number): string {
  const clean = text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, ' ')
  return clean
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed()
    .trim()
}
