import type { Migration } from './migration.ts'

/** Sign-ups and addresses that wait for a link in a mail, the second factor, and how each sign-in came about. */
export const signIn: Migration = {
  number: 14,
  name: 'sign-in',
  statements: [
    // way: password, passkey, provider and so on; empty in records of earlier releases. network: what limits count.
    `ALTER TABLE sign_ins ADD COLUMN way TEXT NOT NULL DEFAULT ''`,
    `ALTER TABLE sign_ins ADD COLUMN network TEXT NOT NULL DEFAULT ''`,
    // 1 where whoever runs the service made the link, and so vouches for the person.
    `ALTER TABLE recovery_tokens ADD COLUMN by_operator BIGINT NOT NULL DEFAULT 0`,

    // With a password or an identity. browser: hash of the form token of the browser that signed up.
    `CREATE TABLE pending_sign_ups (
      hash TEXT PRIMARY KEY,
      email TEXT NOT NULL,
      password TEXT,
      issuer TEXT,
      subject TEXT,
      browser TEXT NOT NULL,
      return_to TEXT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    `CREATE INDEX pending_sign_ups_by_email ON pending_sign_ups (email)`,
    `CREATE INDEX pending_sign_ups_by_expiry ON pending_sign_ups (expires_at)`,
    // The address that an account is to have once the link that was sent there is used.
    `CREATE TABLE pending_emails (
      account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
      hash TEXT NOT NULL,
      email TEXT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    `CREATE INDEX pending_emails_by_expiry ON pending_emails (expires_at)`,

    // secret is sealed; last_step is the time step (RFC 6238) of the last code that was taken.
    `CREATE TABLE totp (
      account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
      secret TEXT NOT NULL,
      last_step BIGINT NOT NULL,
      created_at BIGINT NOT NULL
    )`,
    `CREATE TABLE recovery_codes (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      hash TEXT NOT NULL,
      used_at BIGINT,
      PRIMARY KEY (account_id, hash)
    )`,
  ],
}
