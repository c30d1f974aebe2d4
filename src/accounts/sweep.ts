import type { Connection } from '../database/database.ts'
import { DAY } from '../ports/clock.ts'
import { sweepChallenges } from './challenges.ts'
import { sweepInvitations } from './invitations.ts'
import { sweepPasswordResetTokens } from './password-reset-tokens.ts'
import { sweepSessions } from './sessions.ts'

const SIGN_IN_RETENTION = 90 * DAY

/** Deletes expired sessions, challenges, invitations, emailed links and sign-in records. */
export async function sweepAccounts(db: Connection, now: number): Promise<void> {
  await sweepSessions(db, now)
  await sweepChallenges(db, now)
  await sweepPasswordResetTokens(db, now)
  await sweepInvitations(db, now)
  for (const table of ['pending_sign_ups', 'pending_email_changes'])
    await db.run(`DELETE FROM ${table} WHERE expires_at <= ?`, now)
  await db.run('DELETE FROM sign_in_attempts WHERE attempted_at <= ?', now - SIGN_IN_RETENTION)
}
