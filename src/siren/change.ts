import { undoChange } from '../queue/actions/undo-change.ts'
import type { Change } from '../queue/history/change.ts'
import { changeProperties } from '../queue/history/change-properties.ts'
import type { Feed } from '../queue/history/feed.ts'
import { undonePartsOf } from '../queue/history/undone.ts'
import { propertiesOf } from '../queue/history/change-part.ts'
import { keptFields } from '../queue/undo/describe-undo.ts'
import type { UndoPlan } from '../queue/undo/plan-undo.ts'
import { queueActionOf } from './action.ts'
import type { Embedded, Entity, Link, SirenAction } from './entity.ts'
import { itemHref } from './item.ts'

/** Absolute addresses of a page of changes and its neighbours. `monitor` is where the next changes will appear. */
export type FeedHrefs = { self: string; first: string; next: string | undefined; monitor: string }

/** A change, with the action that undoes it if that is possible now. */
export function changeEntity(
  change: Change,
  { feed, plan }: { feed: Feed; plan: UndoPlan | undefined },
  baseUrl: string,
): Entity {
  const undo = undoActionOf(change.sequence, baseUrl)
  return {
    ...representation(change, { feed, plan }, baseUrl),
    actions: plan?.kind === 'possible' ? [undo] : [],
  }
}

/** The action that undoes a change, or all changes of an act, by its number. */
export function undoActionOf(change: number, baseUrl: string): SirenAction {
  return queueActionOf(undoChange, `${baseUrl}/queue`, { change: String(change) })
}

type FeedPage = { plans: Map<number, UndoPlan>; after: number; latest: number; hrefs: FeedHrefs }

/** A page of changes, oldest first. */
export function feedEntity(feed: Feed, { plans, after, latest, hrefs }: FeedPage, baseUrl: string): Entity {
  const links: Link[] = [
    { rel: ['self'], href: hrefs.self },
    { rel: ['first'], href: hrefs.first },
    ...(hrefs.next ? [{ rel: ['next'], href: hrefs.next }] : []),
    { rel: ['monitor'], href: hrefs.monitor },
    { rel: ['collection'], href: `${baseUrl}/queue` },
    { rel: ['profile'], href: `${baseUrl}/profiles/queue`, type: 'text/markdown' },
  ]
  return {
    class: ['changes'],
    title: 'Changes of the queue',
    properties: { after, latest, count: feed.changes.length },
    entities: feed.changes.map((change): Embedded => {
      return { ...representation(change, { feed, plan: plans.get(change.sequence) }, baseUrl), rel: ['item'] }
    }),
    links,
  }
}

function representation(
  change: Change,
  { feed: { titles, existing }, plan }: { feed: Feed; plan: UndoPlan | undefined },
  baseUrl: string,
) {
  const title = titles.get(change.itemId) ?? ''
  return {
    class: ['change'],
    title: `${change.action}: ${title}`,
    properties: {
      ...changeProperties(change, title),
      undoneBy: change.undoneBy,
      undoable: plan?.kind === 'possible',
      notUndoableBecause: plan && plan.kind !== 'possible' ? plan.because : null,
      undoneFields: undoneFieldsOf(change),
      keeps: plan?.kind === 'possible' ? keptFields(plan.conflicts) : [],
    },
    links: [
      { rel: ['self'], href: changeHref(change.sequence, baseUrl) },
      { rel: ['collection'], href: `${baseUrl}/queue/changes` },
      ...(existing.has(change.itemId) ? [{ rel: ['item'], href: itemHref(change.itemId, baseUrl) }] : []),
    ],
  }
}

/** The fields of a change that are undone now, by their names in the API. */
function undoneFieldsOf(change: Change): string[] {
  return [...new Set(undonePartsOf(change).flatMap(propertiesOf))]
}

export function changeHref(sequence: number, baseUrl: string): string {
  return `${baseUrl}/queue/changes/${sequence}`
}
