import type { Migration } from './migration.ts'

const TABLES = {
  pending_emails: 'pending_email_changes',
  sign_ins: 'sign_in_attempts',
  decisions: 'decided_requests',
  codes: 'authorization_codes',
  recovery_tokens: 'password_reset_tokens',
  throttles: 'rate_limits',
  stops: 'limit_hits',
}

/** By the tables' names of now. */
const COLUMNS: Record<string, Record<string, string>> = {
  accounts: { password: 'password_hash' },
  pending_sign_ups: { password: 'password_hash', may_own: 'can_own_service', return_to: 'return_path' },
  identities: { connected_at: 'linked_at' },
  sign_in_attempts: { happened_at: 'attempted_at', way: 'method' },
  password_reset_tokens: { spent_at: 'consumed_at', by_operator: 'is_by_operator' },
  authorization_codes: { challenge: 'code_challenge', spent_at: 'consumed_at' },
  grants: { revoked_because: 'revocation_reason' },
  tokens: { sealed_answer: 'encrypted_pair' },
  rate_limits: { spent: 'consumed' },
  limit_hits: { stopped_at: 'hit_at', cause: 'limit_name' },
  queues: { bytes_kept: 'stored_bytes' },
  changes: { removal: 'is_removal' },
  captures: { seen_by: 'source', handed_at: 'received_at' },
  withdrawn_captures: { seen_by: 'source', handed_at: 'received_at' },
  pages: { seen_by: 'source' },
  articles: { seen_by: 'source', kept_at: 'saved_at' },
  page_versions: { seen_by: 'source', kept_at: 'saved_at' },
}

/** Each with the table and columns it is on. */
const INDEXES: [before: string, after: string, on: string][] = [
  ['pending_emails_by_expiry', 'pending_email_changes_by_expiry', 'pending_email_changes (expires_at)'],
  ['codes_by_account', 'authorization_codes_by_account', 'authorization_codes (account_id)'],
  ['recovery_tokens_by_account', 'password_reset_tokens_by_account', 'password_reset_tokens (account_id)'],
  ['throttles_by_reset', 'rate_limits_by_reset', 'rate_limits (resets_at)'],
  ['jobs_by_urgency', 'jobs_by_priority', 'jobs (priority, due_at, account_id, site)'],
]

/** Tables and columns get the words that the code and the standards use. */
export const standardNames: Migration = {
  number: 25,
  name: 'standard-names',
  statements: [
    ...Object.entries(TABLES).map(([before, after]) => `ALTER TABLE ${before} RENAME TO ${after}`),
    ...Object.entries(COLUMNS).flatMap(([table, columns]) =>
      Object.entries(columns).map(
        ([before, after]) => `ALTER TABLE ${table} RENAME COLUMN ${before} TO ${after}`,
      ),
    ),
    ...INDEXES.flatMap(([before, after, on]) => [`DROP INDEX ${before}`, `CREATE INDEX ${after} ON ${on}`]),
  ],
  engines: {
    sqlite: (['codes', 'decisions', 'sign_ins'] as const).flatMap((before) => {
      const after = TABLES[before]
      return [
        `DROP TRIGGER ${before}_owned`,
        `CREATE TRIGGER ${after}_owned BEFORE INSERT ON ${after}
         WHEN NOT EXISTS (SELECT 1 FROM accounts WHERE id = NEW.account_id)
         BEGIN SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed'); END`,
      ]
    }),
    postgres: [],
  },
}
