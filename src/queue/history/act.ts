import type { Change } from './change.ts'
import { undoableFieldsOf } from './touch.ts'

/** The number of the act that some lines are of; null where nothing of it could be taken back. */
export function undoableAct(changes: readonly Change[]): number | null {
  return changes.find((change) => change.before === null || undoableFieldsOf(change).length > 0)?.act ?? null
}
