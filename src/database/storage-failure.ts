import type { Failure } from '../failure.ts'
import { damaged, isDamaged } from './damaged.ts'
import { diskFull, isDiskFull } from './disk-full.ts'

/** The failure of a full disk or a damaged database that an engine's error means; undefined for any other error. */
export function storageFailure(error: unknown): Failure | undefined {
  if (isDiskFull(error)) return diskFull(error)
  return isDamaged(error) ? damaged(error) : undefined
}
