import type { Value } from './database.ts'

/** Part of a statement, with the values of its placeholders. */
export type SqlFragment = { sql: string; values: Value[] }
