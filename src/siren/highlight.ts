import type { ItemAction } from '../queue/actions/action.ts'
import { editHighlight } from '../queue/actions/edit-highlight.ts'
import { highlightItem } from '../queue/actions/highlight-item.ts'
import { removeHighlight } from '../queue/actions/remove-highlight.ts'
import type { Highlight } from '../queue/highlights/highlight.ts'
import type { HighlightPage } from '../queue/highlights/highlight-page.ts'
import { highlightProperties } from '../queue/highlights/highlight-properties.ts'
import { type Item, MAX_TITLE_LENGTH, titleOf } from '../queue/model/item.ts'
import { truncate } from '../text/truncate.ts'
import { itemActionOf } from './action.ts'
import type { Embedded, Entity, Link, SirenAction } from './entity.ts'

/** A page of the highlights of an item; each embedded one says what can be done to it, since it is so small. */
export function highlightsEntity(
  item: Item,
  { highlights, next }: HighlightPage,
  { self, href, baseUrl }: { self: string; href: string; baseUrl: string },
): Entity {
  const links: Link[] = [
    { rel: ['self'], href: self },
    ...(next === undefined ? [] : [{ rel: ['next'], href: `${highlightsHref(href)}?after=${next}` }]),
    { rel: ['item'], href },
    { rel: ['profile'], href: `${baseUrl}/profiles/queue`, type: 'text/markdown' },
  ]
  return {
    class: ['highlights'],
    title: `Highlights of ${titleOf(item)}`,
    properties: { count: item.highlightCount },
    entities: highlights.map((highlight) => embeddedHighlight(highlight, item, href)),
    links,
    actions: highlightItem.isOffered(item) ? [itemActionOf(highlightItem, item, href)] : [],
  }
}

/** One highlight with its actions. */
export function highlightEntity(highlight: Highlight, item: Item, itemHref: string): Entity {
  return { ...representation(highlight, itemHref), actions: actionsOf(highlight, item, itemHref) }
}

export function embeddedHighlight(highlight: Highlight, item: Item, itemHref: string): Embedded {
  return { ...highlightEntity(highlight, item, itemHref), rel: ['item'] }
}

export function highlightsHref(itemHref: string): string {
  return `${itemHref}/highlights`
}

function representation(highlight: Highlight, itemHref: string) {
  return {
    class: ['highlight'],
    title: truncate(highlight.exact, MAX_TITLE_LENGTH),
    properties: highlightProperties(highlight),
    links: [
      { rel: ['self'], href: `${highlightsHref(itemHref)}/${highlight.id}` },
      { rel: ['collection'], href: highlightsHref(itemHref) },
    ],
  }
}

function actionsOf({ id, note, colour }: Highlight, item: Item, itemHref: string): SirenAction[] {
  const defaults: [ItemAction, Record<string, string>][] = [
    [editHighlight, { highlight: id, note: note ?? '', colour }],
    [removeHighlight, { highlight: id }],
  ]
  return defaults
    .filter(([action]) => action.isOffered(item))
    .map(([action, values]) => itemActionOf({ ...action, defaults: () => values }, item, itemHref))
}
