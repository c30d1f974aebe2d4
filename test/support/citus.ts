import { Client } from 'pg'
import { distribute } from '../../src/database/postgres/distribute.ts'
import { migrate } from '../../src/database/migrations/migrate.ts'
import { openDatabase } from '../../src/database/open/open.ts'

/** Makes an empty database of a one-node Citus, which TEST_CITUS_URL names, a distributed one. */
export async function distributeDatabase(url: string): Promise<void> {
  await addCitus(url)
  const db = await openDatabase(url, () => undefined)
  try {
    await migrate(db)
    await distribute(db, () => undefined)
  } finally {
    await db.close()
  }
}

/** Adds Citus to an empty database, which keeps all parts of the queues itself. */
export async function addCitus(url: string): Promise<void> {
  const { hostname, port, pathname } = new URL(url)
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('CREATE EXTENSION citus')
  await client.query('SELECT citus_set_coordinator_host($1, $2::int)', [hostname, Number(port || 5432)])
  await client.query("SELECT citus_set_node_property($1, $2::int, 'shouldhaveshards', true)", [
    hostname,
    Number(port || 5432),
  ])
  await client.query(`ALTER DATABASE ${pathname.slice(1)} SET citus.shard_count = 4`)
  await client.end()
}
