import type { Connection } from './database.ts'

/** Stores a fact about the whole service unless it exists already; returns the stored value. */
export async function insertFact(db: Connection, name: string, value: string): Promise<string> {
  await db.run(
    'INSERT INTO service_facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
    name,
    value,
  )
  return (await findFact(db, name)) ?? value
}

/** The key that all processes of a service share. */
export const MASTER_KEY = 'master-key'

/** When a proxy that TRUST_PROXY does not mention was last noticed, in milliseconds. */
export const PROXY_NOTICED = 'proxy-noticed-at'

/** Stores a fact, replacing its previous value. */
export async function setFact(db: Connection, name: string, value: string): Promise<void> {
  await db.run(
    'INSERT INTO service_facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    value,
  )
}

/** Locks a fact until the transaction ends, and creates it empty if there is none. */
export async function lockFact(tx: Connection, name: string): Promise<void> {
  await insertFact(tx, name, '')
  await tx.row(`SELECT name FROM service_facts WHERE name = ? ${tx.dialect.forUpdate}`, name)
}

export async function findFact(db: Connection, name: string): Promise<string | undefined> {
  const fact = await db.row<{ value: string }>('SELECT value FROM service_facts WHERE name = ?', name)
  return fact?.value
}

export async function deleteFact(db: Connection, name: string): Promise<void> {
  await db.run('DELETE FROM service_facts WHERE name = ?', name)
}
