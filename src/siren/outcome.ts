import type { Changes, Imported, Undone } from '../queue/actions/action.ts'
import { unmatchedWords } from '../queue/actions/refusal.ts'
import { importLinks } from '../queue/actions/import-links.ts'
import { undoChange } from '../queue/actions/undo-change.ts'
import type { Item } from '../queue/model/item.ts'
import { undoActionOf } from './change.ts'
import type { Embedded, Entity, Link } from './entity.ts'
import { embeddedItem } from './item.ts'

/** The outcome of changing several items: each in its new state; skipped ones with the reason. */
export function changesEntity(changes: Changes, baseUrl: string): Entity {
  const { actions, isPreview, unmatched } = changes
  const title = actions.map((action) => action.title).join(', ')
  const properties = {
    action: actions.map(({ name }) => name).join(' '),
    ...(isPreview && { preview: true }),
    ...(unmatched.length > 0 && { words: unmatchedWords(unmatched) }),
  }
  return outcomeEntity({ title, properties }, changes, baseUrl)
}

/** The outcome of undoing an act or a change: its items in their new state. */
export function undoneEntity(undone: Undone, baseUrl: string): Entity {
  const properties = { action: undoChange.name, change: undone.change.sequence }
  return outcomeEntity({ title: undone.words, properties }, undone, baseUrl)
}

/** What an import did: counts, and the entries that were skipped with the reason. */
export function importedEntity(imported: Imported, baseUrl: string): Entity {
  const { act } = imported
  return {
    class: ['import'],
    title: importLinks.title,
    properties: { ...imported },
    links: linksOf(baseUrl),
    actions: act === null ? [] : [undoActionOf(act, baseUrl)],
  }
}

type Outcome = Pick<Changes, 'changed' | 'skipped' | 'act'> & Partial<Pick<Undone, 'kept'>>

function outcomeEntity(
  { title, properties }: { title: string; properties: Record<string, unknown> },
  { changed, skipped, act, kept }: Outcome,
  baseUrl: string,
): Entity {
  return {
    class: ['outcome'],
    title,
    properties: { ...properties, act, changed: changed.length, skipped: skipped.length },
    entities: [
      ...changed.map((item) => withProperties(embeddedItem(item, baseUrl), keptIn(kept, item))),
      ...skipped.map(({ item, reason }) =>
        withProperties(embeddedItem(item, baseUrl), { skippedBecause: reason }),
      ),
    ],
    links: linksOf(baseUrl),
    actions: act === null ? [] : [undoActionOf(act, baseUrl)],
  }
}

/** The outcome has no address of its own, so it has no `self` link. */
function linksOf(baseUrl: string): Link[] {
  return [
    { rel: ['collection'], href: `${baseUrl}/queue` },
    { rel: ['profile'], href: `${baseUrl}/profiles/queue`, type: 'text/markdown' },
  ]
}

/** What an undo left of a changed item, if anything. */
function keptIn(kept: Outcome['kept'], { id }: Item): Record<string, unknown> {
  const own = kept?.get(id) ?? []
  return own.length === 0 ? {} : { kept: own }
}

function withProperties(item: Embedded, more: Record<string, unknown>): Embedded {
  return { ...item, properties: { ...item.properties, ...more } }
}
