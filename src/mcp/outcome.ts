import type { Changes, Saved, SearchOutcome, Skipped, ToolAction, Undone } from '../queue/actions/action.ts'
import { ALREADY_APPLIED, unmatchedWords } from '../queue/actions/refusal.ts'
import type { Item } from '../queue/model/item.ts'
import { stateOf } from '../queue/model/states.ts'
import { changedItem } from './item.ts'
import { type Row, shownTitle, usualRow } from './row.ts'
import { savedSearchRow } from './saved-search.ts'
import { ANY_OBJECTS, type JsonSchema, objectOf, type ObjectSchema } from './schema.ts'

const count: JsonSchema = { type: 'integer' }
const words: JsonSchema = { type: 'string' }
const objects = ANY_OBJECTS

/** Items that are named in an answer; the rest is counted. */
const MAX_NAMED = 20
/** Changed items that are shown as they are now. */
const MAX_SHOWN = 3

/** The output schema of each kind of queue action that has a tool. */
export const outcomeSchemas: Record<(ToolAction & { scope: 'queue' })['outcome'], ObjectSchema> = {
  saved: objectOf({ act: count, saved: objects }, ['saved']),
  changes: objectOf(
    {
      preview: { type: 'boolean' },
      changed: count,
      already: count,
      refused: objects,
      act: count,
      items: objects,
    },
    ['changed', 'already'],
  ),
  search: objectOf({ act: count, search: { type: 'object' }, matched: count, words }, ['search']),
  undone: objectOf({ words, act: count, changed: objects, skipped: objects }, ['words', 'changed']),
}

export function savedOutcome(saved: Saved[]): Record<string, unknown> {
  const [only] = saved
  const isOne = saved.length === 1
  return {
    ...actIn(only?.act),
    saved: saved.map(({ isNew, effects, kept, replacedReason, item }) => ({
      created: isNew,
      ...(effects.length > 0 ? { did: effects } : {}),
      ...(kept.length > 0 ? { kept } : {}),
      ...(replacedReason === null ? {} : { replacedReason }),
      item: isOne ? usualRow(item) : shortRow(item),
    })),
  }
}

/** Of many links, what tells them apart. */
function shortRow({ id, url }: Item): Row {
  return { id, url }
}

/** How many items were changed, which ones refused, and the number to undo all of it with. */
export function changesOutcome({
  isPreview,
  act,
  changed,
  skipped,
  unmatched,
}: Changes): Record<string, unknown> {
  const already = skipped.filter(({ reason }) => reason === ALREADY_APPLIED)
  const refused = skipped.filter(({ reason }) => reason !== ALREADY_APPLIED)
  const shown = [...changed, ...already.map(({ item }) => item)]
  return {
    ...(isPreview ? { preview: true } : {}),
    changed: changed.length,
    already: already.length,
    ...(unmatched.length > 0 ? { words: unmatchedWords(unmatched) } : {}),
    ...actIn(act),
    ...(refused.length > 0 ? { refused: refused.slice(0, MAX_NAMED).map(skippedItem) } : {}),
    ...(refused.length > MAX_NAMED ? { refusedCount: refused.length } : {}),
    ...(isPreview ? { items: changed.slice(0, MAX_NAMED).map(previewRow) } : {}),
    ...(!isPreview && shown.length > 0 && shown.length <= MAX_SHOWN ? { items: shown.map(changedItem) } : {}),
  }
}

function previewRow(item: Item): Row {
  const { id, snoozedUntil } = usualRow(item)
  return { id, title: shownTitle(item), ...(snoozedUntil === undefined ? {} : { snoozedUntil }) }
}

/** A changed item says what of it was left as it is, and why. */
export function undoneOutcome({ kept, act, changed, skipped, words }: Undone): Record<string, unknown> {
  const changedRow = (item: Item) => {
    const own = kept.get(item.id) ?? []
    return { ...nameOf(item), ...(own.length > 0 && { kept: own }) }
  }
  return {
    words,
    ...actIn(act),
    ...(changed.length > MAX_NAMED ? { changedCount: changed.length } : {}),
    changed: changed.slice(0, MAX_NAMED).map(changedRow),
    skipped: [...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, alike]) =>
      alike.length === 1
        ? skippedItem(alike[0]!)
        : { reason, count: alike.length, ids: alike.slice(0, MAX_NAMED).map(({ item }) => item.id) },
    ),
  }
}

export function searchOutcome({ search, isRemoved, act }: SearchOutcome): Record<string, unknown> {
  return { ...actIn(act), search: { ...savedSearchRow(search), ...(isRemoved && { removed: true }) } }
}

/** The number by which the changes can be undone, if any can. */
export function actIn(act: number | null | undefined): { act?: number } {
  return typeof act === 'number' ? { act } : {}
}

function skippedItem({ item, reason }: Skipped): Record<string, string> {
  return { ...nameOf(item), reason }
}

function nameOf(item: Item): Record<string, string> {
  return { id: item.id, title: shownTitle(item), state: stateOf(item) }
}
