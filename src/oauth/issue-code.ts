import type { Connection } from '../database/database.ts'
import { SECOND } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'
import { generateToken } from './generate-token.ts'
import type { AccountId, ClientId } from '../ids.ts'

const CODE_LIFETIME = 60 * SECOND

/** What a code is bound to and its exchange is checked against. */
export type CodeBinding = {
  accountId: AccountId
  clientId: ClientId
  /** As the person saw it. */
  clientName: string
  redirectUri: string
  challenge: string
}

/** Creates and stores an authorization code. */
export async function issueCode(
  db: Connection,
  random: Random,
  {
    binding: { accountId, clientId, clientName, redirectUri, challenge },
    now,
  }: { binding: CodeBinding; now: number },
): Promise<string> {
  const code = generateToken('code', random)
  await db.run(
    `INSERT INTO authorization_codes (hash, account_id, client_id, client_name, redirect_uri, code_challenge, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    hashSecret(code),
    accountId,
    clientId,
    clientName,
    redirectUri,
    challenge,
    now,
    now + CODE_LIFETIME,
  )
  return code
}
