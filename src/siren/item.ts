import { itemActions } from '../queue/catalogue.ts'
import { type Item, stateOf, titleOf } from '../queue/item.ts'
import { itemActionOf } from './action.ts'
import type { Embedded, Entity, Link } from './entity.ts'

/** An item with all that can be done to it now. */
export function itemEntity(item: Item, baseUrl: string): Entity {
  const href = itemHref(item.id, baseUrl)
  const offered = itemActions.filter((action) => action.offered(item))
  return {
    ...representation(item, baseUrl),
    actions: offered.map((action) => itemActionOf(action, item, href)),
  }
}

/** An item in a list. */
export function embeddedItem(item: Item, baseUrl: string): Embedded {
  return { ...representation(item, baseUrl), rel: ['item'] }
}

export function itemHref(id: string, baseUrl: string): string {
  return `${baseUrl}/queue/items/${id}`
}

function representation(item: Item, baseUrl: string) {
  const links: Link[] = [
    { rel: ['self'], href: itemHref(item.id, baseUrl) },
    { rel: ['collection'], href: `${baseUrl}/queue` },
    { rel: ['original'], href: item.url },
  ]
  return { class: ['item', stateOf(item)], title: titleOf(item), properties: propertiesOf(item), links }
}

function propertiesOf(item: Item): Record<string, unknown> {
  return {
    id: item.id,
    url: item.url,
    title: titleOf(item),
    site: item.site,
    siteName: item.siteName,
    excerpt: item.excerpt,
    imageUrl: item.imageUrl,
    language: item.language,
    tags: item.tags,
    note: item.note,
    reason: item.reason,
    savedAt: instant(item.savedAt),
    savedBy: item.savedBy,
    readAt: instant(item.readAt),
    favouritedAt: instant(item.favouritedAt),
    removedAt: instant(item.removedAt),
    updatedAt: instant(item.updatedAt),
    content: item.content.reason === null ? { status: item.content.status } : item.content,
  }
}

function instant(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
