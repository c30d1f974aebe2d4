import type { Connection, Database } from '../database/database.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'
import { lockAccount } from './account.ts'
import { rotateSession, type Session } from './sessions.ts'

/**
 * Runs `work`, which changes an account's credentials, and rotates the session's secret in the same transaction; `work`
 * gets the new secret's hash. Pass a later `signedInAt` when the person has just authenticated again. Throws `unauthorized` and
 * changes nothing when the session has ended, for example by a password reset.
 */
export async function changeCredentials<Result>(
  { db, random }: { db: Database; random: Random },
  session: Session,
  work: (tx: Connection, sessionHash: string) => Promise<Result>,
): Promise<{ secret: string; result: Result }> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, session.accountId)
    const secret = await rotateSession(tx, random, session)
    return { secret, result: await work(tx, hashSecret(secret)) }
  })
}
