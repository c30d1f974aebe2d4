import type { Dialect } from '../dialect.ts'

/** A numbered step of the schema. What has been released is never edited: its checksum is kept. */
export type Migration = {
  number: number
  name: string
  statements: string[]
  /** What only one engine takes, after the rest. */
  engines?: Record<Dialect['name'], string[]>
}
