import type { Change } from './change.ts'
import { partsOf } from './change-part.ts'

/** The number of the act that these changes belong to; null if none of them can be undone. */
export function undoableAct(changes: readonly Change[]): number | null {
  return (
    changes.find((change) => change.search !== null || change.before === null || partsOf(change).length > 0)
      ?.act ?? null
  )
}
