import type { Connection } from '../database/database.ts'
import type { Random } from '../ports/random.ts'
import { hashSecret } from '../crypto/seal.ts'
import type { AccountId } from '../ids.ts'

const CODE_COUNT = 10
/** 16 characters of base32: 80 bits, too many to guess from a stolen hash. */
const CODE_BYTES = 10
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** Replaces the one-time recovery codes of an account; stores only their hashes. */
export async function replaceRecoveryCodes(
  tx: Connection,
  random: Random,
  accountId: AccountId,
): Promise<string[]> {
  await tx.run('DELETE FROM recovery_codes WHERE account_id = ?', accountId)
  const codes = Array.from({ length: CODE_COUNT }, () => formatCode(random.bytes(CODE_BYTES)))
  for (const code of codes) {
    const sql = 'INSERT INTO recovery_codes (account_id, hash) VALUES (?, ?)'
    await tx.run(sql, accountId, hashSecret(normaliseCode(code)))
  }
  return codes
}

/** Whether a typed text has the format of a recovery code. */
export function looksLikeRecoveryCode(text: string): boolean {
  return /^[a-z2-7]{16}$/.test(normaliseCode(text))
}

/** Uses up a code; false if it is wrong or was already used. */
export async function consumeRecoveryCode(
  db: Connection,
  { accountId, code, now }: { accountId: AccountId; code: string; now: number },
): Promise<boolean> {
  const used = await db.run(
    'UPDATE recovery_codes SET used_at = ? WHERE account_id = ? AND hash = ? AND used_at IS NULL',
    now,
    accountId,
    hashSecret(normaliseCode(code)),
  )
  return used > 0
}

/** How many codes an account has left. */
export async function countRecoveryCodes(db: Connection, accountId: AccountId): Promise<number> {
  const sql = 'SELECT COUNT(*) AS total FROM recovery_codes WHERE account_id = ? AND used_at IS NULL'
  return (await db.row<{ total: number }>(sql, accountId))?.total ?? 0
}

/** Base32 in groups of four, because people copy the codes by hand. */
function formatCode(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[parseInt(five, 2)])
  return (letters.join('').match(/.{4}/g) ?? []).join('-')
}

function normaliseCode(code: string): string {
  return code.toLowerCase().replaceAll(/[\s-]/g, '')
}
