import { createHash } from 'node:crypto'
import type { AccountId } from '../../ids.ts'
import {
  type FullText,
  PARTS,
  partsWithin,
  type FieldScope,
  SCOPE_LENGTH,
  scopeOf,
  type Statement,
  type IndexedDocument,
  type Phrase,
  type Term,
  type WordSearch,
  ROW_IDS_PER_INSTANT,
} from './full-text.ts'

/** The indexed expression. A query must repeat it exactly to use the index. */
const INDEXED = 'indexed_words(account_id, title, about, text)'
const COLUMNS = ['title', 'about', 'text'] as const
/**
 * The account, by which Citus asks one shard only. The index of the primary key has another collation, so the planner
 * leaves it, and takes that of the words. Equal texts are equal in both.
 */
const ACCOUNT_BY_WORDS = 'account_id = ? COLLATE "C"'
const TRUE: Statement = { sql: 'TRUE', values: [] }
/** Documents that are looked at for the words that an account has. */
const MAX_EXAMPLES = 20

/**
 * A GIN index over the words of all fields. It has no positions, but hashes of adjacent words, so a phrase match is
 * only a candidate: candidates are checked in order, and only as far as the caller reads.
 */
export const postgresFullText: FullText = {
  collectsAllFirst: true,
  presentWords(accountId, words) {
    const scope = scopeOf(accountId)
    const lexemes = words.flatMap((word) => PARTS.map((part) => part + scope + word))
    return {
      sql: `WITH found AS MATERIALIZED (
          SELECT account_id, title, about, text FROM item_words
          WHERE ${INDEXED} @@ ?::tsquery AND account_id = ? LIMIT ${MAX_EXAMPLES})
        SELECT DISTINCT SUBSTR(lexeme, ${1 + PARTS[0].length + SCOPE_LENGTH}) AS word
        FROM found CROSS JOIN LATERAL UNNEST(${INDEXED}) AS lexemes WHERE lexeme = ANY(?::text[])`,
      values: [lexemes.map((lexeme) => `'${lexeme}'`).join(' | '), accountId, `{${lexemes.join(',')}}`],
    }
  },
  matching(search) {
    const { accountId, isNewestFirst, from, below, isNear } = search
    const order = isNewestFirst ? 'DESC' : 'ASC'
    const checks = checksOf(search)
    const range: Statement[] = [
      ...(from === undefined ? [] : [{ sql: 'id >= ?', values: [from * ROW_IDS_PER_INSTANT] }]),
      ...(below === undefined ? [] : [{ sql: 'id < ?', values: [below * ROW_IDS_PER_INSTANT] }]),
    ]
    const found = and([
      { sql: `${INDEXED} @@ ?::tsquery`, values: [expressionOf(search)] },
      { sql: isNear ? 'account_id = ?' : ACCOUNT_BY_WORDS, values: [accountId] },
      ...(isNear ? range : []),
    ])
    const shown = and([TRUE, ...range, ...(checks.length === 0 ? [] : [checkStatement(accountId, checks)])])
    return {
      // MATERIALIZED forces the index: any other plan computes the words of every document again.
      sql: `WITH found AS MATERIALIZED (SELECT id FROM item_words WHERE ${found.sql})
        SELECT id AS hit FROM (SELECT id FROM found ORDER BY id ${order} OFFSET 0) AS sorted
        WHERE ${shown.sql} ORDER BY id ${order}`,
      values: [...found.values, ...shown.values],
    }
  },
  insert: (accountId, instant, document) => [
    {
      sql: 'INSERT INTO item_words (account_id, id, title, about, text) VALUES (?, ?, ?, ?, ?)',
      values: [accountId, instant * ROW_IDS_PER_INSTANT, ...columnsOf(document)],
    },
  ],
  remove: (accountId, instants) =>
    instants.map((instant) => ({
      sql: 'DELETE FROM item_words WHERE account_id = ? AND id >= ? AND id < ?',
      values: [accountId, instant * ROW_IDS_PER_INSTANT, (instant + 1) * ROW_IDS_PER_INSTANT],
    })),
}

/** Surrounds each word with spaces, so that it is matched as a whole. */
function columnsOf({ title, about, text }: IndexedDocument): string[] {
  return [title, about, text].map((words) => ` ${words.map((word) => `${word} `).join('')}`)
}

/** The part of the search that the index can answer. */
function expressionOf({ accountId, wanted, excluded, fieldScope, isRest }: WordSearch): string {
  const scope = scopeOf(accountId)
  const all = (within: FieldScope) =>
    wanted.length === 0
      ? `'${PARTS[0]}${scope}'`
      : wanted.map((term) => anywhere(term, within, scope)).join(' & ')
  const without = excluded.filter((term) => !hasPhrase(term)).map((term) => anywhere(term, 3, scope))
  if (isRest && fieldScope > 1 && !wanted.some(hasPhrase))
    without.push(`(${all((fieldScope - 1) as FieldScope)})`)
  return [all(fieldScope), ...without.map((words) => `!${words}`)].join(' & ')
}

/** The hashes of a phrase's adjacent words in the index; a long document has the bare letter instead. */
function adjacentHashes({ words, isPrefix }: Phrase, scope: string): string[] {
  const whole = isPrefix ? words.slice(0, -1) : words
  return whole.slice(1).map((word, index) => {
    const hash = createHash('md5').update(`${whole[index]} ${word}`).digest('hex').slice(0, HASH_LENGTH)
    return `('p${scope}${hash}' | 'p${scope}')`
  })
}

/** Characters of a hash in the index. */
const HASH_LENGTH = 4

function anywhere(term: Term, fieldScope: FieldScope, scope: string): string {
  return `(${term.map((phrase) => `(${candidates(phrase, fieldScope, scope)})`).join(' | ')})`
}

/** What the index knows of a phrase: documents with its words in one field, and with its pairs of words anywhere. */
function candidates(phrase: Phrase, fieldScope: FieldScope, scope: string): string {
  const { words, isPrefix } = phrase
  const last = words.length - 1
  const parts = partsWithin(fieldScope).map((part) =>
    words
      .map((word, index) => `'${part}${scope}${word}'${isPrefix && index === last ? ':*' : ''}`)
      .join(' & '),
  )
  return [`(${parts.join(' | ')})`, ...adjacentHashes(phrase, scope)].join(' & ')
}

/**
 * Checks the document's own words. A subquery, since a join might scan all of them. It names the account itself, because
 * Citus takes no subquery that has it from the row around it.
 */
function checkStatement(accountId: AccountId, checks: Statement[]): Statement {
  return {
    sql: `(SELECT ${checks.map(({ sql }) => sql).join(' AND ')} FROM item_words AS document
      WHERE document.account_id = ? AND document.id = sorted.id)`,
    values: [...checks.flatMap(({ values }) => values), accountId],
  }
}

/** The conditions that the index cannot answer, to be checked against the words themselves. */
function checksOf({ wanted, excluded, fieldScope, isRest }: WordSearch): Statement[] {
  const phrases = wanted.filter(hasPhrase)
  const checks = phrases.map((phrase) => containsTerm(phrase, fieldScope))
  for (const phrase of excluded.filter(hasPhrase)) checks.push(not(containsTerm(phrase, 3)))
  if (isRest && fieldScope > 1 && phrases.length > 0) {
    const narrower = wanted.map((term) => containsTerm(term, (fieldScope - 1) as FieldScope))
    checks.push(
      not({
        sql: `(${narrower.map(({ sql }) => sql).join(' AND ')})`,
        values: narrower.flatMap(({ values }) => values),
      }),
    )
  }
  return checks
}

function containsTerm(term: Term, fieldScope: FieldScope): Statement {
  const columns = COLUMNS.slice(0, fieldScope)
  const texts = term.map(({ words, isPrefix }) => ` ${words.join(' ')}${isPrefix ? '' : ' '}`)
  return {
    sql: `(${texts.flatMap(() => columns.map((column) => `STRPOS(document.${column}, ?) > 0`)).join(' OR ')})`,
    values: texts.flatMap((text) => columns.map(() => text)),
  }
}

function and(statements: Statement[]): Statement {
  return {
    sql: statements.map(({ sql }) => sql).join(' AND '),
    values: statements.flatMap(({ values }) => values),
  }
}

function not({ sql, values }: Statement): Statement {
  return { sql: `NOT ${sql}`, values }
}

/** Whether the index alone can't tell if a document has the term. */
function hasPhrase(term: Term): boolean {
  return term.some(({ words }) => words.length > 1)
}
