import { DAMAGE_ADVICE, isDamaged } from '../database/damaged.ts'
import { isDiskFull } from '../database/disk-full.ts'
import { type Clock, HOUR, SECOND } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'

const FULL = 'The disk is full, so nothing can be changed; reading still works. Free some space.'
const NO_LONGER_FULL = 'The disk has space again, and changes are accepted.'
const DAMAGED = `The database is damaged. ${DAMAGE_ADVICE}`

/** A disk that is nearly full still takes small changes between those that fail. */
const RECOVERY_PERIOD = 10 * SECOND
/** Much of a damaged database can still be read and changed, so recovery can't be detected. */
const REPEAT_AFTER = HOUR

export type StorageAlarms = {
  /** Logs a full disk once and damage hourly, instead of each error that they cause. */
  log: Log
  /** Logs an error if it is a full disk or damage; returns whether it is. */
  reportIfStorageError(error: unknown): boolean
  /** A change was committed: a full disk is over if none has failed for a while, and that is logged. */
  onCommit(): void
}

/** Alarms of one process. */
export function createStorageAlarms(plainLog: Log, clock: Pick<Clock, 'now'>): StorageAlarms {
  let lastFullAt: number | undefined
  let damageLoggedAt: number | undefined

  function reportIfStorageError(error: unknown): boolean {
    const now = clock.now()
    if (isDiskFull(error)) {
      if (lastFullAt === undefined) plainLog.error(FULL, error)
      lastFullAt = now
      return true
    }
    if (!isDamaged(error)) return false
    // A clock may have been set back.
    if (damageLoggedAt === undefined || Math.abs(now - damageLoggedAt) >= REPEAT_AFTER) {
      damageLoggedAt = now
      plainLog.error(DAMAGED, error)
    }
    return true
  }

  return {
    reportIfStorageError,
    log: {
      ...plainLog,
      error(event, error, fields) {
        if (!reportIfStorageError(error)) plainLog.error(event, error, fields)
      },
    },
    onCommit() {
      if (lastFullAt === undefined || Math.abs(clock.now() - lastFullAt) < RECOVERY_PERIOD) return
      lastFullAt = undefined
      plainLog.warn(NO_LONGER_FULL)
    },
  }
}
