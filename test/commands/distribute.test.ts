import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { findMisplaced, readPlan, readSchema } from '../../src/database/postgres/distribute.ts'
import { planDistribution, type Schema } from '../../src/database/postgres/distribution.ts'
import { checkDatabase } from '../../src/doctor/check-database.ts'
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
  'agent_bytes articles captures changes content_accesses highlights images import_rows import_versions imports item_tags item_words items limit_hits offline_action_keys page_versions pages queues running_exports saved_searches site_extractions site_icons suggestions tag_colours tag_counts withdrawn_captures'.split(
    ' ',
  )

const LOCAL =
  'accounts authorization_codes challenges client_documents clients decided_requests grants identities invitations jobs localhost_permissions migrations passkeys password_reset_tokens pending_email_changes pending_sign_ups rate_limits recovery_codes service_facts sessions sign_in_attempts tokens totp'.split(
    ' ',
  )

async function run(databaseUrl: string, ...args: string[]): Promise<[code: number | null, output: string]> {
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

  it('assigns every table, and finds every constraint of the schema within an account', async () => {
    const { placements: places, violations } = await readPlan(db)
    assert.deepEqual(violations, [])
    const named = (place: string) => [...places.keys()].filter((name) => places.get(name) === place)
    const unplaced = [...places.keys()].filter((name) => ![...DISTRIBUTED, ...LOCAL].includes(name))
    assert.deepEqual(
      unplaced,
      [],
      `The schema has new tables: ${unplaced.join(', ')}. Name each in this test under its place; what an account keeps belongs to the distributed ones, by a foreign key to queues.`,
    )
    assert.deepEqual(named('distributed'), DISTRIBUTED)
    assert.deepEqual(named('reference'), [])
    assert.deepEqual(named('local'), LOCAL)
  })

  it('lets deleted accounts cascade by a trigger that Citus supports, even if queues were distributed before', async () => {
    const { steps } = planDistribution(await readSchema(db))
    assert.match(steps[0]!, /^CREATE OR REPLACE FUNCTION end_queue\(\)[^]* SET ended_at = now WHERE /)
  })

  it('empties the files of tables that had rows, including those distributed earlier', async () => {
    const schema = await readSchema(db)
    assert.deepEqual(
      planDistribution(schema).steps.filter((step) => step.includes('truncate_local')),
      [],
    )
    const tables = schema.tables.map((table) =>
      table.name === 'jobs' || table.name === 'items'
        ? { ...table, hasPagesHere: true }
        : table.name === 'queues'
          ? { ...table, hasPagesHere: true, placement: 'distributed' as const }
          : table,
    )
    const { steps, leftBehind } = planDistribution({ ...schema, tables })
    assert.deepEqual(leftBehind, ['queues'])
    const placed = steps.findLastIndex((step) => step.includes('create_distributed_table'))
    assert.deepEqual(steps.slice(placed + 1, placed + 3), [
      "SELECT truncate_local_data_after_distributing_table('items')",
      "SELECT truncate_local_data_after_distributing_table('queues')",
    ])
    assert.match(steps[placed + 3]!, /ADD CONSTRAINT/)
  })

  it('lists the constraints that a node could not enforce alone', async () => {
    const schema = await readSchema(db)
    const items = schema.tables.find(({ name }) => name === 'items')!
    const tags = schema.keys.find(({ table }) => table === 'item_tags')!
    const broken: Schema = {
      ...schema,
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

  it('refuses the embedded database, a server without Citus, an outdated schema and other arguments', async () => {
    const refusals: [string, string[], number, RegExp][] = [
      ['sqlite:none.db', [], 1, /^The embedded database is one file and cannot be distributed/],
      [url, [], 1, /^This server has no Citus, so nothing can be distributed\. Install it/],
      [await createDatabase(), [], 1, /^The database is not up to date\. Run npm start -- migrate first/],
      [url, ['--all'], 2, /^distribute takes --dry-run or nothing/],
    ]
    for (const [database, args, expected, commandOutput] of refusals) {
      const [code, output] = await run(database, ...args)
      assert.equal(code, expected, output)
      assert.match(output, commandOutput)
    }
  })

  it('prints its plan in a dry run, and does nothing', async () => {
    const before = await readSchema(db)
    const [code, commandOutput] = await run(url, '--dry-run')
    assert.equal(code, 0, commandOutput)
    assert.match(
      commandOutput,
      /^distributed: agent_bytes, articles, captures, .*\nreference: \nlocal: accounts, authorization_codes, /,
    )
    assert.match(commandOutput, /ALTER TABLE items DROP CONSTRAINT items_account_id_fkey\n/)
    assert.match(
      commandOutput,
      /SELECT create_distributed_table\('queues', 'account_id', colocate_with => 'none'\)\n/,
    )
    assert.match(
      commandOutput,
      /create_distributed_table\('items', 'account_id', colocate_with => 'queues'\)\n/,
    )
    assert.match(commandOutput, /This server has no Citus, so the command would fail\.\n$/)
    assert.deepEqual(await readSchema(db), before)
  })
})

describe('A distributed database, as far as it can be tested without Citus', () => {
  it('is set up once, serves, and deletes an account with all its rows', async () => {
    const url = await createDatabase()
    const db = await openDatabase(url, () => undefined)
    try {
      await migrate(db)
      await standInForCitus(db)
      const [unknown, refusal] = await run(url)
      assert.equal(unknown, 1)
      assert.match(refusal, /^The coordinator does not know itself/)
      await db.run('INSERT INTO pg_dist_node VALUES (0)')

      const [code, commandOutput] = await run(url)
      assert.equal(code, 0, commandOutput)
      assert.match(commandOutput, /\nDone: \d+ statements\.\n$/)
      assert.match(commandOutput, /ALTER TABLE jobs DROP CONSTRAINT jobs_account_id_fkey/)
      assert.doesNotMatch(commandOutput, /ADD CONSTRAINT jobs_/)
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

  it('distributes a table of a later release', async () => {
    const url = await createDatabase()
    const db = await openDatabase(url, () => undefined)
    try {
      await migrate(db)
      await standInForCitus(db)
      await db.run('INSERT INTO pg_dist_node VALUES (0)')
      await run(url)
      assert.deepEqual(await findMisplaced(db), [])
      await db.run(
        'CREATE TABLE shelves (account_id TEXT PRIMARY KEY CONSTRAINT of_queue REFERENCES queues (account_id) ON DELETE CASCADE)',
      )
      assert.deepEqual((await readPlan(db)).steps, [
        'ALTER TABLE shelves DROP CONSTRAINT of_queue',
        "SELECT create_distributed_table('shelves', 'account_id', colocate_with => 'queues')",
        'ALTER TABLE shelves ADD CONSTRAINT of_queue FOREIGN KEY (account_id) REFERENCES queues(account_id) ON DELETE CASCADE',
      ])
      const sentence =
        'The queues are distributed, but not what came with an update: shelves. Stop the service and run npm start -- distribute.'
      assert.deepEqual(await findMisplaced(db), [sentence])
      const service = await startService('postgres', { databaseUrl: url })
      await service.stop()
      assert.ok(service.logged().includes(sentence), service.logged())
      const found = await checkDatabase(db, service.clock)
      assert.deepEqual(
        found.filter(({ state }) => state === 'wrong'),
        [{ state: 'wrong', check: 'distribution', message: sentence }],
      )
    } finally {
      await db.close()
    }
  })
})
