import type { Connection } from '../../database/database.ts'
import { SECOND } from '../../ports/clock.ts'

/** Which limit an agent exceeded: changes per minute, removals per hour, or bytes per hour. */
export type StopCause = 'changes' | 'removals' | 'bytes'

/** When an agent was last stopped. */
export type Stop = { at: number; cause: StopCause }

/** Records that a limit stopped an agent, at most once a second per agent. */
export async function noteStop(
  db: Connection,
  accountId: string,
  clientId: string,
  { at, cause }: Stop,
): Promise<void> {
  await db.run(
    `INSERT INTO stops (account_id, client_id, stopped_at, cause) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, client_id) DO UPDATE SET stopped_at = excluded.stopped_at, cause = excluded.cause
     WHERE stops.stopped_at <= excluded.stopped_at - ${SECOND}`,
    accountId,
    clientId,
    at,
    cause,
  )
}

/** The agents of an account that were ever stopped, by client id. */
export async function limitHitsOf(db: Connection, accountId: string): Promise<Map<string, Stop>> {
  const rows = await db.rows<{ client_id: string; stopped_at: number; cause: StopCause }>(
    'SELECT client_id, stopped_at, cause FROM stops WHERE account_id = ?',
    accountId,
  )
  return new Map(rows.map((row) => [row.client_id, { at: row.stopped_at, cause: row.cause }]))
}
