import { createHash } from 'node:crypto'
import { type Connection, type Database, TABLE_TIME_LIMIT } from '../database.ts'
import { first } from './0001-first.ts'
import { articles } from './0002-articles.ts'
import { search } from './0003-search.ts'
import { accounts } from './0004-accounts.ts'
import { settings } from './0005-settings.ts'
import { pause } from './0007-pause.ts'
import { ledger } from './0008-ledger.ts'
import { tagCounts } from './0009-tag-counts.ts'
import { sealedAnswers } from './0010-sealed-answers.ts'
import { largeQueues } from './0011-large-queues.ts'
import { renderedArticles } from './0012-rendered-articles.ts'
import { acts } from './0013-acts.ts'
import { signIn } from './0014-sign-in.ts'
import { storage } from './0015-storage.ts'
import { registrationsByNetwork } from './0017-registrations-by-network.ts'
import { endedAccounts } from './0018-ended-accounts.ts'
import { owner } from './0019-owner.ts'
import { countedStatistics } from './0020-counted-statistics.ts'
import { orderOfLists } from './0021-order-of-lists.ts'
import { undoneFields } from './0022-undone-fields.ts'
import { withdrawnCaptures } from './0023-withdrawn-captures.ts'
import { clientMetadata } from './0024-client-metadata.ts'
import { standardNames } from './0025-standard-names.ts'
import { readingChoices } from './0026-reading-choices.ts'
import { suggestions } from './0027-suggestions.ts'
import { rareConditions } from './0028-rare-conditions.ts'
import { languages } from './0029-languages.ts'
import { extractions } from './0030-extractions.ts'
import { requests } from './0031-requests.ts'
import { imports } from './0032-imports.ts'
import { savedSearches } from './0033-saved-searches.ts'
import { welcome } from './0034-welcome.ts'
import { importCounts } from './0035-import-counts.ts'
import { linkChecks } from './0036-link-checks.ts'
import { importSources } from './0037-import-sources.ts'
import { siteIcons } from './0038-site-icons.ts'
import { agentItems } from './0039-agent-items.ts'
import { highlights } from './0040-highlights.ts'
import { tagColours } from './0041-tag-colours.ts'
import { exports } from './0042-exports.ts'
import { offlineActs } from './0043-offline-acts.ts'
import { offlineActionKeys } from './0044-offline-action-keys.ts'
import { orderOfTags } from './0045-order-of-tags.ts'
import { highlightsByAgent } from './0046-highlights-by-agent.ts'
import { changesOfActs } from './0047-changes-of-acts.ts'
import { choicesOfSites } from './0048-choices-of-sites.ts'
import { pendingItems } from './0049-pending-items.ts'
import type { Migration } from './migration.ts'
import { hasTable } from './table.ts'

const MIGRATIONS_TABLE = 'migrations'

/** All migrations, in order. */
export const migrations: Migration[] = [
  first,
  articles,
  search,
  accounts,
  settings,
  pause,
  ledger,
  tagCounts,
  sealedAnswers,
  largeQueues,
  renderedArticles,
  acts,
  signIn,
  storage,
  registrationsByNetwork,
  endedAccounts,
  owner,
  countedStatistics,
  orderOfLists,
  undoneFields,
  withdrawnCaptures,
  clientMetadata,
  standardNames,
  readingChoices,
  suggestions,
  rareConditions,
  languages,
  extractions,
  requests,
  imports,
  savedSearches,
  welcome,
  importCounts,
  linkChecks,
  importSources,
  siteIcons,
  agentItems,
  highlights,
  tagColours,
  exports,
  offlineActs,
  offlineActionKeys,
  orderOfTags,
  highlightsByAgent,
  changesOfActs,
  choicesOfSites,
  pendingItems,
]

/**
 * Brings the schema up to date and returns the migrations it applied. Safe when several instances start at once: the
 * second waits for the first and then finds nothing to do. Throws if an applied migration differs from the code, or
 * if the database is newer than the code.
 */
export async function migrate(database: Database, steps: Migration[] = migrations): Promise<Migration[]> {
  await createMigrationsTable(database)
  return database.transaction(async (tx) => {
    await tx.raiseTimeLimit(TABLE_TIME_LIMIT)
    for (const statement of tx.dialect.lockMigrations) await tx.run(statement)
    const missing = await pendingMigrations(tx, steps)
    for (const step of missing) {
      const own = step.engines?.[tx.dialect.name] ?? []
      for (const statement of [...step.statements, ...own]) await tx.run(statement)
      await tx.run(
        'INSERT INTO migrations (number, name, checksum) VALUES (?, ?, ?)',
        step.number,
        step.name,
        checksumOf(step),
      )
    }
    return missing
  })
}

/** The migrations that a database still has to apply; throws as `migrate` does. */
export async function pendingMigrations(
  database: Connection,
  steps: Migration[] = migrations,
): Promise<Migration[]> {
  const applied = await appliedSteps(database)
  const unknown = [...applied.keys()].find((number) => !steps.some((step) => step.number === number))
  if (unknown !== undefined) {
    throw new Error(
      `The database has migration ${unknown}, which this release does not know. Run a newer release.`,
    )
  }
  return steps.filter((step) => {
    const known = applied.get(step.number)
    if (known !== undefined && known !== checksumOf(step)) throw new Error(differs(step, known))
    return known === undefined
  })
}

/** The message contains both checksums, because nothing else identifies the release that created a database. */
function differs(step: Migration, known: string): string {
  const [here, there] = [checksumOf(step), known].map((checksum) => checksum.slice(0, 12))
  return [
    `Migration ${step.number} (${step.name}) is not the one that was applied to this database: its checksum is ${here},`,
    `the database has ${there}. Nothing was changed. A migration of a release is never edited, so a version between`,
    'releases made this database, or the program was changed here. Run the version that ran on it before, which still',
    'does, or restore a backup that a release made. If you only ever ran releases, keep a backup and report this message.',
  ].join(' ')
}

async function appliedSteps(database: Connection): Promise<Map<number, string>> {
  if (!(await hasTable(database, MIGRATIONS_TABLE))) return new Map()
  const rows = await database.rows<{ number: number; checksum: string }>(
    'SELECT number, checksum FROM migrations',
  )
  return new Map(rows.map(({ number, checksum }) => [number, checksum]))
}

/** SHA-256 in hexadecimal over the statements of all engines, so that it is the same on each of them. */
export function checksumOf({ statements, engines }: Migration): string {
  const all = [...statements, ...(engines?.sqlite ?? []), ...(engines?.postgres ?? [])]
  return createHash('sha256').update(all.join(';\n')).digest('hex')
}

async function createMigrationsTable(database: Database): Promise<void> {
  if (await hasTable(database, MIGRATIONS_TABLE)) return
  try {
    await database.run(
      'CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL)',
    )
  } catch (error) {
    // On PostgreSQL, two concurrent IF NOT EXISTS can collide in the catalogue; if the table exists now, the other
    // one succeeded.
    if (!(await hasTable(database, MIGRATIONS_TABLE))) throw error
  }
}
