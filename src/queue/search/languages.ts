import type { Connection } from '../../database/database.ts'
import type { AccountId } from '../../ids.ts'

/** More languages than a person reads. */
const MAX_LANGUAGES = 20

/** The codes of the languages besides English that an account's pages are in. Each lookup skips to the next code in the index. */
export async function languagesOf(db: Connection, accountId: AccountId): Promise<string[]> {
  const items = `items ${db.dialect.indexedBy('items_by_language')}`
  const next = (condition: string) =>
    `(SELECT SUBSTR(language, 1, 2) FROM ${items} WHERE account_id = ? AND SUBSTR(language, 1, 2) <> 'en' ${condition}
      ORDER BY SUBSTR(language, 1, 2) LIMIT 1)`
  const rows = await db.rows<{ code: string }>(
    `WITH RECURSIVE codes (code) AS (
       SELECT ${next('')} UNION ALL
       SELECT ${next('AND SUBSTR(language, 1, 2) > codes.code')} FROM codes WHERE code IS NOT NULL)
     SELECT code FROM codes WHERE code IS NOT NULL LIMIT ?`,
    accountId,
    accountId,
    MAX_LANGUAGES,
  )
  return rows.map(({ code }) => code)
}
