import type { RecordedHighlight } from '../highlights/highlight.ts'
import { EDITED, type EditedField, highlightName } from '../highlights/recorded-highlights.ts'
import type { Change } from './change.ts'

/** A highlight that was made or removed, or one field of one that was edited; its name is how its quote begins. */
export type HighlightPart = { id: string; name: string; field?: EditedField }

type Recorded = Record<string, RecordedHighlight | null> | undefined

/** What a change did to highlights, as parts that are undone by themselves. */
export function highlightParts({
  before,
  after,
}: Pick<Change, 'before' | 'after'>): { what: string; highlight: HighlightPart }[] {
  return Object.entries(after?.highlights ?? {}).flatMap(([id, current]) => {
    const previous = before?.highlights?.[id] ?? null
    const name = highlightName(current ?? previous ?? {})
    const what = `the highlight “${name}”`
    if (previous === null || current === null) return [{ what, highlight: { id, name } }]
    return EDITED.filter((field) => field in current).map((field) => {
      return { what: `the ${field} of ${what}`, highlight: { id, name, field } }
    })
  })
}

/** Names a part in `UndoneFields`. */
export function highlightKey({ id, field }: HighlightPart): string {
  return ['highlights', id, ...(field ? [field] : [])].join('/')
}

export function isSameHighlightPart(
  { id, field }: Pick<HighlightPart, 'id' | 'field'>,
  one: Recorded,
  other: Recorded,
): boolean {
  const [first, second] = [one?.[id] ?? null, other?.[id] ?? null]
  if (first === null || second === null) return first === second
  return field
    ? first[field] === second[field]
    : first.exact === second.exact && EDITED.every((name) => first[name] === second[name])
}

/** The ids of the highlights of an item that changes touch, by the item's id. */
export function highlightsIn(changes: readonly Pick<Change, 'itemId' | 'after'>[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>()
  for (const { itemId, after } of changes) {
    for (const id of Object.keys(after?.highlights ?? {}))
      ids.getOrInsertComputed(itemId, () => new Set()).add(id)
  }
  return ids
}
