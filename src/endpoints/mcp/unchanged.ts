import type { Database } from '../../database/database.ts'
import type { ToolResult } from '../../mcp/result.ts'
import { createRecent } from '../recent.ts'

/** UTF-16 units of the lists that are kept, as text; their structure takes as much again. */
const MAX_ANSWERS = 4_000_000

const answers = createRecent<ToolResult>(MAX_ANSWERS, ({ content }) =>
  content.reduce((sum, { text }) => sum + text.length, 0),
)

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
