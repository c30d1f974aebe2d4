import type { Migration } from './migration.ts'

/** What lets a person in ends with the account; what they kept stays with its queue until a job has deleted it. */
const OF_ACCOUNT = ['sessions', 'sign_ins', 'decisions', 'codes', 'grants', 'tokens']
const OF_QUEUE = ['items', 'item_tags', 'jobs', 'articles', 'pages', 'images']

/** An account ends at once and what is in its queue in batches: ten thousand items held everybody up for a second. */
export const endedAccounts: Migration = {
  number: 18,
  name: 'ended-accounts',
  statements: [
    // When its account ended; nothing is written to the queue from then on.
    `ALTER TABLE queues ADD COLUMN ended_at BIGINT`,
  ],
  engines: {
    sqlite: [
      `DROP TRIGGER queues_owned`,
      `DROP TRIGGER accounts_deleted`,
      `CREATE TRIGGER accounts_deleted AFTER DELETE ON accounts BEGIN
        ${OF_ACCOUNT.map((table) => `DELETE FROM ${table} WHERE account_id = OLD.id;`).join(' ')}
        UPDATE queues SET ended_at = CAST(unixepoch('subsec') * 1000 AS INTEGER) WHERE account_id = OLD.id;
        INSERT INTO jobs (account_id, kind, subject, priority, due_at)
          SELECT account_id, 'clear-queue', account_id, 10, 0 FROM queues WHERE account_id = OLD.id;
      END`,
      `CREATE TRIGGER queues_deleted AFTER DELETE ON queues BEGIN
        DELETE FROM item_words WHERE rowid IN (SELECT place FROM items WHERE account_id = OLD.account_id);
        ${OF_QUEUE.map((table) => `DELETE FROM ${table} WHERE account_id = OLD.account_id;`).join(' ')}
      END`,
    ],
    postgres: [
      `ALTER TABLE queues DROP CONSTRAINT queues_account_id_fkey`,
      `CREATE FUNCTION end_queue() RETURNS TRIGGER LANGUAGE plpgsql AS $$
       BEGIN
         UPDATE queues SET ended_at = (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT
           WHERE account_id = OLD.id;
         IF FOUND THEN
           INSERT INTO jobs (account_id, kind, subject, priority, due_at)
             VALUES (OLD.id, 'clear-queue', OLD.id, 10, 0);
         END IF;
         RETURN OLD;
       END $$`,
      `CREATE TRIGGER accounts_ended AFTER DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION end_queue()`,
    ],
  },
}
