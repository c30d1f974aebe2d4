import type { Changes } from '../queue/action.ts'
import type { Embedded, Entity } from './entity.ts'
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
    // It has happened and stands at no address, so it has no `self`.
    links: [
      { rel: ['collection'], href: `${baseUrl}/queue` },
      { rel: ['profile'], href: `${baseUrl}/profiles/queue`, type: 'text/markdown' },
    ],
  }
}

function skippedBecause(reason: string, item: Embedded): Embedded {
  return { ...item, properties: { ...item.properties, skippedBecause: reason } }
}
