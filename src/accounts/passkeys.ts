import type { Connection } from '../database/database.ts'
import { Failure, invalidField } from '../failure.ts'

/** A credential that a person's device or password manager keeps. */
export type Passkey = { id: string; name: string; createdAt: number; lastUsedAt: number | null }

/** A passkey with what it takes to verify it. */
export type StoredPasskey = {
  id: string
  accountId: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
}

const MAX_NAME_LENGTH = 60
const MAX_PASSKEYS = 20
/** Bytes of a credential's id by WebAuthn §5.8.3, in base64url. */
const MAX_ID_LENGTH = Math.ceil((1023 * 4) / 3)

type Row = { id: string; name: string; created_at: number; last_used_at: number | null }

/** The passkeys of an account, oldest first. */
export async function listPasskeys(db: Connection, accountId: string): Promise<Passkey[]> {
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

type StoredRow = { id: string; account_id: string; public_key: string; counter: number; transports: string }

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

/** Keeps a passkey that was verified. Throws `not_offered` where it is known, or there are too many. */
export async function savePasskey(
  tx: Connection,
  passkey: StoredPasskey,
  name: string,
  now: number,
): Promise<void> {
  const { accountId, id } = passkey
  if (id.length > MAX_ID_LENGTH)
    throw new Failure('not_offered', 'This device’s passkeys cannot be kept here.')
  if ((await listPasskeys(tx, accountId)).length >= MAX_PASSKEYS) {
    throw new Failure('not_offered', `You have ${MAX_PASSKEYS} passkeys. Remove one first.`)
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
  if (inserted === 0) throw new Failure('not_offered', 'This passkey is kept here already.')
}

/** Notes the use of a passkey. A counter is kept at its highest: it may go back, but is not believed then. */
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

/** A name as it is kept. Throws `invalid_input` where it is empty or too long. */
export function parsePasskeyName(text: string): string {
  const name = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  if (name === '') throw invalidField('name', 'Give the passkey a name, such as the device it is on.')
  if ([...name].length > MAX_NAME_LENGTH) {
    throw invalidField('name', `A passkey’s name takes at most ${MAX_NAME_LENGTH} characters.`)
  }
  return name
}

/** Whether there was such a passkey. */
export async function renamePasskey(
  db: Connection,
  accountId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const sql = 'UPDATE passkeys SET name = ? WHERE account_id = ? AND id = ?'
  return (await db.run(sql, parsePasskeyName(name), accountId, id)) > 0
}

/** Removes a passkey; gives its name, or undefined where there was none. */
export async function removePasskey(
  tx: Connection,
  accountId: string,
  id: string,
): Promise<{ name: string } | undefined> {
  return tx.row('DELETE FROM passkeys WHERE account_id = ? AND id = ? RETURNING name', accountId, id)
}
