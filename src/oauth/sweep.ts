import type { Connection } from '../database/database.ts'
import { DAY } from '../ports/clock.ts'
import { sweepDocuments } from './client-metadata/stored-documents.ts'
import { CONSUMED_CODE_RETENTION } from './decide-authorization.ts'
import { REFRESH_IDLE_LIFETIME } from './token-pair.ts'
import { REPLAY_GRACE } from './refresh-tokens.ts'

/** How long ended grants stay on record, and used registrations stay after their last grant. */
const ENDED_RETENTION = 90 * DAY

/** Deletes expired registrations, codes, decisions, tokens and grants, and metadata documents. */
export async function sweepOAuth(db: Connection, now: number): Promise<void> {
  await db.run('DELETE FROM decided_requests WHERE expires_at <= ?', now)
  await db.run('DELETE FROM authorization_codes WHERE expires_at <= ?', now - CONSUMED_CODE_RETENTION)
  await db.run(
    `UPDATE tokens SET encrypted_pair = NULL WHERE encrypted_pair IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM tokens earlier
       WHERE earlier.account_id = tokens.account_id AND earlier.grant_id = tokens.grant_id
         AND earlier.generation = tokens.generation - 1 AND earlier.rotated_at > ? AND earlier.rotated_at <= ?)`,
    now - REPLAY_GRACE,
    now + REPLAY_GRACE,
  )
  // An expired access token can still name its grant to the revocation endpoint while its pair lives.
  await db.run("DELETE FROM tokens WHERE expires_at <= ? AND kind = 'refresh'", now)
  await db.run("DELETE FROM tokens WHERE expires_at <= ? AND kind = 'access'", now - REFRESH_IDLE_LIFETIME)
  await db.run(
    'DELETE FROM grants WHERE revoked_at <= ? OR idle_expires_at <= ? OR expires_at <= ?',
    now - ENDED_RETENTION,
    now - ENDED_RETENTION,
    now - ENDED_RETENTION,
  )
  await sweepDocuments(db, now)
  await db.run('DELETE FROM clients WHERE expires_at <= ?', now)
  await db.run(
    `DELETE FROM clients WHERE expires_at IS NULL AND created_at <= ?
     AND NOT EXISTS (SELECT 1 FROM grants WHERE grants.client_id = clients.id)`,
    now - ENDED_RETENTION,
  )
}
