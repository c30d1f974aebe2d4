import type { Connection } from './database.ts'

/** Stores a value of the whole service under a name, unless there is one already; returns the stored value. */
export async function insertServiceState(db: Connection, name: string, value: string): Promise<string> {
  await db.run(
    'INSERT INTO service_facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
    name,
    value,
  )
  return (await findServiceState(db, name)) ?? value
}

/** The key that all processes of a service share. */
export const MASTER_KEY = 'master-key'

/** When a proxy that TRUST_PROXY does not mention was last noticed, in milliseconds. */
export const PROXY_NOTICED = 'proxy-noticed-at'

/** Stores a value, replacing the previous one. */
export async function setServiceState(db: Connection, name: string, value: string): Promise<void> {
  await db.run(
    'INSERT INTO service_facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    value,
  )
}

/** Locks a value until the transaction ends, and creates it empty if there is none. */
export async function lockServiceState(tx: Connection, name: string): Promise<void> {
  await insertServiceState(tx, name, '')
  await tx.row(`SELECT name FROM service_facts WHERE name = ? ${tx.dialect.forUpdate}`, name)
}

export async function findServiceState(db: Connection, name: string): Promise<string | undefined> {
  const stored = await db.row<{ value: string }>('SELECT value FROM service_facts WHERE name = ?', name)
  return stored?.value
}

export async function deleteServiceState(db: Connection, name: string): Promise<void> {
  await db.run('DELETE FROM service_facts WHERE name = ?', name)
}
