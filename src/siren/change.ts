import { undoChange } from '../queue/actions/undo-change.ts'
import type { Actor } from '../queue/item.ts'
import type { Entry, Recorded } from '../queue/ledger/entry.ts'
import type { Feed } from '../queue/ledger/feed.ts'
import type { UndoPlan } from '../queue/ledger/plan-undo.ts'
import { queueActionOf } from './action.ts'
import type { Embedded, Entity, Link, SirenAction } from './entity.ts'
import { itemHref, shownFields } from './item.ts'

/** Where a page of changes lies, and the ones beside it; absolute. `monitor` is where the next changes will come. */
export type FeedHrefs = { self: string; first: string; next: string | undefined; monitor: string }

/** A change as it was written down; what follows from later changes is left out. */
export function changeProperties(entry: Entry, title: string): Record<string, unknown> {
  return {
    sequence: entry.sequence,
    act: entry.act,
    at: new Date(entry.at).toISOString(),
    actor: actorOf(entry.actor),
    action: entry.action,
    itemId: entry.itemId,
    title,
    before: entry.before && fieldsOf(entry.before),
    after: entry.after && fieldsOf(entry.after),
    reason: entry.after?.reason ?? null,
    undoes: entry.undoes,
    afterReading: entry.afterReading,
  }
}

/** A change, with the action that takes it back where that is possible now. */
export function changeEntity(entry: Entry, feed: Feed, plan: UndoPlan | undefined, baseUrl: string): Entity {
  const undo = undoActionOf(entry.sequence, baseUrl)
  return {
    ...representation(entry, feed, plan, baseUrl),
    actions: plan?.kind === 'possible' ? [undo] : [],
  }
}

/** The action that takes back a change, or the act of this number. */
export function undoActionOf(change: number, baseUrl: string): SirenAction {
  return queueActionOf(undoChange, `${baseUrl}/queue`, { change: String(change) })
}

/** A page of changes, oldest first. */
export function feedEntity(
  feed: Feed,
  plans: Map<number, UndoPlan>,
  { after, latest }: { after: number; latest: number },
  hrefs: FeedHrefs,
  baseUrl: string,
): Entity {
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
    properties: { after, latest, count: feed.entries.length },
    entities: feed.entries.map((entry): Embedded => {
      return { ...representation(entry, feed, plans.get(entry.sequence), baseUrl), rel: ['item'] }
    }),
    links,
  }
}

function representation(entry: Entry, { titles, kept }: Feed, plan: UndoPlan | undefined, baseUrl: string) {
  const title = titles.get(entry.itemId) ?? ''
  return {
    class: ['change'],
    title: `${entry.action}: ${title}`,
    properties: {
      ...changeProperties(entry, title),
      undoneBy: entry.undoneBy,
      undoable: plan?.kind === 'possible',
      notUndoableBecause: plan && plan.kind !== 'possible' ? plan.because : null,
    },
    links: [
      { rel: ['self'], href: changeHref(entry.sequence, baseUrl) },
      { rel: ['collection'], href: `${baseUrl}/queue/changes` },
      ...(kept.has(entry.itemId) ? [{ rel: ['item'], href: itemHref(entry.itemId, baseUrl) }] : []),
    ],
  }
}

export function changeHref(sequence: number, baseUrl: string): string {
  return `${baseUrl}/queue/changes/${sequence}`
}

function actorOf({ kind, agent }: Actor): Record<string, string> {
  return { kind, ...agent }
}

/** In the names of an item's properties; `title` is the given one, null where the page's own counts. */
function fieldsOf({ givenTitle, imageName: _kept, ...fields }: Partial<Recorded>): Record<string, unknown> {
  return { ...(givenTitle === undefined ? {} : { title: givenTitle }), ...shownFields(fields) }
}
