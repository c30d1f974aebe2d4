import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readPlan, readSchema } from '../../src/database/postgres/distribute.ts'
import { planDistribution, type Schema } from '../../src/database/postgres/distribution.ts'
import type { Database } from '../../src/database/database.ts'
import { migrate } from '../../src/database/migrations/migrate.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { accountTables, fillTables, rowsOf } from '../support/account-rows.ts'
import { connectAgent, signUp } from '../support/agent.ts'
import { standInForCitus } from '../support/citus-stand-in.ts'
import { eventually } from '../support/eventually.ts'
import { accountIdOf } from '../support/history.ts'
import { refusedLink } from '../support/links.ts'
import { startProgram } from '../support/program.ts'
import { createDatabase, startService } from '../support/service.ts'

const DISTRIBUTED =
  'agent_bytes articles captures changes content_accesses highlights images import_rows import_versions imports item_tags item_words items limit_hits offline_acts page_versions pages queues running_exports saved_searches site_extractions site_icons suggestions tag_colours tag_counts withdrawn_captures'.split(
    ' ',
  )

async function run(databaseUrl: string, ...args: string[]): Promise<[code: number | null, said: string]> {
  const program = startProgram({ DATABASE_URL: databaseUrl }, ['distribute', ...args])
  return [await program.ended, program.output()]
}

describe('Distributing by account', () => {
  let url: string
  let db: Database
  before(async () => {
    url = await createDatabase()
    db = await openDatabase(url, () => undefined)
    await migrate(db)
  })
  after(() => db.close())

  it('gives every table a place, and finds every rule of the schema within an account', async () => {
    const { places, violations } = await readPlan(db)
    assert.deepEqual(violations, [])
    const named = (place: string) => [...places.keys()].filter((name) => places.get(name) === place)
    assert.deepEqual(named('distributed'), DISTRIBUTED)
    assert.deepEqual(named('reference'), [])
    assert.deepEqual(
      named('local'),
      'accounts authorization_codes challenges client_documents clients decided_requests grants identities invitations jobs localhost_permissions migrations passkeys password_reset_tokens pending_email_changes pending_sign_ups rate_limits recovery_codes service_facts sessions sign_in_attempts tokens totp'.split(
        ' ',
      ),
    )
  })

  it('names the rules that a node could not keep alone', async () => {
    const schema = await readSchema(db)
    const items = schema.tables.find(({ name }) => name === 'items')!
    const tags = schema.keys.find(({ table }) => table === 'item_tags')!
    const broken: Schema = {
      tables: [
        ...schema.tables.filter((table) => table !== items),
        { ...items, uniques: [...items.uniques, { name: 'items_by_url', columns: ['url'] }] },
      ],
      keys: [
        ...schema.keys,
        { ...tags, name: 'tags_item', columns: ['item_id'], target: 'items', targetColumns: ['id'] },
        {
          ...tags,
          name: 'of_item',
          table: 'jobs',
          columns: ['subject'],
          target: 'items',
          targetColumns: ['id'],
        },
        {
          ...tags,
          name: 'of_account',
          table: 'queues',
          target: 'accounts',
          targetColumns: ['id'],
        },
        {
          ...tags,
          name: 'of_client',
          table: 'accounts',
          columns: ['id'],
          target: 'clients',
          targetColumns: ['id'],
        },
      ],
    }
    assert.deepEqual(planDistribution(broken).violations, [
      'items_by_url of items is unique without account_id.',
      'tags_item of item_tags leads to items without account_id.',
      'of_item leads from jobs, which is local, to items, which is distributed.',
      'of_client leads from accounts, which is on every node, to clients, which is not.',
    ])
  })

  it('refuses the embedded database, a server without Citus, a schema of yesterday and other arguments', async () => {
    const refusals: [string, string[], number, RegExp][] = [
      ['sqlite:none.db', [], 1, /^The embedded database is one file and cannot be distributed/],
      [url, [], 1, /^This server has no Citus, so nothing can be distributed\. Install it/],
      [await createDatabase(), [], 1, /^The database is not up to date\. Run npm start -- migrate first/],
      [url, ['--all'], 2, /^distribute takes --dry-run or nothing/],
    ]
    for (const [database, args, expected, said] of refusals) {
      const [code, output] = await run(database, ...args)
      assert.equal(code, expected, output)
      assert.match(output, said)
    }
  })

  it('prints what it would do, and does nothing', async () => {
    const before = await readSchema(db)
    const [code, said] = await run(url, '--dry-run')
    assert.equal(code, 0, said)
    assert.match(
      said,
      /^distributed: agent_bytes, articles, captures, .*\nreference: \nlocal: accounts, authorization_codes, /,
    )
    assert.match(said, /ALTER TABLE items DROP CONSTRAINT items_account_id_fkey\n/)
    assert.match(said, /SELECT create_distributed_table\('queues', 'account_id', colocate_with => 'none'\)\n/)
    assert.match(said, /create_distributed_table\('items', 'account_id', colocate_with => 'queues'\)\n/)
    assert.match(said, /This server has no Citus, so the command would fail\.\n$/)
    assert.deepEqual(await readSchema(db), before)
  })
})

describe('A distributed database, as far as it goes without Citus', () => {
  it('is made once, serves, and lets an account end with all that is its own', async () => {
    const url = await createDatabase()
    const db = await openDatabase(url, () => undefined)
    try {
      await migrate(db)
      await standInForCitus(db)
      const [unknown, refusal] = await run(url)
      assert.equal(unknown, 1)
      assert.match(refusal, /^The coordinator does not know itself/)
      await db.run('INSERT INTO pg_dist_node VALUES (0)')

      const [code, said] = await run(url)
      assert.equal(code, 0, said)
      assert.match(said, /\nDone: \d+ statements\.\n$/)
      assert.match(said, /ALTER TABLE jobs DROP CONSTRAINT jobs_account_id_fkey/)
      assert.doesNotMatch(said, /ADD CONSTRAINT jobs_/)
      assert.deepEqual(await run(url), [0, 'Every table is already distributed; nothing was done.\n'])
      const kept = await db.rows<{ name: string; colocated: string }>(
        "SELECT logicalrelid::text AS name, colocated FROM pg_dist_partition WHERE partmethod = 'h' ORDER BY 1",
      )
      assert.deepEqual(
        kept,
        DISTRIBUTED.map((name) => ({ name, colocated: name === 'queues' ? 'none' : 'queues' })),
      )
      const service = await startService('postgres', { databaseUrl: url })
      try {
        const person = await signUp(service.baseUrl)
        const agent = await connectAgent(service.baseUrl, person)
        await agent.save({ url: refusedLink('distributed'), tags: ['web'] })
        const accountId = await accountIdOf(service, person.email)
        await fillTables(service, accountId)
        const before = await rowsOf(service, accountId)
        assert.deepEqual(
          Object.values(before).filter((count) => count === 0),
          [],
        )
        await db.run('DELETE FROM accounts WHERE id = ?', accountId)
        const tables = await accountTables(service)
        const left = await eventually(
          () => rowsOf(service, accountId),
          (counts) => Object.values(counts).every((count) => count === 0),
        )
        assert.deepEqual(Object.keys(left), tables)
      } finally {
        await service.stop()
      }
    } finally {
      await db.close()
    }
  })

  it('takes a table of a later release into its place', async () => {
    const url = await createDatabase()
    const db = await openDatabase(url, () => undefined)
    try {
      await migrate(db)
      await standInForCitus(db)
      await db.run('INSERT INTO pg_dist_node VALUES (0)')
      await run(url)
      await db.run(
        'CREATE TABLE shelves (account_id TEXT PRIMARY KEY CONSTRAINT of_queue REFERENCES queues (account_id) ON DELETE CASCADE)',
      )
      assert.deepEqual((await readPlan(db)).steps, [
        'ALTER TABLE shelves DROP CONSTRAINT of_queue',
        "SELECT create_distributed_table('shelves', 'account_id', colocate_with => 'queues')",
        'ALTER TABLE shelves ADD CONSTRAINT of_queue FOREIGN KEY (account_id) REFERENCES queues(account_id) ON DELETE CASCADE',
      ])
    } finally {
      await db.close()
    }
  })
})
