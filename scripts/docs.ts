// Writes the documents that are made from the code: `npm run docs`.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { apiReference } from './api-reference/reference.ts'

const API_REFERENCE = fileURLToPath(new URL('../docs/api.md', import.meta.url))

/** A document as it is kept in the repository: in the formatter's own layout. */
export async function formatted(markdown: string): Promise<string> {
  return format(markdown, { ...(await resolveConfig(API_REFERENCE)), parser: 'markdown' })
}

if (import.meta.main) writeFileSync(API_REFERENCE, await formatted(apiReference()))
