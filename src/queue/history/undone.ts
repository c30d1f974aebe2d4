import type { Change } from './change.ts'
import { keysOf, type ChangePart, partsOf } from './change-part.ts'

/** Whether a part of a change is undone now. */
export function isUndone({ undoneBy, undoneFields }: Change, part: ChangePart): boolean {
  if (undoneFields === null) return undoneBy !== null
  return keysOf(part).every((key) => key in undoneFields)
}

/** The parts of a change that are undone now. */
export function undonePartsOf(change: Change): ChangePart[] {
  return partsOf(change).filter((part) => isUndone(change, part))
}

/**
 * Marks parts of a change as undone by the change of a number, or with null as in effect again. The creation of an item
 * and a change of a saved search have no parts: they are undone as a whole.
 */
export function markUndone(change: Change, parts: readonly ChangePart[], by: number | null): void {
  if (change.before === null || change.search !== null) {
    change.undoneBy = by
    return
  }
  const own = partsOf(change)
  const { undoneBy } = change
  const whole = undoneBy === null ? [] : own.flatMap(keysOf).map((key) => [key, undoneBy] as const)
  const undone: Record<string, number> = { ...(change.undoneFields ?? Object.fromEntries(whole)) }
  for (const key of parts.flatMap(keysOf)) {
    if (by === null) delete undone[key]
    else undone[key] = by
  }
  const numbers = new Set(Object.values(undone))
  const isWhole = own.every((part) => keysOf(part).every((key) => key in undone))
  change.undoneBy = isWhole ? Math.max(...numbers) : null
  change.undoneFields = numbers.size === 0 || (isWhole && numbers.size === 1) ? null : undone
}
