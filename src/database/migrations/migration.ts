import type { Dialect } from '../sql/dialect.ts'

/** A numbered schema migration. Once released it is never edited: databases and a test store its checksum. */
export type Migration = {
  number: number
  name: string
  statements: string[]
  /** Statements for one engine only, run after the others. */
  engines?: Record<Dialect['name'], string[]>
}
