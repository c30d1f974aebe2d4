import { Failure } from '../core/failure.ts'
import { actionOf, type Embedded, type Entity, linkOf } from '../core/siren.ts'
import { apiOf } from './api-of.ts'
import { serviceOrigin } from './settings.ts'

/** Some unread items, the newest first, and the address of those after them. */
export type QueuePage = { items: Embedded[]; next: string | null }

/** The first page of unread items, or the one at an address. */
export async function queuePage(href: string | null): Promise<QueuePage> {
  const api = apiOf(await serviceOrigin())
  const page = href === null ? await api.entry() : await api.get(href)
  return { items: page.entities ?? [], next: linkOf(page, 'next') ?? null }
}

/** Submits an action of the item at an address, as it is offered now; one that is not offered has been done. */
export async function actOnItem(self: string, name: string): Promise<Entity> {
  const api = apiOf(await serviceOrigin())
  const item = await api.get(self)
  const action = actionOf(item, name)
  if (!action) return item
  const { entity } = await api.submit(action, {}, self)
  if (!entity) throw new Failure('not_the_service')
  return entity
}
