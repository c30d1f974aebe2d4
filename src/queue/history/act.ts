import type { Change } from './change.ts'
import { saidIn } from './touch.ts'

/** The number of the act that some lines are of; null where nothing of it could be taken back. */
export function undoableAct(changes: readonly Change[]): number | null {
  return changes.find((change) => change.before === null || saidIn(change).length > 0)?.act ?? null
}
