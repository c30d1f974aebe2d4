import type { Database } from '../../database/database.ts'
import type { ToolResult } from '../../mcp/result.ts'

type Kept = { version: number; result: ToolResult }

/** Answers kept by one process; a list of 25 is some 30 KB with its structure. */
const MAX_KEPT = 200

const answers = new WeakMap<Database, Map<string, Kept>>()

/**
 * The answer to the same question at the same change number of an account, made anew only where something
 * changed since: what a 304 is to HTTP, for a protocol that has none. `question` begins with the account.
 */
export async function unlessChanged(
  db: Database,
  question: string,
  version: number,
  answer: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const kept = answers.get(db) ?? new Map<string, Kept>()
  answers.set(db, kept)
  const known = kept.get(question)
  if (known?.version === version) return known.result
  const result = await answer()
  // Set anew, it is the youngest; the oldest makes room.
  kept.delete(question)
  kept.set(question, { version, result })
  const [oldest] = kept.keys()
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  return result
}
