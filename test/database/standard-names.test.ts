import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import type { Database } from '../../src/database/database.ts'
import { migrate, migrations } from '../../src/database/migrations/migrate.ts'
import { describeTables } from '../../src/database/migrations/table.ts'
import { openDatabase } from '../../src/database/open/open.ts'
import { createDatabase, ENGINES } from '../support/service.ts'

const STEP = migrations.findIndex(({ name }) => name === 'standard-names')
const EXTRACTIONS = migrations.findIndex(({ name }) => name === 'extractions')
/** JSON whose text only looks like a field. */
const NOTE = '"note":"{\\"reading\\":1,\\"reading\\":2}"'

/** A row of each table that is renamed or has a renamed column. */
async function fill(db: Database): Promise<void> {
  const body = Buffer.from('x')
  await db.run(
    "INSERT INTO accounts (id, email, password, created_at) VALUES ('a', 'a@example.org', 'phc', 0)",
  )
  await db.run("INSERT INTO queues (account_id, bytes_kept) VALUES ('a', 12)")
  await db.run("INSERT INTO pending_emails VALUES ('a', 'h', 'b@example.org', 9)")
  await db.run(
    "INSERT INTO sign_ins (account_id, id, happened_at, address, browser, succeeded, way) VALUES ('a', '1', 7, 'x', 'y', 1, 'passkey')",
  )
  await db.run("INSERT INTO decisions VALUES ('a', 'request', 9)")
  await db.run(
    "INSERT INTO codes (hash, account_id, client_id, redirect_uri, challenge, created_at, expires_at, spent_at) VALUES ('h', 'a', 'c', 'u', 'sha', 0, 9, 8)",
  )
  await db.run(
    "INSERT INTO recovery_tokens (hash, account_id, expires_at, spent_at, by_operator) VALUES ('h', 'a', 9, 8, 1)",
  )
  await db.run("INSERT INTO throttles (name, spent, blocked_until, resets_at) VALUES ('n', 3, 0, 9)")
  await db.run("INSERT INTO stops VALUES ('a', 'c', 7, 'removals')")
  await db.run(
    "INSERT INTO changes (account_id, sequence, at, actor, action, item_id, removal) VALUES ('a', 1, 7, 'person', 'remove-item', 'i', 1)",
  )
  await db.run(
    "INSERT INTO captures (account_id, item_id, seen_by, url, body, handed_at, act) VALUES ('a', 'i', 'person', 'u', ?, 7, 1)",
    body,
  )
  await db.run(
    "INSERT INTO articles (account_id, item_id, seen_by, html, markdown, text, kept_at) VALUES ('a', 'i', 'person', ?, ?, ?, 7)",
    body,
    body,
    body,
  )
}

/** What how pages are read was called, where it is known since a later step. */
async function fillChoices(db: Database): Promise<void> {
  await db.run("INSERT INTO readings (account_id, client_id, item_id, read_at) VALUES ('a', 'c', 'i', 7)")
  await db.run(
    `INSERT INTO site_readings (account_id, site, reading, previous, change, chosen_at) VALUES
       ('a', 's', 'whole-page', NULL, 2, 7), ('a', 'undone', NULL, 'whole-page', 3, 7),
       ('a', 'again', 'main-text', 'whole-page', 4, 7)`,
  )
  await db.run("INSERT INTO service_facts (name, value) VALUES ('site-reading/s', 'main-text')")
  await db.run(
    "INSERT INTO changes (account_id, sequence, at, actor, action, item_id, before, after, undone_fields) VALUES ('a', 2, 7, 'person', 'refetch-item', 'i', ?, ?, ?)",
    '{"reading":null}',
    `{${NOTE},"reading":"whole-page"}`,
    '{"tags/reading":3,"reading":3}',
  )
  await db.run(
    "INSERT INTO suggestions (account_id, id, client_id, client_name, action, input, changes, fingerprint, suggested_at) VALUES ('a', '1', 'c', 'C', 'change-items', ?, '[]', 'f', 7)",
    `{"changes":[{${NOTE},"reading":"automatic"}]}`,
  )
}

const EXPECTED: Record<string, unknown> = {
  'SELECT password_hash FROM accounts': { password_hash: 'phc' },
  'SELECT stored_bytes FROM queues': { stored_bytes: 12 },
  'SELECT email FROM pending_email_changes': { email: 'b@example.org' },
  'SELECT attempted_at, method FROM sign_in_attempts': { attempted_at: 7, method: 'passkey' },
  'SELECT id FROM decided_requests': { id: 'request' },
  'SELECT code_challenge, consumed_at FROM authorization_codes': { code_challenge: 'sha', consumed_at: 8 },
  'SELECT consumed_at, is_by_operator FROM password_reset_tokens': { consumed_at: 8, is_by_operator: 1 },
  'SELECT consumed FROM rate_limits': { consumed: 3 },
  'SELECT hit_at, limit_name FROM limit_hits': { hit_at: 7, limit_name: 'removals' },
  'SELECT is_removal FROM changes WHERE sequence = 1': { is_removal: 1 },
  'SELECT item_id, read_at FROM content_accesses': { item_id: 'i', read_at: 7 },
  "SELECT extraction, choices FROM site_extractions WHERE site = 's'": {
    extraction: 'whole-page',
    choices: '[{"change":2,"extraction":"whole-page","isUndone":false}]',
  },
  "SELECT extraction, choices FROM site_extractions WHERE site = 'undone'": {
    extraction: null,
    choices: '[{"change":3,"extraction":"whole-page","isUndone":true}]',
  },
  "SELECT choices FROM site_extractions WHERE site = 'again'": {
    choices:
      '[{"change":0,"extraction":"whole-page","isUndone":false},{"change":4,"extraction":"main-text","isUndone":false}]',
  },
  "SELECT value FROM service_facts WHERE name = 'site-extraction/s'": { value: 'main-text' },
  'SELECT before, after, undone_fields FROM changes WHERE sequence = 2': {
    before: '{"extraction":null}',
    after: `{${NOTE},"extraction":"whole-page"}`,
    undone_fields: '{"tags/reading":3,"extraction":3}',
  },
  'SELECT input, changes FROM suggestions': {
    input: `{"changes":[{${NOTE},"extraction":"automatic"}]}`,
    changes: '[]',
  },
  'SELECT source, received_at FROM captures': { source: 'person', received_at: 7 },
  'SELECT source, saved_at FROM articles': { source: 'person', saved_at: 7 },
}

/** What ends with an account, but for its queue, which a job clears. */
const OF_ACCOUNT = [
  'pending_email_changes',
  'sign_in_attempts',
  'decided_requests',
  'authorization_codes',
  'password_reset_tokens',
]

for (const engine of ENGINES) {
  it(`A database of an earlier release keeps its rows under the standard names, on ${engine}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rq-names-'))
    const url = engine === 'sqlite' ? `sqlite:${join(folder, 'q.db')}` : await createDatabase()
    const db = await openDatabase(url, () => undefined)
    try {
      await migrate(db, migrations.slice(0, STEP))
      await fill(db)
      await migrate(db, migrations.slice(0, EXTRACTIONS))
      await fillChoices(db)
      await migrate(db)
      for (const [sql, expected] of Object.entries(EXPECTED))
        assert.deepEqual({ ...(await db.row<object>(sql)) }, expected, sql)

      // A copy lists each table of the schema, by its name of now.
      const tables = (await describeTables(db, migrations)).map(({ name }) => name)
      for (const sql of Object.keys(EXPECTED)) assert.ok(tables.includes(/FROM (\w+)/.exec(sql)![1]!), sql)

      await assert.rejects(db.run("INSERT INTO decided_requests VALUES ('nobody', 'request', 9)"))
      await db.run("DELETE FROM accounts WHERE id = 'a'")
      for (const table of OF_ACCOUNT) assert.equal(await db.row(`SELECT 1 AS there FROM ${table}`), undefined)
    } finally {
      await db.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}
