import { type Api, selfOf } from './api.ts'
import { Failure } from './failure.ts'
import { actionOf, type Entity, hasField } from './siren.ts'

/** What is to be saved. */
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
  /** False where the link was there already. */
  isNew: boolean
  /** Whether the service found the page too large, and took its address alone. */
  refusedPage: boolean
}

/** The service's own limits, in characters. */
const MAX_NOTE = 5000
const MAX_TITLE = 500

/** Submits the service's `save-link`; a page that it finds too large is saved by its address alone. */
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

/** A note that was there before is not talked over by saving; what was noted now comes below it. */
async function withNote(api: Api, item: Entity, note: string): Promise<Entity> {
  const kept = typeof item.properties['note'] === 'string' ? item.properties['note'] : ''
  const edit = actionOf(item, 'edit-item')
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
  if (plain(kept).includes(plain(note)) || !edit) return item
  const both = tidy(`${kept}\n\n${note}`, MAX_NOTE)
  const { entity } = await api.submit(edit, { note: both }, selfOf(item))
  return entity ?? item
}

/** A page's own words as the service takes them: no control characters, and never half a character. */
function tidy(text: string, length: number): string {
  const clean = text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, ' ')
  return clean
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed()
    .trim()
}
