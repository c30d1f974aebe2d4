import type { Connection } from './database.ts'

/** Keeps a fact of the whole service unless it is kept already; gives the one that holds. */
export async function keepFact(db: Connection, name: string, value: string): Promise<string> {
  await db.run(
    'INSERT INTO service_facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
    name,
    value,
  )
  const fact = await db.row<{ value: string }>('SELECT value FROM service_facts WHERE name = ?', name)
  return fact?.value ?? value
}
