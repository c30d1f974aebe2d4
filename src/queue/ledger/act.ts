import type { Entry } from './entry.ts'
import { saidIn } from './touch.ts'

/** The number of the act that some lines are of; null where nothing of it could be taken back. */
export function undoableAct(entries: readonly Entry[]): number | null {
  return entries.find((entry) => entry.before === null || saidIn(entry).length > 0)?.act ?? null
}
