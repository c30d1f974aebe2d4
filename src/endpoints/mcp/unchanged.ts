import type { Database } from '../../database/database.ts'
import type { ToolResult } from '../../mcp/result.ts'
import { createRecent } from '../recent.ts'

/** A list of 25 is some 30 KB with its structure. */
const MAX_ANSWERS = 200

const answers = createRecent<ToolResult>(MAX_ANSWERS)

/**
 * The answer to the same question at the same change number of an account, made anew only where something
 * changed since: what a 304 is to HTTP, for a protocol that has none. `question` begins with the account.
 */
export function unlessChanged(
  db: Database,
  question: string,
  version: number,
  answer: () => Promise<ToolResult>,
): Promise<ToolResult> {
  return answers.take(db, `${version} ${question}`, answer)
}
