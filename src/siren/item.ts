import { itemActions } from '../queue/actions/catalogue.ts'
import { type Item, titleOf } from '../queue/model/item.ts'
import { stateOf } from '../queue/model/states.ts'
import type { Snapshot } from '../queue/model/content.ts'
import { type Snippet, snippetText } from '../queue/search/snippet.ts'
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

/** An item in a list; `snippet` is where its article holds what was searched for. */
export function embeddedItem(item: Item, baseUrl: string, snippet?: Snippet): Embedded {
  const { properties, ...rest } = representation(item, baseUrl)
  const found = snippet === undefined ? {} : { snippet: snippetText(snippet) }
  return { ...rest, properties: { ...properties, ...found }, rel: ['item'] }
}

export function itemHref(id: string, baseUrl: string): string {
  return `${baseUrl}/queue/items/${id}`
}

/** The article, as HTML, Markdown or plain text by negotiation. */
function contentHref(id: string, baseUrl: string): string {
  return `${itemHref(id, baseUrl)}/content`
}

function representation(item: Item, baseUrl: string) {
  const links: Link[] = [
    { rel: ['self'], href: itemHref(item.id, baseUrl) },
    { rel: ['collection'], href: `${baseUrl}/queue` },
    { rel: ['original'], href: item.url },
  ]
  if (item.wordCount !== null) {
    links.push({
      rel: ['alternate'],
      href: contentHref(item.id, baseUrl),
      title: 'Content',
      type: 'text/html',
    })
  }
  return { class: ['item', stateOf(item)], title: titleOf(item), properties: itemProperties(item), links }
}

/** What the API says of an item. */
export function itemProperties(item: Item): Record<string, unknown> {
  return {
    id: item.id,
    url: item.url,
    title: titleOf(item),
    titleBy: item.titleBy,
    site: item.site,
    siteName: item.siteName,
    author: item.author,
    excerpt: item.excerpt,
    imageUrl: item.imageUrl,
    language: item.language,
    publishedAt: instant(item.publishedAt),
    wordCount: item.wordCount,
    readingMinutes: item.readingMinutes,
    tags: item.tags,
    note: item.note,
    noteBy: item.noteBy,
    reason: item.reason,
    savedAt: instant(item.savedAt),
    savedBy: item.savedBy,
    readAt: instant(item.readAt),
    favouritedAt: instant(item.favouritedAt),
    snoozedUntil: instant(item.snoozedUntil),
    progress: item.progress,
    removedAt: instant(item.removedAt),
    updatedAt: instant(item.updatedAt),
    content: contentOf(item, item.snapshot),
  }
}

const INSTANTS = ['publishedAt', 'savedAt', 'readAt', 'favouritedAt', 'snoozedUntil', 'removedAt']

/** Some fields of an item as its properties show them. */
export function shownFields(fields: Partial<Item>): Record<string, unknown> {
  const shown = Object.entries(fields).map(([name, value]) => [
    name,
    INSTANTS.includes(name) ? instant(value as number | null) : value,
  ])
  const { content, snapshot } = fields
  return {
    ...Object.fromEntries(shown),
    ...(content && { content: contentOf({ content }) }),
    ...(snapshot && { snapshot: { source: sourceOf(snapshot), words: snapshot.words } }),
  }
}

/** Only what there is to say. */
function contentOf(
  { content }: Pick<Item, 'content'>,
  snapshot: Snapshot | null = null,
): Record<string, unknown> {
  const { status, reason, type } = content
  return {
    status,
    ...(reason === null ? {} : { reason }),
    ...(type === null ? {} : { type }),
    ...(snapshot && { source: sourceOf(snapshot) }),
  }
}

/** Whose copy is shown, and from when. */
function sourceOf({ source, at }: Snapshot): Record<string, unknown> {
  return { kind: source.kind, ...source.agent, at: instant(at) }
}

function instant(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
