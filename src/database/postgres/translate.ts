import { createHash } from 'node:crypto'

/** A statement in PostgreSQL's notation; `expected` is the number of its values. */
type TranslatedStatement = { name: string | undefined; text: string; expected: number }

/** Replaces `?` with `$n`, and names the statement, so that the server caches its plan. */
export type Translate = (sql: string) => TranslatedStatement

/** Cache sizes; searches produce many texts. The server stores a plan for each name until the connection ends. */
const MAX_TRANSLATED = 2000
const MAX_NAMED = 500

/** For the connections to one database: only the first MAX_NAMED statements get a name. */
export function createTranslate(): Translate {
  const translated = new Map<string, TranslatedStatement>()
  const names = new Set<string>()
  return (sql) => {
    let statement = translated.get(sql)
    if (!statement) {
      let expected = 0
      const text = sql.replace(/\?/g, () => `$${++expected}`)
      const name = createHash('sha256').update(text).digest('base64url').slice(0, 32)
      if (names.size < MAX_NAMED) names.add(name)
      statement = { name: names.has(name) ? name : undefined, text, expected }
      const [oldest] = translated.keys()
      if (translated.size >= MAX_TRANSLATED && oldest !== undefined) translated.delete(oldest)
      translated.set(sql, statement)
    }
    return statement
  }
}
