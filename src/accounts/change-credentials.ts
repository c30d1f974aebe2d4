import type { Connection, Database } from '../database/database.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'
import { lockAccount } from './account.ts'
import { rotateSession, type Session } from './sessions.ts'

/**
 * Changes how a person signs in, and gives their session a new secret, whose hash the work is told; `signedInAt`
 * moves where they proved anew who they are. Throws `unauthorized` and changes nothing where the session ended
 * meanwhile, as by a reset.
 */
export async function changeCredentials<Result>(
  { db, random }: { db: Database; random: Random },
  session: Session,
  work: (tx: Connection, sessionHash: string) => Promise<Result>,
  signedInAt = session.signedInAt,
): Promise<{ secret: string; result: Result }> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, session.accountId)
    const secret = await rotateSession(tx, random, session, signedInAt)
    return { secret, result: await work(tx, hashSecret(secret)) }
  })
}
