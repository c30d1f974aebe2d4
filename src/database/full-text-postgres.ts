import {
  type FullText,
  PARTS,
  partsWithin,
  type Reach,
  scopeOf,
  type Statement,
  type WordedDocument,
  type Wording,
  type WordSearch,
} from './full-text.ts'

/** What the index is over, word for word. */
const INDEXED = 'indexed_words(account_id, title, about, text)'
const COLUMNS = ['title', 'about', 'text'] as const

/**
 * A GIN index over the words of all parts. It knows no places of words: what it finds for a phrase is looked
 * through, in order and no further than the caller reads.
 */
export const postgresFullText: FullText = {
  arePlacesShared: false,
  matching(search) {
    const { accountId, isNewestFirst, from, below } = search
    const order = isNewestFirst ? 'DESC' : 'ASC'
    const checks = checksOf(search)
    const conditions: Statement[] = [
      { sql: 'account_id = ?', values: [accountId] },
      ...(from === undefined ? [] : [{ sql: 'id >= ?', values: [from] }]),
      ...(below === undefined ? [] : [{ sql: 'id < ?', values: [below] }]),
      ...(checks.length === 0 ? [] : [lookedUp(checks)]),
    ]
    return {
      // Found by nothing but the index, whatever else is asked: any other way makes every document's words anew.
      sql: `WITH found AS MATERIALIZED (SELECT account_id, id FROM item_words WHERE ${INDEXED} @@ ?::tsquery)
        SELECT id AS hit FROM (SELECT account_id, id FROM found ORDER BY id ${order} OFFSET 0) AS sorted
        WHERE ${conditions.map(({ sql }) => sql).join(' AND ')} ORDER BY id ${order}`,
      values: [expressionOf(search), ...conditions.flatMap(({ values }) => values)],
    }
  },
  keep: (accountId, place, document) => ({
    sql: 'INSERT INTO item_words (account_id, id, title, about, text) VALUES (?, ?, ?, ?, ?)',
    values: [accountId, place, ...columnsOf(document)],
  }),
  drop: (accountId, place) => ({
    sql: 'DELETE FROM item_words WHERE account_id = ? AND id = ?',
    values: [accountId, place],
  }),
}

/** Each word between spaces, so that it is found whole. */
function columnsOf({ title, about, text }: WordedDocument): string[] {
  return [title, about, text].map((words) => ` ${words.map((word) => `${word} `).join('')}`)
}

/** What holds for all that is looked for, and as far as words alone can tell. */
function expressionOf({ accountId, wanted, excluded, reach, isRest }: WordSearch): string {
  const scope = scopeOf(accountId)
  const all = (within: Reach) =>
    wanted.length === 0
      ? `'${PARTS[0]}${scope}'`
      : wanted.map((wording) => anywhere(wording, within, scope)).join(' & ')
  const without = excluded
    .filter((wording) => !isPhrase(wording))
    .map((wording) => anywhere(wording, 3, scope))
  if (isRest && reach > 1 && !wanted.some(isPhrase)) without.push(`(${all((reach - 1) as Reach)})`)
  return [all(reach), ...without.map((words) => `!${words}`)].join(' & ')
}

function anywhere({ words, isPrefix }: Wording, reach: Reach, scope: string): string {
  const last = words.length - 1
  const parts = partsWithin(reach).map((part) =>
    words
      .map((word, index) => `'${part}${scope}${word}'${isPrefix && index === last ? ':*' : ''}`)
      .join(' & '),
  )
  return `(${parts.join(' | ')})`
}

/** What is asked of a document's own words; not a join, which might look through all of them. */
function lookedUp(checks: Statement[]): Statement {
  return {
    sql: `(SELECT ${checks.map(({ sql }) => sql).join(' AND ')} FROM item_words AS worded
      WHERE worded.account_id = sorted.account_id AND worded.id = sorted.id)`,
    values: checks.flatMap(({ values }) => values),
  }
}

/** What is left to be looked up in the words themselves. */
function checksOf({ wanted, excluded, reach, isRest }: WordSearch): Statement[] {
  const phrases = wanted.filter(isPhrase)
  const checks = phrases.map((phrase) => stands(phrase, reach))
  for (const phrase of excluded.filter(isPhrase)) checks.push(not(stands(phrase, 3)))
  if (isRest && reach > 1 && phrases.length > 0) {
    const narrower = wanted.map((wording) => stands(wording, (reach - 1) as Reach))
    checks.push(
      not({
        sql: `(${narrower.map(({ sql }) => sql).join(' AND ')})`,
        values: narrower.flatMap(({ values }) => values),
      }),
    )
  }
  return checks
}

function stands({ words, isPrefix }: Wording, reach: Reach): Statement {
  const text = ` ${words.join(' ')}${isPrefix ? '' : ' '}`
  const columns = COLUMNS.slice(0, reach)
  return {
    sql: `(${columns.map((column) => `STRPOS(worded.${column}, ?) > 0`).join(' OR ')})`,
    values: columns.map(() => text),
  }
}

function not({ sql, values }: Statement): Statement {
  return { sql: `NOT ${sql}`, values }
}

function isPhrase({ words }: Wording): boolean {
  return words.length > 1
}
