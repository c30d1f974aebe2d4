import { type Clock, DAY, HOUR } from '../ports/clock.ts'
import type { Database } from './database.ts'
import { findFact, setFact } from './facts.ts'

/** When the files are purged next, in milliseconds. */
const PURGE_DUE = 'purge-due-at'

/** Meanwhile other processes leave it alone; an attempt that came to no end is followed by another. */
const CLAIMED = 2 * HOUR

/** Takes what was deleted out of the files as well: once a day, and sooner where `purgeSoon` asked for it. */
export async function purgeWhenDue(
  { db, clock }: { db: Database; clock: Clock },
  isOver: () => boolean,
): Promise<void> {
  if (db.dialect.name !== 'sqlite') return
  const now = clock.now()
  const due = Number((await findFact(db, PURGE_DUE)) ?? 0)
  // Further ahead than it is ever set, the clock was wrong.
  if (due > now && due <= now + DAY) return
  const claim = now + CLAIMED
  await setFact(db, PURGE_DUE, String(claim))
  if (!(await db.purge(isOver))) return
  await db.run(
    'UPDATE service_facts SET value = ? WHERE name = ? AND value = ?',
    String(now + DAY),
    PURGE_DUE,
    // Else something was deleted meanwhile that shall go soon.
    String(claim),
  )
}

/** Lets the files be purged an hour from now at the latest, so that deleting again and again costs no more. */
export async function purgeSoon(db: Database, now: number): Promise<void> {
  const due = await findFact(db, PURGE_DUE)
  if (due !== undefined && Number(due) > now + HOUR) await setFact(db, PURGE_DUE, String(now + HOUR))
}
