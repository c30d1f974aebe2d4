import { type Clock, DAY, HOUR } from '../ports/clock.ts'
import type { Database } from './database.ts'
import { findServiceState, setServiceState } from './service-state.ts'

/** The name of the service state that says when to purge next, in milliseconds. */
const PURGE_DUE = 'purge-due-at'

/** How long a process claims the purge; an attempt that does not finish is retried after that. */
const CLAIM_DURATION = 2 * HOUR

/** Removes deleted data from the database files once a day, or sooner after `purgeSoon`. */
export async function purgeWhenDue(
  { db, clock }: { db: Database; clock: Clock },
  shouldStop: () => boolean,
): Promise<void> {
  if (db.dialect.name !== 'sqlite') return
  const now = clock.now()
  const due = Number((await findServiceState(db, PURGE_DUE)) ?? 0)
  // A due time further ahead than a day was set by a wrong clock.
  if (due > now && due <= now + DAY) return
  const claim = now + CLAIM_DURATION
  await setServiceState(db, PURGE_DUE, String(claim))
  if (!(await db.purge(shouldStop))) return
  await db.run(
    'UPDATE service_facts SET value = ? WHERE name = ? AND value = ?',
    String(now + DAY),
    PURGE_DUE,
    // If it differs, `purgeSoon` was called in the meantime.
    String(claim),
  )
}

/** Schedules a purge within an hour; repeated deletions do not add further purges. */
export async function purgeSoon(db: Database, now: number): Promise<void> {
  const due = await findServiceState(db, PURGE_DUE)
  if (due !== undefined && Number(due) > now + HOUR) await setServiceState(db, PURGE_DUE, String(now + HOUR))
}
