import { itemActions } from '../queue/actions/catalogue.ts'
import { type Item, titleOf } from '../queue/model/item.ts'
import { AS_JSON, type ByType, viewOf } from '../queue/model/fields.ts'
import { stateOf } from '../queue/model/states.ts'
import type { Content, Snapshot } from '../queue/model/content.ts'
import { type Snippet, snippetText } from '../queue/search/snippet.ts'
import { itemActionOf } from './action.ts'
import type { Embedded, Entity, Link } from './entity.ts'

/** An item with all actions that are possible now. */
export function itemEntity(item: Item, baseUrl: string): Entity {
  const href = itemHref(item.id, baseUrl)
  const offered = itemActions.filter((action) => action.offered(item))
  return {
    ...representation(item, baseUrl),
    actions: offered.map((action) => itemActionOf(action, item, href)),
  }
}

/** An item in a list; `snippet` is the passage of its article that matches the search. */
export function embeddedItem(item: Item, baseUrl: string, snippet?: Snippet): Embedded {
  const shown = representation(item, baseUrl)
  if (snippet) shown.properties['snippet'] = snippetText(snippet)
  return { ...shown, rel: ['item'] }
}

export function itemHref(id: string, baseUrl: string): string {
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

function representation(item: Item, baseUrl: string) {
  const links: Link[] = [
    { rel: ['self'], href: itemHref(item.id, baseUrl) },
    { rel: ['collection'], href: joined(baseUrl, '/queue') },
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

const VALUES: ByType<unknown> = {
  ...AS_JSON,
  content: (content) => contentOf(content),
  snapshot: (snapshot) => ({ source: sourceOf(snapshot), words: snapshot.words }),
}
const propertiesOf = viewOf('api', VALUES)

/** The properties of an item in the API. */
export function itemProperties(item: Item): Record<string, unknown> {
  const { content, snapshot } = item
  const properties = propertiesOf(item)
  properties['title'] = titleOf(item)
  properties['content'] = contentOf(content, snapshot)
  return properties
}

/** Fields of an item before or after a change; `title` is the custom one, null if the page's own title is used. */
export const changedProperties = viewOf('change', VALUES)

/** Members without a value are left out. */
function contentOf(
  { status, reason, type }: Content,
  snapshot: Snapshot | null = null,
): Record<string, unknown> {
  return {
    status,
    ...(reason === null ? {} : { reason }),
    ...(type === null ? {} : { type }),
    ...(snapshot && { source: sourceOf(snapshot) }),
  }
}

/** Who provided the displayed copy, and when. */
function sourceOf({ source, at }: Snapshot): Record<string, unknown> {
  return { kind: source.kind, ...source.agent, at: AS_JSON.instant(at) }
}
