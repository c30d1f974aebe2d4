import type { Migration } from './migration.ts'

/** A field of JSON by another name. In a text, its quotes would be escaped. */
function renamed(json: string): string {
  return `REPLACE(REPLACE(${json}, '{"reading":', '{"extraction":'), ',"reading":', ',"extraction":')`
}

/** Each table with its columns of JSON that name fields of items. */
const NAMING_FIELDS: Record<string, string[]> = {
  changes: ['before', 'after', 'undone_fields'],
  suggestions: ['input', 'changes'],
}

/** What an agent has read is an access to content; how the text of a page is found is an extraction. */
export const extractions: Migration = {
  number: 30,
  name: 'extractions',
  statements: [
    `ALTER TABLE readings RENAME TO content_accesses`,
    `ALTER TABLE site_readings RENAME TO site_extractions`,
    `ALTER TABLE site_extractions RENAME COLUMN reading TO extraction`,
    `ALTER TABLE items RENAME COLUMN reading TO extraction`,
    `UPDATE service_facts SET name = REPLACE(name, 'site-reading/', 'site-extraction/') WHERE name LIKE 'site-reading/%'`,
    ...Object.entries(NAMING_FIELDS).map(
      ([table, columns]) =>
        `UPDATE ${table} SET ${columns.map((column) => `${column} = ${renamed(column)}`).join(', ')}
         WHERE ${columns.map((column) => `${column} LIKE '%"reading":%'`).join(' OR ')}`,
    ),
  ],
}
