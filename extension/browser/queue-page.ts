import { Failure } from '../core/failure.ts'
import { actionOf, type Embedded, type Entity, linkOf } from '../core/siren.ts'
import { apiOf } from './api-of.ts'
import { serviceOrigin } from './settings.ts'

/** A page of unread items, newest first, and the address of the next page. */
export type QueuePage = { items: Embedded[]; next: string | null }

/** The page of unread items at an address, or the first one. */
export async function fetchQueuePage(href: string | null): Promise<QueuePage> {
  const api = apiOf(await serviceOrigin())
  const page = href === null ? await api.root() : await api.get(href)
  return { items: page.entities ?? [], next: linkOf(page, 'next') ?? null }
}

/** Submits an action of the item at an address. If the item no longer offers it, it was done already. */
export async function submitActionAt(self: string, name: string): Promise<Entity> {
  const api = apiOf(await serviceOrigin())
  const item = await api.get(self)
  const action = actionOf(item, name)
  if (!action) return item
  const { entity } = await api.submit(action, {}, self)
  if (!entity) throw new Failure('not_the_service')
  return entity
}
