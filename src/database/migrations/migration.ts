import type { Dialect } from '../sql/dialect.ts'

/** A numbered step of the schema. What has landed is never edited: databases keep its checksum, and so does a test. */
export type Migration = {
  number: number
  name: string
  statements: string[]
  /** What only one engine takes, after the rest. */
  engines?: Record<Dialect['name'], string[]>
}
