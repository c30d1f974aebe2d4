import type { Migration } from './migration.ts'

/** Which fields and tags of a change are undone, where one undo did not take back all of them. */
export const undoneFields: Migration = {
  number: 22,
  name: 'undone-fields',
  statements: [
    // JSON: by the name of the field, or of the tag behind "tags/", the number of the change that undoes it now.
    `ALTER TABLE changes ADD COLUMN undone_fields TEXT DEFAULT NULL`,
  ],
}
