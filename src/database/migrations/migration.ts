/** A numbered step of the schema. What has been released is never edited: its checksum is kept. */
export type Migration = { number: number; name: string; statements: string[] }
