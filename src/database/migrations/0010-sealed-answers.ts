import type { Migration } from './migration.ts'

/** The answer that a repeated refresh gets lies with the pair that it holds, in the row that is written anyway. */
export const sealedAnswers: Migration = {
  number: 10,
  name: 'sealed-answers',
  statements: [
    `ALTER TABLE tokens RENAME COLUMN sealed_next TO sealed_answer`,
    `UPDATE tokens SET sealed_answer = (
       SELECT earlier.sealed_answer FROM tokens earlier
       WHERE earlier.account_id = tokens.account_id AND earlier.grant_id = tokens.grant_id
         AND earlier.generation = tokens.generation - 1 AND earlier.kind = 'refresh')
     WHERE kind = 'refresh' AND rotated_at IS NULL AND generation > 1`,
    `UPDATE tokens SET sealed_answer = NULL WHERE rotated_at IS NOT NULL AND sealed_answer IS NOT NULL`,
  ],
}
