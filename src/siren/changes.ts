import type { Changes, Undone } from '../queue/action.ts'
import type { Embedded, Entity, Link } from './entity.ts'
import { embeddedItem } from './item.ts'

/** What came of changing several items: each as it is now; those that were skipped say why. */
export function changesEntity({ action, changed, skipped }: Changes, baseUrl: string): Entity {
  return {
    class: ['outcome'],
    title: action.title,
    properties: { action: action.name, changed: changed.length, skipped: skipped.length },
    entities: [
      ...changed.map((item) => embeddedItem(item, baseUrl)),
      ...skipped.map(({ item, reason }) => skippedBecause(reason, embeddedItem(item, baseUrl))),
    ],
    links: linksOf(baseUrl),
  }
}

/** What came of taking back a change: its item as it is now. */
export function undoneEntity({ entry, item, isChanged, words }: Undone, baseUrl: string): Entity {
  const embedded = embeddedItem(item, baseUrl)
  return {
    class: ['outcome'],
    title: words,
    properties: {
      action: 'undo-change',
      change: entry.sequence,
      changed: isChanged ? 1 : 0,
      skipped: isChanged ? 0 : 1,
    },
    entities: [isChanged ? embedded : skippedBecause(words, embedded)],
    links: linksOf(baseUrl),
  }
}

/** It has happened and stands at no address, so it has no `self`. */
function linksOf(baseUrl: string): Link[] {
  return [
    { rel: ['collection'], href: `${baseUrl}/queue` },
    { rel: ['profile'], href: `${baseUrl}/profiles/queue`, type: 'text/markdown' },
  ]
}

function skippedBecause(reason: string, item: Embedded): Embedded {
  return { ...item, properties: { ...item.properties, skippedBecause: reason } }
}
