import { itemActions } from '../queue/actions/catalogue.ts'
import { type Item, titleOf } from '../queue/model/item.ts'
import { itemProperties } from '../queue/model/item-properties.ts'
import { stateOf } from '../queue/model/states.ts'
import { type Snippet, snippetText } from '../queue/search/snippet.ts'
import { itemActionOf } from './action.ts'
import type { HighlightedItem } from '../queue/highlights/highlights.ts'
import type { Embedded, Entity, Link } from './entity.ts'
import { embeddedHighlight, highlightsHref } from './highlight.ts'
import type { ItemId } from '../ids.ts'

/** An item with all actions that are possible now, and the highlights that are loaded. */
export function itemEntity(item: HighlightedItem, baseUrl: string): Entity {
  const href = itemHref(item.id, baseUrl)
  const offered = itemActions.filter((action) => action.isOffered(item))
  const highlights = Object.values(item.highlights ?? {}).filter((highlight) => highlight !== null)
  const shown = representation(item, baseUrl, CONTENT_TYPES)
  shown.links.push({ rel: ['highlights'], href: highlightsHref(href) })
  return {
    ...shown,
    ...(highlights.length > 0 && {
      entities: highlights.map((highlight) => embeddedHighlight(highlight, item, href)),
    }),
    actions: offered.map((action) => itemActionOf(action, item, href)),
  }
}

/** An item in a list; `snippet` is the passage of its article that matches the search. */
export function embeddedItem(item: Item, baseUrl: string, snippet?: Snippet): Embedded {
  const shown = representation(item, baseUrl, CONTENT_TYPES.slice(0, 1))
  if (snippet) shown.properties['snippet'] = snippetText(snippet)
  return { ...shown, rel: ['item'] }
}

export function itemHref(id: ItemId, baseUrl: string): string {
  return joined(baseUrl, '/queue/items/', id)
}

/** One text in one piece: V8 keeps a template's parts apart, and JSON.stringify takes twice as long for all of an entity then. */
function joined(...parts: string[]): string {
  return parts.join('')
}

/** The article as HTML, Markdown or plain text, by content negotiation. */
function contentHref(id: string, baseUrl: string): string {
  return joined(itemHref(id, baseUrl), '/content')
}

/** The media types of an article; in lists, where size counts, only the first is linked. */
const CONTENT_TYPES = ['text/html', 'text/markdown', 'text/plain']

function representation(item: Item, baseUrl: string, contentTypes: string[]) {
  const { type } = item.content
  const links: Link[] = [
    { rel: ['self'], href: itemHref(item.id, baseUrl) },
    { rel: ['collection'], href: joined(baseUrl, '/queue') },
    { rel: ['original'], href: item.url, ...(type === null ? {} : { type }) },
  ]
  if (item.wordCount !== null) {
    const href = contentHref(item.id, baseUrl)
    for (const type of contentTypes) links.push({ rel: ['alternate'], href, title: 'Content', type })
  }
  return { class: ['item', stateOf(item)], title: titleOf(item), properties: itemProperties(item), links }
}
