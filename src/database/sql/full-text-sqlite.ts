import {
  type FullText,
  partsWithin,
  PARTS,
  type FieldScope,
  SCOPE_LENGTH,
  scopeOf,
  type IndexedDocument,
  type Phrase,
  type Term,
  type WordSearch,
  ROW_IDS_PER_INSTANT,
} from './full-text.ts'

/** Makes the terms of the index readable on a connection, each with its positions. */
export const TERMS_OF_WORDS = `CREATE VIRTUAL TABLE temp.item_terms USING fts5vocab('main', 'item_words', 'instance')`

/** Runs one step of a merge, limited to this many pages; a negative number starts a merge of the whole index. */
export const MERGE_WORDS = `INSERT INTO item_words (item_words, rank) VALUES ('merge', ?)`

/** The FROM clause for the row of a document. */
const ROW_OF = 'word_rows WHERE id >= ? AND id < ? AND account_id = ?'

/** FTS5 over normalised words, ordered by row id; `word_rows` maps each row to its account. */
export const sqliteFullText: FullText = {
  collectsAllFirst: false,
  expansions(accountId, prefix, limit) {
    const next = (from: string) => `(SELECT term FROM item_terms WHERE term >= ${from} ORDER BY term LIMIT 1)`
    const prefixes = PARTS.map((part) => part + scopeOf(accountId) + prefix)
    // A loose index scan: each step seeks the next term. '!' sorts before letters and digits, so a term and '!' lie
    // between the term and the next one.
    return {
      sql: `SELECT DISTINCT SUBSTR(term, ${1 + PARTS[0].length + SCOPE_LENGTH}) AS word FROM (
          WITH RECURSIVE prefixes (prefix) AS (VALUES ${prefixes.map(() => '(?)').join(', ')}), found (prefix, term) AS (
            SELECT prefix, ${next('prefix')} FROM prefixes UNION ALL
            SELECT prefix, ${next(`found.term || '!'`)} FROM found WHERE SUBSTR(term, 1, LENGTH(prefix)) = prefix)
          SELECT prefix, term FROM found LIMIT ${limit + PARTS.length})
        WHERE SUBSTR(term, 1, LENGTH(prefix)) = prefix LIMIT ${limit}`,
      values: prefixes,
    }
  },
  presentWords(accountId, words) {
    const expressions = words.map((word) =>
      expressionOfPhrase({ words: [word], isPrefix: false }, 3, scopeOf(accountId)),
    )
    return {
      sql: `SELECT word FROM (SELECT value ->> 0 AS word, value ->> 1 AS expression FROM json_each(?)) WHERE EXISTS (
          SELECT 1 FROM item_words CROSS JOIN word_rows
          WHERE item_words MATCH expression AND word_rows.id = item_words.rowid AND word_rows.account_id = ?)`,
      values: [JSON.stringify(words.map((word, index) => [word, expressions[index]])), accountId],
    }
  },
  matching(search) {
    const { accountId, isNewestFirst, from, below } = search
    const bounds = [
      from === undefined ? '' : 'AND item_words.rowid >= ?',
      below === undefined ? '' : 'AND item_words.rowid < ?',
    ]
    return {
      sql: `SELECT item_words.rowid AS hit FROM item_words CROSS JOIN word_rows
        WHERE item_words MATCH ? ${bounds.join(' ')} AND word_rows.id = item_words.rowid AND word_rows.account_id = ?
        ORDER BY item_words.rowid ${isNewestFirst ? 'DESC' : 'ASC'}`,
      values: [
        expressionOf(search),
        ...[from, below].filter((bound) => bound !== undefined).map((bound) => bound * ROW_IDS_PER_INSTANT),
        accountId,
      ],
    }
  },
  insert(accountId, instant, document) {
    const [first, end] = [instant * ROW_IDS_PER_INSTANT, (instant + 1) * ROW_IDS_PER_INSTANT]
    return [
      {
        sql: `INSERT INTO word_rows (id, account_id)
          SELECT COALESCE(MAX(id) + 1, ?), ? FROM word_rows WHERE id >= ? AND id < ?`,
        values: [first, accountId, first, end],
      },
      {
        sql: `INSERT INTO item_words (rowid, words) SELECT id, ? FROM ${ROW_OF}`,
        values: [indexed(document, scopeOf(accountId)), first, end, accountId],
      },
    ]
  },
  remove: (accountId, instants) =>
    instants.flatMap((instant) => {
      const values = [instant * ROW_IDS_PER_INSTANT, (instant + 1) * ROW_IDS_PER_INSTANT, accountId]
      return [
        { sql: `DELETE FROM item_words WHERE rowid IN (SELECT id FROM ${ROW_OF})`, values },
        { sql: `DELETE FROM ${ROW_OF}`, values },
      ]
    }),
}

/**
 * All words of a document, each prefixed with its field and scope; a bare scope is in every document of its account.
 */
function indexed({ title, about, text }: IndexedDocument, scope: string): string {
  const parts = [title, about, text].map((words, index) => {
    const prefix = PARTS[index]! + scope
    return words.map((word) => prefix + word).join(' ')
  })
  return [PARTS[0] + scope, ...parts].join(' ')
}

function expressionOf({ accountId, wanted, excluded, fieldScope, isRest }: WordSearch): string {
  const scope = scopeOf(accountId)
  const all = (within: FieldScope) =>
    wanted.length === 0
      ? `"${PARTS[0]}${scope}"`
      : wanted.map((term) => anywhere(term, within, scope)).join(' AND ')
  const without = excluded.map((term) => anywhere(term, 3, scope))
  if (isRest && fieldScope > 1) without.push(`(${all((fieldScope - 1) as FieldScope)})`)
  return [`(${all(fieldScope)})`, ...without].join(' NOT ')
}

function anywhere(term: Term, fieldScope: FieldScope, scope: string): string {
  return `(${term.map((phrase) => expressionOfPhrase(phrase, fieldScope, scope)).join(' OR ')})`
}

function expressionOfPhrase(
  { words, isPrefix, expansions }: Phrase,
  fieldScope: FieldScope,
  scope: string,
): string {
  const before = words.slice(0, -1)
  // FTS5 collects all matches of a prefix query first, but streams those of whole words.
  const isExpanded = isPrefix && expansions !== undefined && expansions.length > 0
  const lasts = isExpanded ? expansions : words.slice(-1)
  const phrases = partsWithin(fieldScope).flatMap((part) =>
    lasts.map((last) => {
      const phrase = [...before, last].map((word) => part + scope + word).join(' ')
      return `"${phrase}"${isPrefix && !isExpanded ? ' *' : ''}`
    }),
  )
  return phrases.join(' OR ')
}
