import type { Connection } from '../database/database.ts'
import { Failure, invalidField } from '../failure.ts'
import { visibleName } from '../text/invisible-characters.ts'
import type { AccountId } from '../ids.ts'

/** A passkey as listed for its owner. */
export type Passkey = { id: string; name: string; createdAt: number; lastUsedAt: number | null }

/** A passkey with the data needed to verify it. */
export type StoredPasskey = {
  id: string
  accountId: AccountId
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
}

const MAX_NAME_LENGTH = 60
const MAX_PASSKEYS = 20
/** WebAuthn §5.8.3 allows 1023 bytes; this is their length in base64url. */
const MAX_ID_LENGTH = Math.ceil((1023 * 4) / 3)

type Row = { id: string; name: string; created_at: number; last_used_at: number | null }

/** The passkeys of an account, oldest first. */
export async function listPasskeys(db: Connection, accountId: AccountId): Promise<Passkey[]> {
  const rows = await db.rows<Row>(
    'SELECT id, name, created_at, last_used_at FROM passkeys WHERE account_id = ? ORDER BY created_at, id',
    accountId,
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

type StoredRow = {
  id: string
  account_id: AccountId
  public_key: string
  counter: number
  transports: string
}

export async function findPasskey(db: Connection, id: string): Promise<StoredPasskey | undefined> {
  const row = await db.row<StoredRow>(
    'SELECT id, account_id, public_key, counter, transports FROM passkeys WHERE id = ?',
    id,
  )
  return (
    row && {
      id: row.id,
      accountId: row.account_id,
      publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
      counter: row.counter,
      transports: row.transports.split(' ').filter(Boolean),
    }
  )
}

/**
 * Saves a verified passkey. Throws `conflict` when it exists, `limit_reached` when the account has too many,
 * `invalid_input` for an id that is too long.
 */
export async function savePasskey(
  tx: Connection,
  passkey: StoredPasskey,
  { name, now }: { name: string; now: number },
): Promise<void> {
  const { accountId, id } = passkey
  if (id.length > MAX_ID_LENGTH)
    throw new Failure(
      'invalid_input',
      'This passkey’s id is too long to be saved here. Use another device or password manager.',
    )
  if ((await listPasskeys(tx, accountId)).length >= MAX_PASSKEYS) {
    throw new Failure('limit_reached', `You have ${MAX_PASSKEYS} passkeys. Remove one first.`)
  }
  const inserted = await tx.run(
    `INSERT INTO passkeys (account_id, id, public_key, counter, transports, name, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    accountId,
    id,
    Buffer.from(passkey.publicKey).toString('base64url'),
    passkey.counter,
    passkey.transports.join(' '),
    name,
    now,
  )
  if (inserted === 0) throw new Failure('conflict', 'This passkey has already been added.')
}

/** Records the use of a passkey and its signature counter, which is only ever raised. */
export async function recordPasskeyUse(
  db: Connection,
  { accountId, id, counter }: StoredPasskey,
  now: number,
): Promise<void> {
  await db.run(
    `UPDATE passkeys SET last_used_at = ?, counter = CASE WHEN counter < ? THEN ? ELSE counter END
     WHERE account_id = ? AND id = ?`,
    now,
    counter,
    counter,
    accountId,
    id,
  )
}

/** Cleans a passkey's name. Throws `invalid_input` when it is empty or too long. */
export function parsePasskeyName(text: string): string {
  const name = visibleName(text)
  if (name === '') throw invalidField('name', 'Give the passkey a name, such as the device it is on.')
  if ([...name].length > MAX_NAME_LENGTH) {
    throw invalidField('name', `A passkey’s name can have at most ${MAX_NAME_LENGTH} characters.`)
  }
  return name
}

/** Renames a passkey; returns whether it exists. Throws `invalid_input`. */
export async function renamePasskey(
  db: Connection,
  accountId: AccountId,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  const sql = 'UPDATE passkeys SET name = ? WHERE account_id = ? AND id = ?'
  return (await db.run(sql, parsePasskeyName(name), accountId, id)) > 0
}

/** Deletes a passkey; returns its name, or undefined if there was none. */
export async function deletePasskey(
  tx: Connection,
  accountId: AccountId,
  id: string,
): Promise<{ name: string } | undefined> {
  return tx.row('DELETE FROM passkeys WHERE account_id = ? AND id = ? RETURNING name', accountId, id)
}
