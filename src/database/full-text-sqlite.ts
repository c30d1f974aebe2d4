import {
  type FullText,
  partsWithin,
  PARTS,
  type Reach,
  scopeOf,
  type WordedDocument,
  type Wording,
  type WordSearch,
} from './full-text.ts'

/** FTS5 over words that are ready to be compared; its row ids are the places, so it gives them in their order. */
export const sqliteFullText: FullText = {
  arePlacesShared: true,
  isGathered: false,
  matching(search) {
    const { isNewestFirst, from, below } = search
    const bounds = `${from === undefined ? '' : 'AND rowid >= ?'} ${below === undefined ? '' : 'AND rowid < ?'}`
    const order = isNewestFirst ? 'DESC' : 'ASC'
    return {
      sql: `SELECT rowid AS hit FROM item_words WHERE item_words MATCH ? ${bounds} ORDER BY rowid ${order}`,
      values: [expressionOf(search), ...[from, below].filter((bound) => bound !== undefined)],
    }
  },
  keep: (accountId, place, document) => ({
    sql: 'INSERT INTO item_words (rowid, words) VALUES (?, ?)',
    values: [place, indexed(document, scopeOf(accountId))],
  }),
  drop: (_, place) => ({ sql: 'DELETE FROM item_words WHERE rowid = ?', values: [place] }),
}

/** All words of a document, each with its part and scope; a scope alone stands in every document of its account. */
function indexed({ title, about, text }: WordedDocument, scope: string): string {
  const parts = [title, about, text].map((words, index) => {
    const start = PARTS[index]! + scope
    return words.map((word) => start + word).join(' ')
  })
  return [PARTS[0] + scope, ...parts].join(' ')
}

function expressionOf({ accountId, wanted, excluded, reach, isRest }: WordSearch): string {
  const scope = scopeOf(accountId)
  const all = (within: Reach) =>
    wanted.length === 0
      ? `"${PARTS[0]}${scope}"`
      : wanted.map((wording) => anywhere(wording, within, scope)).join(' AND ')
  const without = excluded.map((wording) => anywhere(wording, 3, scope))
  if (isRest && reach > 1) without.push(`(${all((reach - 1) as Reach)})`)
  return [`(${all(reach)})`, ...without].join(' NOT ')
}

function anywhere({ words, isPrefix }: Wording, reach: Reach, scope: string): string {
  const phrases = partsWithin(reach).map((part) => {
    const phrase = words.map((word) => part + scope + word).join(' ')
    return `"${phrase}"${isPrefix ? ' *' : ''}`
  })
  return `(${phrases.join(' OR ')})`
}
