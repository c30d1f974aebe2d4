import type { Migration } from './migration.ts'

const choice = (change: string, extraction: string, isUndone: boolean) =>
  `'{"change":' || ${change} || ',"extraction":"' || ${extraction} || '","isUndone":${isUndone}}'`

/**
 * Records each choice of how to extract a site with the change that it was made with, so that several can be undone in
 * any order. Before, only the last one and what it replaced were known.
 */
export const choicesOfSites: Migration = {
  number: 48,
  name: 'choices-of-sites',
  statements: [
    // A JSON array of choices, the newest last.
    `ALTER TABLE site_extractions ADD COLUMN choices TEXT NOT NULL DEFAULT '[]'`,
    `UPDATE site_extractions SET choices = COALESCE('[' || CASE
       WHEN extraction IS NULL THEN ${choice('change', 'previous', true)}
       WHEN previous IS NULL THEN ${choice('change', 'extraction', false)}
       ELSE ${choice('0', 'previous', false)} || ',' || ${choice('change', 'extraction', false)} END || ']', '[]')`,
    `ALTER TABLE site_extractions DROP COLUMN previous`,
    `ALTER TABLE site_extractions DROP COLUMN change`,
  ],
}
