import type { Connection } from '../database/database.ts'
import { type Clock, MINUTE } from '../ports/clock.ts'
import { formatDuration } from './check-address.ts'
import { type Finding, note } from './finding.ts'

const OVERDUE = 15 * MINUTE

export async function countOverdueJobs(db: Connection, clock: Clock): Promise<number> {
  const sql = 'SELECT COUNT(*) AS count FROM jobs WHERE due_at < ?'
  return (await db.row<{ count: number }>(sql, clock.now() - OVERDUE))?.count ?? 0
}

/** Says why jobs wait: nobody runs them, or there are many. */
export function checkJobs(overdue: number, isRunning: boolean): Finding[] {
  if (overdue === 0) return []
  const jobs = overdue === 1 ? '1 job is' : `${overdue} jobs are`
  const why = isRunning
    ? 'The service is running and works through them: accounts and sites take turns. If there are not fewer in an hour, look for “A job failed” in its log.'
    : 'The service does not answer: start it.'
  return [note('jobs', `${jobs} overdue by more than ${formatDuration(OVERDUE)}. ${why}`)]
}
