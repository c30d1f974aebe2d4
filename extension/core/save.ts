import { type Api, selfOf } from './api.ts'
import { Failure } from './failure.ts'
import { actionOf, type Entity, hasField } from './siren.ts'

export type Link = {
  url: string
  title: string
  /** The page as the person sees it. */
  html?: string
  /** Separated by commas. */
  tags: string
  note: string
}

export type Saved = {
  item: Entity
  /** False if the link was already saved. */
  isNew: boolean
  /** Whether the page was too large for the service, so that only its address was saved. */
  refusedPage: boolean
}

/** The service's own limits, in characters. */
const MAX_NOTE = 5000
const MAX_TITLE = 500

/** Submits the service's `save-link`; without the page if that is too large. */
export async function saveLink(api: Api, link: Link): Promise<Saved> {
  const action = actionOf(await api.entry(), 'save-link')
  if (!action) throw new Failure('refused', 'The service takes no links at this moment.')
  const title = tidy(link.title.replace(/\s+/g, ' '), MAX_TITLE)
  const note = tidy(link.note, MAX_NOTE)
  const given = Object.entries({ ...link, title, note }).filter(
    ([name, value]) => value !== '' && hasField(action, name),
  )
  const fields = Object.fromEntries(given)
  const { status, entity } = await api.submit(action, fields).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'too_large' || !('html' in fields)) throw error
    delete fields['html']
    return api.submit(action, fields)
  })
  if (!entity) throw new Failure('not_the_service')
  const item = await withNote(api, entity, note)
  return {
    item,
    isNew: status === 201,
    refusedPage: given.some(([name]) => name === 'html') && !('html' in fields),
  }
}

/** Appends the note to one that the item already has. */
async function withNote(api: Api, item: Entity, note: string): Promise<Entity> {
  const existing = typeof item.properties['note'] === 'string' ? item.properties['note'] : ''
  const edit = actionOf(item, 'edit-item')
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  if (plain(existing).includes(plain(note)) || !edit) return item
  const both = tidy(`${existing}\n\n${note}`, MAX_NOTE)
  const { entity } = await api.submit(edit, { note: both }, selfOf(item))
  return entity ?? item
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
