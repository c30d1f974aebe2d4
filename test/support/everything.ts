import { openSnapshot } from '../../src/database/open/snapshot.ts'

type Row = Record<string, unknown>

/** Every row of every table of a database, by table, in one order; bytes as text. */
export async function everythingIn(databaseUrl: string): Promise<Record<string, string[]>> {
  const snapshot = await openSnapshot(databaseUrl)
  try {
    const names =
      snapshot.dialect.name === 'sqlite'
        ? `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
        : `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`
    const kept: Record<string, string[]> = {}
    for (const { name } of await snapshot.rows<{ name: string }>(names)) {
      // The index of words is each engine's own.
      if (/^(item_words|word_rows)/.test(name)) continue
      const rows = await snapshot.rows<Row>(`SELECT * FROM ${name}`)
      kept[name] = rows.map(spell).sort()
    }
    return kept
  } finally {
    await snapshot.close()
  }
}

function spell(row: Row): string {
  const fields = Object.entries(row).map(([name, value]): [string, unknown] => [
    name,
    value instanceof Uint8Array ? `bytes ${Buffer.from(value).toString('hex')}` : value,
  ])
  return JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)))
}
